import type { InitOptions, i18n } from "i18next";
import type pl from "~/i18n/pl";

/**
 * The shape of every catalogue, as the Polish one gives it. Each namespace is a file; a namespace may nest. It lies in
 * `page/` if a browser may load it, in `server/` if only the server says it.
 * Plural forms differ between languages, so completeness is checked by catalogues.test.ts, not by this type.
 */
type Catalogue = typeof pl.page & typeof pl.server;
export type PageNamespace = keyof typeof pl.page;

/** i18next's `t` for every namespace, as it is passed around outside of components: `t("sellers:list.title")`. */
export type Translate = i18n["t"];

const defaultNamespace = "common" satisfies PageNamespace;

/** The i18next options that the server and the browser share. React escapes, so i18next must not. */
/** Letters that are written from the right, and what changes the direction. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** A value within a sentence: one that could turn what stands beside it has a direction of its own, between U+2068 and U+2069. */
function isolated(value: string): string {
  return TURNS.test(value) ? `\u2068${value}\u2069` : value;
}

export const i18nextOptions = {
  defaultNS: defaultNamespace,
  fallbackNS: defaultNamespace,
  // React escapes; what stands here for it keeps a name from turning the sentence around it.
  interpolation: { escapeValue: true, escape: isolated },
  returnNull: false,
} satisfies InitOptions;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Catalogue;
    returnNull: false;
  }
}
