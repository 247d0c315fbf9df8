import { UnusableFile } from "./sheet";
import type { XmlEvents } from "./xml-events";

/** Excel's limit is 65,490. */
const MAX_CELL_FORMATS = 70_000;
/** Excel writes about 250. */
const MAX_CODES = 5_000;
const MAX_CODE_LENGTH = 255;

export type NumberFormat = (number: string) => string;

/** The formats that a workbook doesn't define (ECMA-376, 18.8.30), if they matter here. */
const BUILT_IN: Record<string, string> = {
  ...{ 9: "0%", 10: "0.00%", 14: "d", 15: "d", 16: "d", 17: "m/y", 22: "d" },
  ...{ 18: "h", 19: "h", 20: "h", 21: "h", 45: "s", 46: "h", 47: "s" },
};
const DAY_MS = 24 * 60 * 60 * 1000;
/** Serial number of the 1st of January 10000, which is out of range. */
const END_OF_DAYS = 2_958_466;

/**
 * Reads the formats of cells (ECMA-376 part 1, 18.8).
 * @returns handlers for `styles.xml`, then a style's format; undefined if digits stay as they are
 */
export function cellFormats(): { events: XmlEvents; formatOf(style: string | undefined): NumberFormat | undefined } {
  const codes = new Map<string, string>();
  const styles: string[] = [];
  const formats = new Map<string, NumberFormat | undefined>();
  let within: string | undefined;
  const events: XmlEvents = {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmts" || name === "cellXfs") within = name;
      else if (name === "numFmt" && within === "numFmts" && formatCode.length <= MAX_CODE_LENGTH)
        codes.set(numFmtId, formatCode);
      else if (name === "xf" && within === "cellXfs") styles.push(numFmtId);
      if (styles.length > MAX_CELL_FORMATS || codes.size > MAX_CODES) throw new UnusableFile("tooMuchInside");
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
      if (!formats.has(id)) formats.set(id, numberFormat(codes.get(id) ?? BUILT_IN[id] ?? ""));
      return formats.get(id);
    },
  };
}

/** A digit or a literal text (18.8.31); colours and languages aren't shown. */
const TOKENS = /\[(?:[A-Za-z]{3,7}|\$-[\dA-Fa-f]{1,8})\]|([0#])|"([^"]*)"|\\(.)|([ \-()+])/suy;

function asDay(number: string): string {
  const days = Math.floor(Number(number));
  if (!(days >= 0 && days < END_OF_DAYS)) return number;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

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

/** Knows dates, times, percentages and leading zeros (`"MPK "0000`, `00\-000`), no others. */
export function numberFormat(code: string): NumberFormat | undefined {
  const [symbols = ""] = code.replace(/"[^"]*"|\\.|\[(?!h+\]|s+\])[^\]]*\]?/gis, "").split(";", 1);
  if (/[dy]|mmm/i.test(symbols)) return asDay;
  if (/[hs]/i.test(symbols)) return asTime;
  if (symbols.includes("%")) return asPercentage;
  const tokens: { text: string; isDigit: boolean }[] = [];
  TOKENS.lastIndex = 0;
  let end = 0;
  // After the semicolon comes the format of negative numbers.
  while (end < code.length && code[end] !== ";") {
    const [, digit, quoted, escaped, plain] = TOKENS.exec(code) ?? [undefined];
    if (TOKENS.lastIndex === 0) return undefined;
    end = TOKENS.lastIndex;
    const text = digit ?? quoted ?? escaped ?? plain;
    if (text !== undefined) tokens.push({ text, isDigit: digit !== undefined });
  }
  const places = tokens.filter(({ isDigit }) => isDigit);
  const minLength = places.length - places.findIndex(({ text }) => text === "0");
  if (minLength < 2 || minLength > places.length) return undefined;
  return (number) => {
    if (!/^\d+$/.test(number)) return number;
    const digits = number.padStart(minLength, "0");
    // The first place takes the digits that have no place of their own.
    let at = digits.length - places.length;
    let isFirst = true;
    const texts = tokens.map(({ text, isDigit }) => {
      if (!isDigit) return text;
      const from = isFirst ? 0 : Math.max(0, at);
      isFirst = false;
      at += 1;
      return digits.slice(from, Math.max(0, at));
    });
    return texts.join("");
  };
}
