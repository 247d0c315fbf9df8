import i18next from "i18next";
import { expect, it, vi } from "vitest";
import { remembered, rememberTexts } from "./remembered-texts";

const created = i18next.createInstance();
void created.init({
  lng: "pl",
  initImmediate: false,
  resources: {
    pl: {
      translation: {
        plain: "Zapisz",
        hello: "Cześć, {{name}}",
        page: "{{page}} z {{pages}}",
        seen_one: "{{count}} raz",
        seen_few: "{{count}} razy",
        seen_many: "{{count}} razy",
      },
    },
  },
});

it("texts without values or with numbers alone are looked up once, all others each time", () => {
  const lookUp = vi.fn(created.t);
  created.t = lookUp as unknown as typeof created.t;
  rememberTexts(created);
  const t = created.t as unknown as (key: string, options?: object) => string;
  expect([t("plain"), t("plain")]).toEqual(["Zapisz", "Zapisz"]);
  expect([t("seen", { count: 1 }), t("seen", { count: 3 }), t("seen", { count: 1 })]).toEqual([
    "1 raz",
    "3 razy",
    "1 raz",
  ]);
  expect(lookUp).toHaveBeenCalledTimes(3);
  expect([t("hello", { name: "Ala" }), t("hello", { name: "Ola" })]).toEqual(["Cześć, Ala", "Cześć, Ola"]);
  expect([t("seen", { count: 2.5 }), t("seen", { count: 1, context: "x" })]).toHaveLength(2);
  expect(t("plain", { defaultValue: "x" })).toBe("Zapisz");
  expect(lookUp).toHaveBeenCalledTimes(8);
  const page = () => [1, 2].map((page) => t("page", { page, pages: 9 }));
  expect([page(), page()]).toEqual(Array(2).fill(["1 z 9", "2 z 9"]));
  expect(lookUp).toHaveBeenCalledTimes(10);
});

it("a component's own `t` shares what is known, and finds its own namespace and language", () => {
  const own = i18next.createInstance();
  const resources = {
    pl: { list: { title: "Sprzedawcy" }, home: { title: "Pulpit" } },
    en: { list: { title: "Sellers" } },
  };
  void own.init({ lng: "pl", ns: ["list", "home"], initImmediate: false, resources });
  const lookUp = vi.fn(own.t);
  own.t = lookUp as unknown as typeof own.t;
  rememberTexts(own);
  const getFixedT = own.getFixedT.bind(own) as unknown as (lng: string, ns: string) => (key: string) => string;
  const titles = () =>
    ["pl list", "pl home", "en list"].map((of) => getFixedT(...(of.split(" ") as [string, string]))("title"));
  expect(titles()).toEqual(["Sprzedawcy", "Pulpit", "Sellers"]);
  expect(titles()).toEqual(["Sprzedawcy", "Pulpit", "Sellers"]);
  expect(lookUp).toHaveBeenCalledTimes(3);
});

it("remembers no more than a bound, and goes on from there", () => {
  const lookUp = vi.fn((_key: unknown, options: unknown) => String((options as { count: number }).count));
  const t = remembered(lookUp);
  for (let count = 0; count <= 10_000; count += 1) t("seen", { count });
  expect([t("seen", { count: 10_000 }), t("seen", { count: 3 })]).toEqual(["10000", "3"]);
  expect(lookUp).toHaveBeenCalledTimes(10_002);
});
