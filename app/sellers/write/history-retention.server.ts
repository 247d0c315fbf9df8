import { env } from "~/.server/env";

const DAY_SECONDS = 86_400;

/** For how many more seconds a change made at that moment is told of: HISTORY_DAYS in all. */
export const secondsLeft = ({ at }: { at: number }) =>
  Math.ceil((at - Date.now()) / 1000) + env().HISTORY_DAYS * DAY_SECONDS;

/** True only after HISTORY_DAYS was lowered: the store still holds the change, and nobody is to see it or prolong it. */
export const isOver = (change: { at: number }) => secondsLeft(change) <= 0;

/** The moment before which no change is told of, in ms since the epoch. */
export const oldestTold = () => Date.now() - env().HISTORY_DAYS * DAY_SECONDS * 1000;
