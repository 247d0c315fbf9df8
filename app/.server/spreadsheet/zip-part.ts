import { Unzip, UnzipInflate } from "fflate";
import { UnusableFile } from "./sheet";

/** Compressed bytes inflated at once: at most a thousand times as many come out. */
const SLICE = 2 * 1024;
/** Bytes of all parts that are read, inflated: three times what 20,000 rows take. */
const MAX_INFLATED = 32 * 1024 * 1024;
/** A workbook has some dozens of parts. */
const MAX_PARTS = 2_000;

/** How much of a workbook's room is used, over all of its parts. */
export type Inflated = { bytes: number };

/**
 * One part of a zipped workbook as text, a piece at a time and never more than a bounded amount, whatever the archive
 * claims about itself. Nothing comes for a part that isn't there.
 * @throws UnusableFile for an archive that is damaged, or larger inside than any workbook of sellers
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
