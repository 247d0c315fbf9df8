import i18next, { type i18n } from "i18next";
import { afterEach, expect, it, vi } from "vitest";
import { lighten } from "./light-i18next";

afterEach(() => vi.restoreAllMocks());

function instance(): i18n {
  const created = i18next.createInstance();
  const translation = { total: "Razem: {{total, number}}" };
  void created.init({ lng: "pl", fallbackLng: "en-US", initImmediate: false, resources: { pl: { translation } } });
  lighten(created);
  return created;
}

const saying = (created: i18n) => created.t as unknown as (key: string, values?: object) => string;

it("says numbers as the language does, and small ones without a formatter, which takes a phone long to make", () => {
  const made = vi.spyOn(Intl, "NumberFormat");
  const t = saying(instance());
  expect([0, 320, 999].map((total) => t("total", { total }))).toEqual(["Razem: 0", "Razem: 320", "Razem: 999"]);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
  expect(t("total", { total: 1_234_567 }).replace(/\s/g, " ")).toBe("Razem: 1 234 567");
});

it("forgets what a text was once words are added", () => {
  const created = instance();
  const t = saying(created);
  expect([t("other:hello"), t("other:hello")]).toEqual(["hello", "hello"]);
  created.addResourceBundle("en-US", "other", { hello: "Hello" });
  expect(t("other:hello")).toBe("Hello");
  created.addResourceBundle("pl", "other", { hello: "Cześć" });
  expect(t("other:hello")).toBe("Cześć");
});
