import { env } from "../env";

const DAY_MS = 86_400_000;

/** In ms since the epoch: changes and notes that are as old have left the history. */
export const historyEnd = (now = Date.now()) => now - env().HISTORY_DAYS * DAY_MS;
