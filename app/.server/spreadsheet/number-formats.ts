import { UnusableFile } from "./sheet";
import type { XmlEvents } from "./xml-events";

/** Formats of cells: Excel has 65,490 at most. */
const MAX_FORMATS = 70_000;
/** Formats with a code of their own; Excel has some 250. */
const MAX_CODES = 5_000;
/** Of a code, in characters, as Excel has it. */
const MAX_CODE = 255;

/** How a whole number is shown, given its digits. */
export type ShownNumber = (digits: string) => string;

/**
 * Reads the formats of a workbook's cells (ECMA-376 part 1, 18.8).
 * @returns what reads `styles.xml`, and then how a cell of a style shows whole numbers; undefined where they are taken by their
 * plain digits
 */
export function cellFormats(): { events: XmlEvents; formatOf(style: string | undefined): ShownNumber | undefined } {
  const codes = new Map<string, string>();
  /** The format's id for each style of a cell. */
  const styles: string[] = [];
  const known = new Map<string, ShownNumber | undefined>();
  let within: string | undefined;
  const events: XmlEvents = {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmts" || name === "cellXfs") within = name;
      else if (name === "numFmt" && within === "numFmts" && formatCode.length <= MAX_CODE)
        codes.set(numFmtId, formatCode);
      else if (name === "xf" && within === "cellXfs") styles.push(numFmtId);
      if (styles.length > MAX_FORMATS || codes.size > MAX_CODES) throw new UnusableFile("tooMuchInside");
    },
    close(name) {
      if (name === within) within = undefined;
    },
  };
  return {
    events,
    formatOf(style) {
      const id = styles[Number(style ?? "0")];
      if (id === undefined) return undefined;
      if (!known.has(id)) known.set(id, shownNumber(codes.get(id) ?? ""));
      return known.get(id);
    },
  };
}

/** A place for a digit, or a text as it stands (18.8.31); colours and the language are no part of what is shown. */
const TOKENS = /\[(?:[A-Za-z]{3,7}|\$-[\dA-Fa-f]{1,8})\]|([0#])|"([^"]*)"|\\(.)|([ \-()+])/suy;

/**
 * @param code of a format that shows numbers with zeros before them: `00000`, `"MPK "0000`, `00\-000`
 * @returns undefined for any other one: a number is taken by its digits then
 */
export function shownNumber(code: string): ShownNumber | undefined {
  const tokens: { text: string; place: boolean }[] = [];
  TOKENS.lastIndex = 0;
  let end = 0;
  // What follows a semicolon is for negative numbers.
  while (end < code.length && code[end] !== ";") {
    const [, place, quoted, escaped, plain] = TOKENS.exec(code) ?? [undefined];
    if (TOKENS.lastIndex === 0) return undefined;
    end = TOKENS.lastIndex;
    const text = place ?? quoted ?? escaped ?? plain;
    if (text !== undefined) tokens.push({ text, place: place !== undefined });
  }
  const places = tokens.filter(({ place }) => place);
  const least = places.length - places.findIndex(({ text }) => text === "0");
  if (least < 2 || least > places.length) return undefined;
  return (digits) => {
    const given = digits.padStart(least, "0");
    // Digits for which there is no place stand at the first one.
    let at = given.length - places.length;
    let first = true;
    const shown = tokens.map(({ text, place }) => {
      if (!place) return text;
      const from = first ? 0 : Math.max(0, at);
      first = false;
      at += 1;
      return given.slice(from, Math.max(0, at));
    });
    return shown.join("");
  };
}
