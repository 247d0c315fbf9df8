import { env } from "../env";

/** In ms since the epoch: what is as old or older is no longer shown, and is swept. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * 86_400_000;
