import { randomFillSync } from "node:crypto";

/** A call to the system's generator costs as much for 16 bytes as for these. */
const drawn = Buffer.alloc(4_096);
const MAX_BYTES = 256;
let given = drawn.length;

/**
 * Bytes of the system's generator (the same as `randomBytes`), drawn many at a time and each given out once: for what is made with
 * every request.
 * @throws RangeError for more than 256
 */
export function drawRandom(count: number): Buffer {
  if (count > MAX_BYTES) throw new RangeError(`At most ${MAX_BYTES} bytes at once`);
  if (given + count > drawn.length) {
    randomFillSync(drawn);
    given = 0;
  }
  const part = Buffer.from(drawn.subarray(given, given + count));
  drawn.fill(0, given, given + count);
  given += count;
  return part;
}
