/** A list of sellers that a person named. */
export type NamedView = {
  name: string;
  /** The filter and the order as a URL says them, without a page or a size. */
  query: string;
};
