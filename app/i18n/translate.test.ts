import { expect, test } from "vitest";
import enUS from "~/i18n/en-US";
import pl from "~/i18n/pl";
import { bindTexts, type Texts } from "./catalogues";
import { getT } from "./i18n.server";
import { type Locale, localeCodes } from "./locales";
import { makeTranslate } from "./translate";

type Say = (key: string, values?: object) => string;

const pages: Record<Locale, Texts> = { pl: bindTexts(pl.page), "en-US": bindTexts(enUS.page) };
const onServer = (locale: Locale) => getT(locale) as Say;
const inBrowser = (locale: Locale) => makeTranslate(locale, new Map(Object.entries(pages[locale]) as never)) as Say;

/** Each text with the key that components name: `sellers:list.found`, not `…found_one`. */
function keyedTexts(texts: Texts, path = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[path + name.replace(/_(one|few|many|other)$/, ""), value] as [string, string]]
      : keyedTexts(value, path + name + (path ? "." : ":")),
  );
}

test.each(localeCodes)("A browser fills in and counts in %s as the server does", (locale) => {
  const texts = keyedTexts(pages[locale]);
  expect(texts.length).toBeGreaterThan(500);
  const said = (t: Say) =>
    texts.flatMap(([key, text]) => {
      const names = [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1] as string);
      return [0, 1, 2, 5, 22, 1.5, 1_234_567].map((count) =>
        t(key, { ...Object.fromEntries(names.map((name) => [name, count])), count }),
      );
    });
  expect(said(inBrowser(locale))).toEqual(said(onServer(locale)));
});

test.each([
  ["a name in Hebrew", "דנה"],
  ["signs that patterns use", "$& $1 \\"],
  ["a placeholder", "{{name}} {{count, number}}"],
  ["a reference of i18next's", "$t(common:save)"],
  ["markup", "<b>&amp;"],
  ["nothing", undefined],
])("A browser fills in %s as the server does", (_what, name) => {
  const key = "import:fileName";
  expect(inBrowser("pl")(key, { name })).toBe(onServer("pl")(key, { name }));
});
