import { isUtf8 } from "node:buffer";
import { UnusableFile } from "./sheet";

/** The encodings to guess or choose. UTF-16 isn't among them, because it has a byte order mark. */
export const encodings = ["utf-8", "windows-1250", "iso-8859-2", "x-mac-ce", "cp852"] as const;
export type Encoding = (typeof encodings)[number];

const CODE_PAGES: Partial<Record<Encoding, number>> = { cp852: 852, "x-mac-ce": 10029 };

/** ąćęłńóśźż */
const POLISH_SMALL = "\u0105\u0107\u0119\u0142\u0144\u00f3\u015b\u017a\u017c";
const POLISH_LARGE = POLISH_SMALL.toUpperCase();
// Polish letters in usual places: a small one within a word (Wójcik), a large one at a word's
// beginning (Łukasz) or between large ones (ŁÓDŹ). A small one at a word's beginning doesn't count,
// because it may be a sign: "±" of windows-1250 is "ą" in ISO 8859-2.
const POLISH_EVIDENCE = new RegExp(
  `(?<=\\p{L})[${POLISH_SMALL}]|(?<!\\p{L})[${POLISH_LARGE}](?=\\p{L})|(?<=\\p{Lu})[${POLISH_LARGE}](?!\\p{Ll})`,
  "gu",
);
const CONSONANT = "[bcfghjklmnprstwzBCFGHJKLMNPRSTWZ]";
const COUNTER_EVIDENCE = new RegExp(
  [
    // After a letter: another language's letter, or a sign. Before a letter: a sign.
    `(?<=\\p{L})[^\\0-\\x7f\\p{P}\\s${POLISH_SMALL}${POLISH_LARGE}]|[^\\0-\\x7f\\p{P}\\s\\p{L}](?=\\p{L})`,
    // A large letter beside a small one: DĄbrowski.
    `(?<=\\p{Ll})[${POLISH_LARGE}]|(?<=\\p{L})[${POLISH_LARGE}](?=\\p{Ll})`,
    // Unlikely in Polish: ł, ń or ź between consonants (Dłbrowski), ą or ę beside a vowel (Woęny).
    `(?<=${CONSONANT})[\u0142\u0144\u017a](?=${CONSONANT})|(?<=[aeouyAEOUY])[\u0105\u0119]|[\u0105\u0119](?=[aeouy])`,
  ].join("|"),
  "gu",
);
/** Control characters and box-drawing lines. */
const NO_TEXT = /[\x80-\x9f\u2500-\u259f]/g;

const BYTE_ORDER_MARKS: readonly [encoding: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

export function markedEncoding(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
}

/** @returns `encoding` if it was guessed or chosen. @throws UnusableFile */
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
  // The sample begins one letter earlier, because the patterns also look at the letter before.
  const sample = bytes.subarray(Math.max(0, firstBeyondAscii - 1), firstBeyondAscii + 100_000);
  const beyondAscii = new TextDecoder().decode(sample).match(/[^\0-\x7f]/g) ?? [];
  // A UTF-8 file with a few broken letters is still read as UTF-8.
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
