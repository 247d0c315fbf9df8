/** docs/product.md §9 has them in px; in em they follow the browser's own size of letters. */
export const breakpoints = {
  xs: "30em",
  sm: "36em",
  md: "48em",
  lg: "62em",
  xl: "75em",
  xxl: "100em",
  xxxl: "125em",
};

/** The window's widths at which layouts change. A style sheet writes `@media (--phone)`. */
export const layoutWidths: Record<string, string> = {
  /** A phone whose letters are twice as large. */
  "--tiny": "(width < 22em)",
  /** The rows of lists are cards, and the header takes two lines. */
  "--phone": `(width < ${breakpoints.md})`,
  "--tablet": `(${breakpoints.md} <= width < ${breakpoints.lg})`,
  /** Tables have all columns but the list of sellers, and pages have two columns. */
  "--desk": `(width >= ${breakpoints.lg})`,
  /** The list of sellers has all its columns, too. */
  "--wide": `(width >= ${breakpoints.xl})`,
};
