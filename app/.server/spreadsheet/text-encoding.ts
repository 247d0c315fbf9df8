import { UnusableFile } from "./sheet";

const MARKS: [encoding: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The text of a file that doesn't say how it is encoded: by its byte order mark, else UTF-8 if it is that from the
 * first to the last byte, else windows-1250, in which Polish spreadsheets save, unless it can only be ISO 8859-2.
 * @throws UnusableFile when it is no text
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked) return new TextDecoder(marked).decode(bytes);
  const text = utf8(bytes) ?? new TextDecoder(singleByteOf(bytes)).decode(bytes);
  if (text.includes("\0")) throw new UnusableFile("notTable");
  return text;
}

/** ś, ź, ą and quotes of windows-1250, where ISO 8859-2 has control characters, or letters that Polish hasn't. */
const WINDOWS_ALONE = /[\x80-\x9f\xa5\xb9]/;
/** The other way round: ą, ś and Ź beside a letter are signs such as ± and ¶ there, and a ź after a small one is Ľ. */
const ISO_ALONE =
  /[A-Za-z\xa3\xb3\xc0-\xff][\xa1\xa6\xac\xb1\xb6]|[\xa1\xa6\xac\xb1\xb6][A-Za-z\xa3\xb3\xc0-\xff]|[a-z\xb3\xe0-\xff]\xbc/;

/** Which of the two a text is in that isn't UTF-8; they differ in few letters. */
function singleByteOf(bytes: Uint8Array): "windows-1250" | "iso-8859-2" {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return !WINDOWS_ALONE.test(letters) && ISO_ALONE.test(letters) ? "iso-8859-2" : "windows-1250";
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
