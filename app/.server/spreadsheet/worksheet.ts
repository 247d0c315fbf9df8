import type { NumberFormat } from "./number-formats";
import { MAX_CELLS, type SheetRow, UnusableFile } from "./sheet";
import type { XmlEvents } from "./xml-events";

/* Reads a worksheet's cells (ECMA-376 part 1, 18.3 and 18.4); of formulas the stored values. */

/** The text of a formula without a value: an empty cell would clear the seller's value. */
const NO_VALUE = "#CALC!";

/** Reads the texts that cells share (`sst`), in order. */
export function sharedTexts(give: (text: string) => void): XmlEvents {
  const words = collector();
  return {
    open(name) {
      if (name === "si") words.clear();
      words.open(name);
    },
    text: words.text,
    close(name) {
      words.close(name);
      if (name === "si") give(unescapeXml(words.taken()));
    },
  };
}

/** The parts of a workbook that cells refer to. */
export type CellParts = {
  shared: readonly string[];
  formatOf: (style: string | undefined) => NumberFormat | undefined;
  /** Whether formulas still have to be calculated (`fullCalcOnLoad`). Libraries store 0 in them. */
  stale: boolean;
};

/** Reads a sheet's rows, in order. */
export function sheetRows({ shared, formatOf, stale }: CellParts, give: (row: SheetRow) => void): XmlEvents {
  const words = collector();
  let row: SheetRow = { line: 0, cells: [] };
  let column = 0;
  let type = "";
  let style: string | undefined;
  let formula = false;
  return {
    open(name, { r, t = "n", s }) {
      if (name === "row") {
        row = { line: r && /^\d{1,7}$/.test(r) ? Number(r) : row.line + 1, cells: [] };
        column = 0;
      } else if (name === "c") {
        column = columnOf(r) ?? column;
        type = t;
        style = s;
        formula = false;
        words.clear();
      } else {
        formula ||= name === "f";
        words.open(name);
      }
    },
    text: words.text,
    close(name) {
      words.close(name);
      if (name === "row") give(row);
      if (name !== "c") return;
      const text = textOf(type, words.taken(), shared);
      const hasNoValue = formula && (text === "" || (stale && text === "0"));
      const number = hasNoValue ? NO_VALUE : text && (formatOf(style)?.(text) ?? text);
      const value = type === "n" ? number : text;
      if (value !== "") put(row, column, value);
      column += 1;
    },
  };
}

function put({ line, cells }: SheetRow, column: number, value: string): void {
  if (column >= MAX_CELLS) throw new UnusableFile("rowTooLong", { line });
  while (cells.length < column) cells.push("");
  cells[column] = value;
}

/** Collects the text of values, without pronunciation hints (`rPh`). */
function collector() {
  let collected = "";
  let within = false;
  let hint = false;
  const of = (name: string) => name === "t" || name === "v";
  return {
    clear() {
      collected = "";
    },
    open(name: string) {
      if (name === "rPh") hint = true;
      if (of(name)) within = !hint;
    },
    text(piece: string) {
      if (within) collected += piece;
    },
    close(name: string) {
      if (name === "rPh") hint = false;
      if (of(name)) within = false;
    },
    taken: () => collected,
  };
}

/** 2 for `C5`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(type: string, text: string, shared: readonly string[]): string {
  switch (type) {
    case "s": {
      const sharedText = text === "" ? "" : shared[Number(text)];
      if (sharedText === undefined) throw new UnusableFile("broken");
      return sharedText;
    }
    case "b":
      return text === "1" ? "true" : text === "0" ? "false" : text;
    case "n": {
      const number = Number(text);
      // A number with more digits than JavaScript can hold would change them.
      const exact = !Number.isInteger(number) || Number.isSafeInteger(number);
      return /^-?\d*$/.test(text) || !Number.isFinite(number) || !exact ? text : String(number);
    }
    default:
      return unescapeXml(text);
  }
}

/** `_xHHHH_` is a character that XML can't hold (22.9.2.19). */
function unescapeXml(text: string): string {
  return text.replace(/_x([\da-fA-F]{4})_/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
