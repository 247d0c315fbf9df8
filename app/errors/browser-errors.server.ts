import { z } from "zod";

/** A bug of ours is reported by all browsers at once. */
const MAX_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Names and places only, because a message may hold typed text. */
export const browserError = z.object({
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/),
  /** React's error number. */
  react: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  /** In our own script files. */
  frames: z.array(z.string().regex(/^\/assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}$/)).max(10),
});

let minute = 0;
let count = 0;

/** @param now milliseconds since the epoch */
export function mayWriteDown(now = Date.now()): boolean {
  const current = Math.floor(now / MINUTE_MS);
  if (current !== minute) [minute, count] = [current, 0];
  count += 1;
  return count <= MAX_PER_MINUTE;
}
