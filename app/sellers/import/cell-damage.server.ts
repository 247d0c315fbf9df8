import type { TextField } from "~/domain/seller";

/** Error values of formulas: English in XLSX files, also Polish in CSV files. */
const FAILED_FORMULA =
  /^#(N\/[AD]|REF|ADR|VALUE|ARG|DIV\/0|DZIEL\/0|NAME|NAZWA|NULL|ZERO|NUM|LICZBA|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON|GETTING_DATA)[!?]?$/;

/** A wrong encoding leaves U+FFFD for what couldn't be decoded, and control characters. */
const DAMAGED = /[\uFFFD\x80-\x9f]/;

/** Month names, alone and beside a day (Polish inflects them): `sty`, `styczeń`, `stycznia`. */
const months = ["pl", "en"].flatMap((locale) =>
  ([{ month: "short" }, { month: "long" }, { month: "long", day: "numeric" }] as const).flatMap((options) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_none, at) => {
      const parts = format.formatToParts(Date.UTC(2024, at));
      return parts.find(({ type }) => type === "month")?.value;
    });
  }),
);
const MONTH = `(?:${months.join("|")})`;
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";
const MONTH_NUMBER = "(?:0?[1-9]|1[0-2])";
/** Dates and times as spreadsheets show them: `sty-24`, `01.lut`, `2.01.2024`, `1/2/24`, `12:30`. */
const DATE = new RegExp(
  [
    `^${MONTH}[-. /]\\d{1,4}$`,
    `^${DAY}[-. /]${MONTH}(?:[-. /]\\d{2,4})?$`,
    `^${DAY}\\.${MONTH_NUMBER}\\.\\d{4}$`,
    `^(?:${DAY}/${MONTH_NUMBER}|${MONTH_NUMBER}/${DAY})/(?:\\d\\d){1,2}$`,
    "^\\d{4}-\\d\\d-\\d\\d(?:[ T]\\d\\d:\\d\\d.*)?$",
    "^\\d{1,3}:\\d\\d(?::\\d\\d)?(?: [AP]M)?$",
  ].join("|"),
  "isu",
);
/** Other values that spreadsheets make of an MPK: a percentage, a rounded number, a formula. */
const MANGLED_MPK = /^(-?[\d.,]+%|\d([.,]\d+)?E\+\d+|\d[.,]\d+E-\d\d+|=.*)$/s;

/** Finds damage by a spreadsheet or an encoding that forms accept. @returns undefined if sound */
export function damageOf(column: TextField, cell: string) {
  const value = cell.trim();
  if (FAILED_FORMULA.test(value)) return "failedFormula";
  if (DAMAGED.test(value)) return "damaged";
  if (column !== "mpk") return undefined;
  if (DATE.test(value)) return "dateMpk";
  return MANGLED_MPK.test(value) ? "noMpk" : undefined;
}

/** Whether a spreadsheet may have made a number of the MPK. */
export const isDecimal = (mpk: string) => /^-?\d+[.,]\d+$/.test(mpk);

/** Whether a file's MPK is the saved MPK without the leading zeros, which numbers lose. */
export const losesZeros = (saved: string, mpk: string) => saved !== mpk && saved.replace(/^0+/, "") === mpk;
