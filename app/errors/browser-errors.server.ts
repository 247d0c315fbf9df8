import { z } from "zod";

/** A report has no error message, because a message may contain text that a person typed. */
export const browserError = z.object({
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/),
  react: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  /** For example `/assets/root-Ab12.js:1:2345`. */
  frames: z.array(z.string().regex(/^\/assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}$/)).max(10),
});

/** Each kind has its own limit, so that forged reports don't use up the limit of people. */
type Reporter = "person" | "stranger";

let minute = 0;
let counts = { person: 0, stranger: 0 };

/** @returns whether the report may be logged @param now in ms since the epoch */
export function countReport(reporter: Reporter, now = Date.now()): boolean {
  const current = Math.floor(now / 60_000);
  if (current !== minute) [minute, counts] = [current, { person: 0, stranger: 0 }];
  counts[reporter] += 1;
  // One bug can make all browsers report at once, so at most 60 reports a minute are logged.
  return counts[reporter] <= 60;
}
