import type { ShownNumber } from "./number-formats";
import { MAX_CELLS, type SheetRow, UnusableFile } from "./sheet";
import type { XmlEvents } from "./xml-events";

/*
 * What of a worksheet's XML matters here (ECMA-376 part 1, 18.3 and 18.4): the cells' texts. Numbers, dates and formulas
 * are taken as the values that the spreadsheet program last saw, as text; of a number's format it counts that it shows a
 * day, a percentage, or zeros before the number.
 */

/** What stands for a formula that no program worked out: an empty cell would clear what a seller has. */
const NOT_WORKED_OUT = "#CALC!";

/** Gives out the texts that cells share (`sst`), in order. */
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
      if (name === "si") give(unescaped(words.taken()));
    },
  };
}

/** What cells refer to: the texts that they share, and their styles. */
export type CellParts = {
  shared: readonly string[];
  /** How a style shows numbers; undefined where they are taken by their plain digits. */
  formatOf: (style: string | undefined) => ShownNumber | undefined;
  /** The workbook asks for its formulas to be worked out (`fullCalcOnLoad`): libraries, which don't, leave a 0 in them meanwhile. */
  stale: boolean;
};

/** Gives out a sheet's rows, in order. */
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
      const isOpen = formula && (text === "" || (stale && text === "0"));
      const number = isOpen ? NOT_WORKED_OUT : text && (formatOf(style)?.(text) ?? text);
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

/** Collects what stands in values and texts, but not in the hints on how to pronounce them. */
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

/** `C5` stands in the third column, which is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(type: string, text: string, shared: readonly string[]): string {
  switch (type) {
    case "s": {
      const found = text === "" ? "" : shared[Number(text)];
      if (found === undefined) throw new UnusableFile("broken");
      return found;
    }
    case "b":
      return text === "1" ? "true" : text === "0" ? "false" : text;
    case "n": {
      const number = Number(text);
      // What has more digits than a number holds would get others in their place.
      const exact = !Number.isInteger(number) || Number.isSafeInteger(number);
      return /^-?\d*$/.test(text) || !Number.isFinite(number) || !exact ? text : String(number);
    }
    default:
      return unescaped(text);
  }
}

/** What XML can't hold is written as `_xHHHH_` (22.9.2.19), half a surrogate pair included. */
function unescaped(text: string): string {
  return text.replace(/_x([\da-fA-F]{4})_/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
