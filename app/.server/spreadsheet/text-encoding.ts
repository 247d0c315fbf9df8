import { UnusableFile } from "./sheet";

const MARKS: [encoding: string, mark: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * The text of a file that doesn't say how it is encoded: by its byte order mark, else UTF-8 if it is that from the
 * first to the last byte, else windows-1250, in which Polish spreadsheets save.
 * @throws UnusableFile when it is no text
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked) return new TextDecoder(marked).decode(bytes);
  const text = utf8(bytes) ?? new TextDecoder("windows-1250").decode(bytes);
  if (text.includes("\0")) throw new UnusableFile("notTable");
  return text;
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
