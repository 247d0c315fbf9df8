import { Unzip, UnzipInflate } from "fflate";
import { UnusableFile } from "./sheet";

/** In bytes; inflated they become at most a thousand times as many. */
const SLICE = 2 * 1024;
/** In bytes of all parts: three times what 20,000 rows take. */
const MAX_INFLATED = 32 * 1024 * 1024;
/** A workbook has some dozens. */
const MAX_PARTS = 2_000;

/** Bytes inflated so far, of all parts of a workbook. */
export type Inflated = { bytes: number };

/**
 * Yields a zipped part as text in bounded memory, nothing for a missing part.
 * @throws UnusableFile for a damaged archive, or one that is too large
 */
export function* partOf(zipped: Uint8Array, path: string, inflated: Inflated): Generator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let ready: string[] = [];
  let ended = false;
  let parts = 0;
  const unzip = new Unzip((part) => {
    parts += 1;
    if (parts > MAX_PARTS) throw new UnusableFile("tooMuchInside");
    if (part.name !== path) return;
    part.ondata = (error, bytes, final) => {
      if (error) throw error;
      inflated.bytes += bytes.length;
      if (inflated.bytes > MAX_INFLATED) throw new UnusableFile("tooMuchInside");
      ready.push(decoder.decode(bytes, { stream: !final }));
      ended ||= final;
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < zipped.length && !ended; at += SLICE) {
      const end = Math.min(at + SLICE, zipped.length);
      unzip.push(zipped.subarray(at, end), end === zipped.length);
      yield* ready;
      ready = [];
    }
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile("broken", {}, { cause: error });
  }
}
