export type DirectoryProfile = {
  displayName?: string;
  givenName?: string;
  surname?: string;
  mail?: string;
  /** A comma-separated list that decides who may use the app (docs/product.md §6). */
  jobTitle?: string;
};
