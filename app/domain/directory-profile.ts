/**
 * The directory's object for one person (docs/product.md §3): the fields the app shows, each absent when the directory
 * has none.
 */
export type DirectoryProfile = {
  displayName?: string;
  givenName?: string;
  surname?: string;
  mail?: string;
  /** A comma-separated list; who may come in depends on it (docs/product.md §6). */
  jobTitle?: string;
};
