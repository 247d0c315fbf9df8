/**
 * How Polish sorts, numbers by their value. One for the process: building a collator costs more than sorting a page
 * with it.
 */
export const collator = new Intl.Collator("pl", { numeric: true });

const alike = new Intl.Collator("pl", { numeric: true, sensitivity: "accent" });

/** Whether two names are one to whoever reads them: letter case doesn't count, accents do. */
export function isSameName(one: string, other: string): boolean {
  return alike.compare(one, other) === 0;
}
