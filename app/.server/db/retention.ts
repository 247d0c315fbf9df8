import { env } from "~/.server/env";

/** In ms since the epoch. Changes and notes as old or older are no longer shown, and are swept. */
export const historyCutoff = (now = Date.now()) => now - env().HISTORY_DAYS * 86_400_000;
