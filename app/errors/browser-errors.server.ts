import { z } from "zod";

/** Of all browsers together that this process writes down, within a minute: a fault of ours arrives from everybody at once. */
const MAX_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** An error of a browser: names and places alone, because a message may hold what somebody typed. */
export const browserError = z.object({
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/),
  /** React's own number of the error, whose text its documentation has. */
  react: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  /** Where it happened: our own script files, with line and column. */
  frames: z.array(z.string().regex(/^\/assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}$/)).max(10),
});

let minute = 0;
let written = 0;

/** Whether one more may be written down. @param now milliseconds since the epoch */
export function mayWriteDown(now = Date.now()): boolean {
  const current = Math.floor(now / MINUTE_MS);
  if (current !== minute) [minute, written] = [current, 0];
  written += 1;
  return written <= MAX_PER_MINUTE;
}
