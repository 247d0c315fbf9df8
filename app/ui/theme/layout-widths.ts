/** In em, so that the widths of docs/product.md §9 grow with the browser's font size. */
export const breakpoints = {
  xs: "30em",
  sm: "36em",
  md: "48em",
  lg: "62em",
  xl: "75em",
  xxl: "100em",
  xxxl: "125em",
};

/** For `@media (--phone)` in style sheets. */
export const layoutWidths: Record<string, string> = {
  /** A phone whose font size is doubled. */
  "--tiny": "(width < 22em)",
  /** Rows of lists are cards, and the header has two lines. */
  "--phone": `(width < ${breakpoints.md})`,
  "--tablet": `(${breakpoints.md} <= width < ${breakpoints.lg})`,
  /** Pages have two columns. Tables have all their columns, except the list of sellers. */
  "--desk": `(width >= ${breakpoints.lg})`,
  /** The list of sellers has all its columns. */
  "--wide": `(width >= ${breakpoints.xl})`,
};
