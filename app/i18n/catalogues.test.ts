import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import enUS from "~/i18n/en-US";
import pl from "~/i18n/pl";
import { getT, i18nFor } from "./i18n.server";
import { fileOf } from "./page-namespaces";

type Tree = { [key: string]: string | Tree };

/**
 * What each language's numbers need (CLDR): Polish says „2 wiersze”, „5 wierszy”, „1,5 wiersza”.
 */
const forms = { pl: ["one", "few", "many", "other"], "en-US": ["one", "other"] };
const PLURAL = /_(zero|one|two|few|many|other)$/;
const POLISH_LETTER = /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/;

function flatten(tree: Tree, path = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  );
}

const sides = { pl, "en-US": enUS };
const catalogues = {
  pl: new Map(flatten({ ...pl.page, ...pl.server })),
  "en-US": new Map(flatten({ ...enUS.page, ...enUS.server })),
};
const locales = Object.keys(catalogues) as (keyof typeof catalogues)[];
const base = (key: string) => key.replace(PLURAL, "");
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1]).sort();

const files = import.meta.glob<Record<string, Tree>>("./*/{page,server}/*.ts", { eager: true });

test.each(locales)("The index of %s has each file's texts on its own side", (locale) => {
  const there = (side: "page" | "server") =>
    Object.entries(files).flatMap(([path, texts]) =>
      path.startsWith(`./${locale}/${side}/`)
        ? Object.entries(texts).map(([name, tree]) => [name === "default" ? basename(path, ".ts") : name, tree])
        : [],
    );
  for (const side of ["page", "server"] as const) expect(sides[locale][side]).toEqual(Object.fromEntries(there(side)));
  const [page, server] = [Object.keys(sides[locale].page), Object.keys(sides[locale].server)];
  expect(page.filter((name) => server.includes(name))).toEqual([]);
});

test("Browsers load a page's namespace from the file that holds it", () => {
  for (const namespace of Object.keys(pl.page) as (keyof typeof pl.page)[]) {
    const file = files[`./pl/page/${fileOf(namespace)}.ts`];
    expect(file?.[namespace] ?? file?.default).toEqual(pl.page[namespace]);
  }
});

test("Every language has the same keys", () => {
  const [polish, english] = locales.map((locale) => [...new Set([...catalogues[locale].keys()].map(base))].sort());
  expect(english).toEqual(polish);
  expect(polish?.length).toBeGreaterThan(100);
});

describe.each(locales)("The catalogue %s", (locale) => {
  const catalogue = catalogues[locale];

  test("Every key has a text", () => {
    expect([...catalogue].filter(([, text]) => text.trim() === "" || text !== text.trim())).toEqual([]);
  });

  test("Every plural has the forms of its language and no other", () => {
    const plurals = new Map<string, string[]>();
    for (const key of catalogue.keys()) {
      const form = PLURAL.exec(key)?.[1];
      if (form) plurals.set(base(key), [...(plurals.get(base(key)) ?? []), form]);
    }
    for (const [key, found] of plurals) expect(found.sort(), key).toEqual([...forms[locale]].sort());
  });
});

test("Every language fills in the same values", () => {
  // A form of one („1 wiersz”) may leave out its count.
  const filled = (locale: (typeof locales)[number], key: string) =>
    new Set([...catalogues[locale]].filter(([other]) => base(other) === key).flatMap(([, text]) => variables(text)));
  for (const key of new Set([...catalogues.pl.keys()].map(base)))
    expect([...filled("en-US", key)].sort(), key).toEqual([...filled("pl", key)].sort());
});

test.each(locales)("Lines of %s break before no unit or noun, and not in „e-mail”", (locale) => {
  const { forms: _fixed, ...bound } = i18nFor(locale).getDataByLanguage(locale) as Record<string, Tree>;
  const texts = flatten(bound as Tree);
  expect(texts.filter(([, text]) => text.includes("\u00a0")).length).toBeGreaterThan(10);
  const loose = /(^|[\s(„“–])[aiouwz] |⌘ | ([kM]B|s|min|px|%)(?!\p{L})|(\d|number\}\}|\{\{count\}\}) \p{L}/iu;
  expect(texts.filter(([, text]) => loose.test(text.replaceAll("’s", "")))).toEqual([]);
  expect(texts.filter(([, text]) => /e-mail.*[.,:]|[.,:].*e-mail/.test(text))).toEqual([]);
});

test("No text sends people to somebody whose address it doesn't have", () => {
  const sends =
    /(powiadom|zgłoś|skontaktuj|kontakt z|contact|napisz do|write to the|let them know|tell (the|your)|ask (the|your) admin)/i;
  const found = locales.flatMap((locale) => [...catalogues[locale]].filter(([, text]) => sends.test(text)));
  expect(found).toEqual([]);
});

test("English holds no Polish letters, outside of Polish names", () => {
  const names = ["Żółta Łódź"];
  const found = [...catalogues["en-US"]].filter(([, text]) =>
    POLISH_LETTER.test(names.reduce((rest, name) => rest.replaceAll(name, ""), text)),
  );
  expect(found).toEqual([]);
});

test("Polish quotes with „…”", () => {
  expect([...catalogues.pl].filter(([, text]) => /["“]|&quot;/.test(text))).toEqual([]);
});

test("English quotes with “…”, and its apostrophes are ’", () => {
  expect([...catalogues["en-US"]].filter(([, text]) => /["'„”](?=\p{L})|(?<=\p{L})["'„]/u.test(text))).toEqual([]);
});

/** docs/words.md: what has another name here, or no Polish editor would let pass. */
const FORBIDDEN: [what: RegExp, instead: string][] = [
  [/(?<!\p{L})rekord/iu, "sprzedawca, dane sprzedawcy"],
  [/(?<!\p{L})serwer\p{L}* (danych|sprzedawców)/iu, "system sprzedawców"],
  [/(?<!\p{L})dostawc/iu, "system logowania"],
  [/(?<!\p{L})preferencj/iu, "ustawienia"],
  [/(?<!\p{L})zada(ni|ń)/iu, "operacja zbiorcza"],
  [/(?<!\p{L})żeby(?!\p{L})/iu, "aby"],
  [/(?<!\p{L})zrobion[aeoy]/iu, "wprowadzone, wykonane"],
  [/sesj\p{L}* (się )?(s|za|jest za|została za)kończ/iu, "Sesja wygasła"],
  [/skończyła się (\p{L}+ )?sesj/iu, "Sesja wygasła"],
  [/identyfikator\p{L}* zgłoszenia/iu, "identyfikator błędu"],
  [/(?<!\p{L})(gęstoś|odstęp[yów])/iu, "wygląd tabeli"],
  [/nieznan\p{L}+ wynik|wynik\p{L}* nieznan/iu, "nie wiadomo"],
  [/w międzyczasie/iu, "po otwarciu formularza"],
  [/każdą zmianę.*cofn/iu, "Zmiany danych i stanu konta można cofnąć"],
  [/chwileczk|nietknięt|zatrzeć|kłóci|nie da się|(?<!\p{L})nikogo/iu, "see docs/words.md"],
];

test("Polish keeps to one name per thing", () => {
  const texts = [...catalogues.pl];
  const found = FORBIDDEN.flatMap(([what, instead]) =>
    texts.filter(([, text]) => what.test(text)).map(([key, text]) => `${key}: ${text} (${instead})`),
  );
  expect(found).toEqual([]);
});

test("Polish names what docs/product.md §10 fixes as it stands there", () => {
  const texts = new Set(catalogues.pl.values());
  const fixed = [
    ["Sprzedawcy", "Nowy sprzedawca", "Edycja sprzedawcy"],
    ["Szukaj", "Dodaj sprzedawcę", "Zapisz", "Anuluj", "Edytuj", "Włącz konto", "Wyłącz konto", "Eksportuj CSV"],
    ["Eksportuj XLSX", "Importuj", "Wyloguj się", "Zaloguj się ponownie", "Wróć do formularza"],
    ["Nazwa wyświetlana", "Adres e-mail", "Imię", "Nazwisko", "MPK", "Konto aktywne", "(wymagane)"],
    ["Brak danych", "Błąd wysyłania", "na stronę", "Brak autoryzacji", "Nie masz dostępu do tej strony"],
  ].flat();
  expect(fixed.filter((text) => !texts.has(text))).toEqual([]);
  const newSeller = [...catalogues.pl].filter(([, text]) => text === "Nowy sprzedawca").map(([key]) => key);
  expect(newSeller).toEqual(["sellers.form.newTitle"]);
});

/** Server and component files; catalogues, tests and comments aside. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /\/i18n\/(pl|en-US)$/.test(path) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test("No text for people stands outside of the catalogues", () => {
  const app = fileURLToPath(new URL("..", import.meta.url));
  const files = sources(app);
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((path) => {
    const code = readFileSync(path, "utf8")
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/(^|[^:])\/\/.*$/gm, "$1");
    // Folding letters for a search and the sample names of the style guide are no texts.
    if (/app\/(domain\/(clean-text|search)\.ts|ops\/style-guide\.route\.tsx)$/.test(path)) return [];
    return code
      .split("\n")
      .filter((line) => POLISH_LETTER.test(line))
      .map((line) => `${path.slice(app.length)}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

test.each([
  ["Łódź O'Neil & Syn", "Łódź O'Neil & Syn"],
  ["אבגד", "\u2068אבגד\u2069"],
  ["Sklep \u202eabc", "\u2068Sklep \u202eabc\u2069"],
])("A name turns no sentence around it: %s", (name, shown) => {
  expect(getT("pl")("problems:unknownCreated", { name })).toContain(`sprzedawca „${shown}” jest na liście`);
});
