/** Shared, because making a collator costs more than sorting a page. */
export const collator = new Intl.Collator("pl", { numeric: true });

const alike = new Intl.Collator("pl", { numeric: true, sensitivity: "accent" });

/** Ignores letter case, but not accents. */
export function isSameName(one: string, other: string): boolean {
  return alike.compare(one, other) === 0;
}
