import { isUtf8 } from "node:buffer";
import { UnusableFile } from "./sheet";

/** The encodings that are guessed; UTF-16 has a byte order mark. */
export const encodings = ["utf-8", "windows-1250", "iso-8859-2", "x-mac-ce", "cp852"] as const;
export type Encoding = (typeof encodings)[number];

/** Numbers of code pages that Node's TextDecoder doesn't know. */
const CODE_PAGES: Partial<Record<Encoding, number>> = { cp852: 852, "x-mac-ce": 10029 };

/** ąćęłńóśźż */
const POLISH_SMALL = "\u0105\u0107\u0119\u0142\u0144\u00f3\u015b\u017a\u017c";
const POLISH_LARGE = POLISH_SMALL.toUpperCase();
/**
 * Matches Polish letters where words have them: a small one not at the beginning (Wójcik), a large
 * one at the beginning (Łukasz) or between others (ŁÓDŹ). A small letter that begins a word may be
 * a sign: "±" of windows-1250 is a letter of ISO 8859-2.
 */
const POLISH_EVIDENCE = new RegExp(
  `(?<=\\p{L})[${POLISH_SMALL}]|(?<!\\p{L})[${POLISH_LARGE}](?=\\p{L})|(?<=\\p{Lu})[${POLISH_LARGE}](?!\\p{Ll})`,
  "gu",
);
const CONSONANT = "[bcfghjklmnprstwzBCFGHJKLMNPRSTWZ]";
/** Matches what words don't have, or not in this place. */
const COUNTER_EVIDENCE = new RegExp(
  [
    // After a letter: a letter that isn't Polish, or a sign. Before a letter: a sign.
    `(?<=\\p{L})[^\\0-\\x7f\\p{P}\\s${POLISH_SMALL}${POLISH_LARGE}]|[^\\0-\\x7f\\p{P}\\s\\p{L}](?=\\p{L})`,
    // A large letter amid small ones: DĄbrowski.
    `(?<=\\p{Ll})[${POLISH_LARGE}]|(?<=\\p{L})[${POLISH_LARGE}](?=\\p{Ll})`,
    // One byte is ą on Macs and ł in CP852, another is ę and ź, and one is ń in CP852 and ä in
    // windows-1250. A wrong encoding gives Dłbrowski (ł, ń or ź between consonants) or Woęny (ą or ę
    // beside a vowel).
    `(?<=${CONSONANT})[\u0142\u0144\u017a](?=${CONSONANT})|(?<=[aeouyAEOUY])[\u0105\u0119]|[\u0105\u0119](?=[aeouy])`,
  ].join("|"),
  "gu",
);
/** Control characters and the lines of boxes, which texts don't hold. */
const NO_TEXT = /[\x80-\x9f\u2500-\u259f]/g;

const BYTE_ORDER_MARKS: readonly [encoding: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

export function markedEncoding(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

/**
 * Decodes by the byte order mark, as UTF-8 if more than half of the letters beyond ASCII are valid,
 * or in the encoding that gives most Polish letters.
 * @returns `encoding` only if it was guessed or chosen
 * @throws UnusableFile for a binary file, and if no encoding gives Polish letters within words
 */
export async function decodeText(bytes: Uint8Array, chosen?: Encoding): Promise<{ text: string; encoding?: Encoding }> {
  const marked = markedEncoding(bytes);
  if (marked) return { text: new TextDecoder(marked).decode(bytes) };
  if (bytes.includes(0)) throw new UnusableFile("notTable");
  if (!chosen && isUtf8(bytes)) return { text: new TextDecoder().decode(bytes) };
  const encoding = chosen ?? (await guessEncoding(bytes));
  return { text: await decode(bytes, encoding), encoding };
}

async function guessEncoding(bytes: Uint8Array): Promise<Encoding> {
  const firstBeyondAscii = bytes.findIndex((byte) => byte > 0x7f);
  // The patterns also look at the character before.
  const sample = bytes.subarray(Math.max(0, firstBeyondAscii - 1), firstBeyondAscii + 100_000);
  const beyondAscii = new TextDecoder().decode(sample).match(/[^\0-\x7f]/g) ?? [];
  const undecodable = beyondAscii.filter((letter) => letter === "\uFFFD");
  if (undecodable.length < beyondAscii.length / 2) return "utf-8";
  const scores = encodings.slice(1).map(async (encoding) => {
    const text = await decode(sample, encoding);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return { encoding, score: count(POLISH_EVIDENCE) - count(COUNTER_EVIDENCE) - 2 * count(NO_TEXT) };
  });
  const best = (await Promise.all(scores)).reduce((best, each) => (each.score > best.score ? each : best));
  if (best.score <= 0) throw new UnusableFile("otherEncoding");
  return best.encoding;
}

async function decode(bytes: Uint8Array, encoding: Encoding): Promise<string> {
  const codePage = CODE_PAGES[encoding];
  if (codePage === undefined) return new TextDecoder(encoding).decode(bytes);
  const { cptable } = await import("@e965/xlsx/dist/cpexcel");
  const letters = Buffer.from(bytes).toString("latin1");
  return letters.replace(/[\x80-\xff]/g, (letter) => cptable[codePage]?.dec[letter.charCodeAt(0)] ?? letter);
}
