const POLISH = /^(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{4})(?:\s*r\.?)?$/;
const SHORT_YEAR = /^(?<before>\d{1,2}\.\d{1,2}\.)(?=\d\d(?!\d))/;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** `1.2.2026`, `1/2/2026` and `1.2.26` become `2026-02-01`. The day may not exist (`isDay`). */
export function parsePolishDay(text: string): string | undefined {
  const [, day = "", month = "", year] = POLISH.exec(text.trim().replace(SHORT_YEAR, "$<before>20")) ?? [];
  return year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Whether a day exists. JavaScript parses 31 February as a day of March. */
export function isDay(text: string): boolean {
  const time = ISO.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
