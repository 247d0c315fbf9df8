/** Shared, because making a collator costs more than sorting a page. */
export const collator = new Intl.Collator("pl", { numeric: true });
