import type { TextField } from "~/domain/seller";

const FAILED_FORMULA =
  /^#(N\/[AD]|REF|ADR|VALUE|ARG|DIV\/0|DZIEL\/0|NAME|NAZWA|NULL|ZERO|NUM|LICZBA|SPILL|CALC|FIELD|BLOCKED|CONNECT|UNKNOWN|BUSY|EXTERNAL|PYTHON|GETTING_DATA)[!?]?$/;

/** Traces of a wrong encoding: U+FFFD and control characters. */
const DAMAGED = /[\uFFFD\x80-\x9f]/;

/** Polish has several forms of a month: `sty`, `styczeń`, and `stycznia` beside a day. */
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
/** For example `sty-24`, `01.lut`, `2.01.2024`, `1/2/24`, `12:30`. */
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
/** A spreadsheet may turn an MPK into a percentage, a rounded number (`1,2E+11`) or a formula. */
const MANGLED_MPK = /^(-?[\d.,]+%|\d([.,]\d+)?E\+\d+|\d[.,]\d+E-\d\d+|=.*)$/s;

export function damageOf(column: TextField, cell: string) {
  const value = cell.trim();
  if (FAILED_FORMULA.test(value)) return "failedFormula";
  if (DAMAGED.test(value)) return "damaged";
  if (column !== "mpk") return undefined;
  if (DATE.test(value)) return "dateMpk";
  return MANGLED_MPK.test(value) ? "noMpk" : undefined;
}

/** A spreadsheet may have turned the MPK `1.10` into the number `1.1`. */
export const isDecimal = (mpk: string) => /^-?\d+[.,]\d+$/.test(mpk);

/** A spreadsheet may have turned the MPK `0017` into the number `17`. */
export const losesZeros = (saved: string, mpk: string) => saved !== mpk && saved.replace(/^0+/, "") === mpk;
