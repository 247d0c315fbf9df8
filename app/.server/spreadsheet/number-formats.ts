import { UnusableFile } from "./sheet";
import type { XmlEvents } from "./xml-events";

/** Formats of cells: Excel has 65,490 at most. */
const MAX_FORMATS = 70_000;
/** Formats with a code of their own; Excel has some 250. */
const MAX_CODES = 5_000;
/** Of a code, in characters, as Excel has it. */
const MAX_CODE = 255;

/** How a number is shown, given as the file has it. */
export type ShownNumber = (number: string) => string;

/** Formats that a workbook needn't spell out (18.8.30), as far as they matter here. */
const BUILT_IN: Record<string, string> = {
  ...{ 9: "0%", 10: "0.00%", 14: "d", 15: "d", 16: "d", 17: "m/y", 22: "d" },
  ...{ 18: "h", 19: "h", 20: "h", 21: "h", 45: "s", 46: "h", 47: "s" },
};
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of the 1st of January 10000, which no spreadsheet has. */
const END_OF_DAYS = 2_958_466;

/**
 * Reads the formats of a workbook's cells (ECMA-376 part 1, 18.8).
 * @returns what reads `styles.xml`, and then how a cell of a style shows numbers; undefined where they are taken by their
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
      if (!known.has(id)) known.set(id, shownNumber(codes.get(id) ?? BUILT_IN[id] ?? ""));
      return known.get(id);
    },
  };
}

/** A place for a digit, or a text as it stands (18.8.31); colours and the language are no part of what is shown. */
const TOKENS = /\[(?:[A-Za-z]{3,7}|\$-[\dA-Fa-f]{1,8})\]|([0#])|"([^"]*)"|\\(.)|([ \-()+])/suy;

/** A day is told as one, as YYYY-MM-DD: nobody would know it by the number that spreadsheets count it with. */
function asDay(number: string): string {
  const days = Math.floor(Number(number));
  if (!(days >= 0 && days < END_OF_DAYS)) return number;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A time of day, or how long something takes, as HH:MM:SS. */
function asTime(number: string): string {
  const seconds = Math.round((Number(number) * DAY_MS) / 1000);
  if (!(seconds >= 0)) return number;
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, "0"))
    .join(":");
}

function asPercentage(number: string): string {
  return `${Number((Number(number) * 100).toPrecision(12))}%`;
}

/**
 * @param code of a format that shows days, times, percentages, or numbers with zeros before them: `00000`, `"MPK "0000`, `00\-000`
 * @returns undefined for any other one: a number is taken by its digits then
 */
export function shownNumber(code: string): ShownNumber | undefined {
  const [symbols = ""] = code.replace(/"[^"]*"|\\.|\[(?!h+\]|s+\])[^\]]*\]?/gis, "").split(";", 1);
  if (/[dy]|mmm/i.test(symbols)) return asDay;
  if (/[hs]/i.test(symbols)) return asTime;
  if (symbols.includes("%")) return asPercentage;
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
    if (!/^\d+$/.test(digits)) return digits;
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
