const POLISH = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** A day written DD.MM.YYYY as YYYY-MM-DD, whether there is one (`isDay`) or not; undefined when it is written otherwise. */
export function fromPolish(text: string): string | undefined {
  const [, day = "", month = "", year] = POLISH.exec(text.trim()) ?? [];
  return year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Whether it is a day of the calendar, as YYYY-MM-DD: 31 February rolls over to March when it is parsed, and comes back as another. */
export function isDay(text: string): boolean {
  const time = ISO.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
