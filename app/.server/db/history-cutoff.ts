import { env } from "../env";

const DAY_MS = 86_400_000;

/** In ms since the epoch: what is as old or older is no longer shown, and is swept. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * DAY_MS;
