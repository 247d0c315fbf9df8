/** A message shown once on the next page, e.g. after a redirect. Texts are already in the person's language. */
export type Flash = {
  kind: "success" | "info" | "error";
  text: string;
  /** A path of this app, e.g. to the record that was just made. */
  link?: { href: string; text: string };
};
