import type { i18n, Namespace, TFunction } from "i18next";
import { useContext } from "react";
import { I18nContext } from "react-i18next";
import { defaultNamespace } from "./catalogues";
import { remembered } from "./remembered-texts";

export * from "react-i18next";

type Translation = { t: TFunction; i18n: i18n };

const translations = new WeakMap<i18n, Map<string | undefined, Translation>>();

/**
 * Stands in for react-i18next's hook on the server, where no language changes under a page and all words are there: its own makes
 * each component a `t`, a state and effects (scripts/build/lean-libraries.ts puts this in its place, docs/decisions/0009).
 */
export function useTranslation(namespaces?: string | readonly string[]): Translation {
  const { i18n } = useContext(I18nContext);
  const namespace = typeof namespaces === "object" ? namespaces[0] : namespaces;
  const ofInstance = translations.get(i18n) ?? new Map<string | undefined, Translation>();
  translations.set(i18n, ofInstance);
  const known = ofInstance.get(namespace);
  if (known) return known;
  const t = remembered(
    i18n.getFixedT(null, (namespace ?? defaultNamespace) as Namespace) as never,
  ) as unknown as TFunction;
  const made = { t, i18n };
  ofInstance.set(namespace, made);
  return made;
}
