/** With dots, slashes, dashes or spaces, and perhaps „r.” for „roku”. */
const POLISH = /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{4})(?:\s*r\.?)?$/;
/** A year of two digits; only after dots, where nothing else can be meant. */
const SHORT_YEAR = /^(?<before>\d{1,2}\.\d{1,2}\.)(?=\d\d(?!\d))/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** A day as people write it, DD.MM.YYYY above all, as YYYY-MM-DD, whether there is one (`isDay`) or not; undefined when it is written otherwise. */
export function fromPolish(text: string): string | undefined {
  const [, day = "", month = "", year] = POLISH.exec(text.trim().replace(SHORT_YEAR, "$<before>20")) ?? [];
  return year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Whether it is a day of the calendar, as YYYY-MM-DD: 31 February rolls over to March when it is parsed, and comes back as another. */
export function isDay(text: string): boolean {
  const time = ISO.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
