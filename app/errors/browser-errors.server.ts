import { z } from "zod";

/** Names and places only, because a message may hold typed text. */
export const browserError = z.object({
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/),
  /** React's error number. */
  react: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  /** Places in our own script files. */
  frames: z.array(z.string().regex(/^\/assets\/[\w.-]{1,100}\.js:\d{1,7}:\d{1,7}$/)).max(10),
});

/** Counted apart: made-up reports of strangers must not use up the 60 of people who are signed in. */
type Reporter = "person" | "stranger";

let minute = 0;
let counts = { person: 0, stranger: 0 };

/** Counts a report. @returns whether it may be logged. @param now in ms since the epoch */
export function countReport(reporter: Reporter, now = Date.now()): boolean {
  const current = Math.floor(now / 60_000);
  if (current !== minute) [minute, counts] = [current, { person: 0, stranger: 0 }];
  counts[reporter] += 1;
  // At most 60 a minute are logged, because a bug of ours makes all browsers report at once.
  return counts[reporter] <= 60;
}
