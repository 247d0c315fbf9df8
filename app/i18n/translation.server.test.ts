import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider, useTranslation as theirs } from "react-i18next";
import { expect, it } from "vitest";
import { i18nFor } from "./i18n.server";
import { useTranslation as ours } from "./translation.server";

type Hook = (namespaces?: string | readonly string[]) => { t: (key: string, options?: object) => string };

/** What a page's component says that takes its words from there. */
function said(useWords: unknown, namespaces?: string | string[]): string {
  const Words = () => {
    const { t } = (useWords as Hook)(namespaces);
    const found = t("list.found", { count: 3 });
    return [t("product"), t("sellers:list.title"), t("list.title"), found, t("common:perPage"), t("none")].join("|");
  };
  return ["pl", "en-US"]
    .map((locale) =>
      renderToString(createElement(I18nextProvider, { i18n: i18nFor(locale as "pl") }, createElement(Words))),
    )
    .join();
}

it.each([[undefined], ["sellers"], ["auth"], [["sellers", "common"]]])(
  "says for %s what react-i18next says",
  (names) => {
    expect(said(ours, names)).toBe(said(theirs, names));
    expect(said(ours, names)).toBe(said(theirs, names));
  },
);

it("makes one `t` for all components with the same namespace", () => {
  const made = new Set<unknown>();
  const One = () => {
    made.add(ours("sellers").t);
    return null;
  };
  const two = [createElement(One, { key: 1 }), createElement(One, { key: 2 })];
  renderToString(createElement(I18nextProvider, { i18n: i18nFor("pl") }, two));
  expect(made.size).toBe(1);
});
