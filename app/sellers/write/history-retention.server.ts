import { env } from "~/.server/env";

const DAY_SECONDS = 86_400;

/** Until a change leaves the history, HISTORY_DAYS after it was made. */
export const secondsLeft = ({ at }: { at: number }) =>
  Math.ceil((at - Date.now()) / 1000) + env().HISTORY_DAYS * DAY_SECONDS;

/** True only after HISTORY_DAYS was lowered; then nobody may see the change. */
export const isExpired = (change: { at: number }) => secondsLeft(change) <= 0;

/** In ms since the epoch; older changes are not shown. */
export const oldestShown = () => Date.now() - env().HISTORY_DAYS * DAY_SECONDS * 1000;
