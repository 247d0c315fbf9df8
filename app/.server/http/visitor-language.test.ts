import { expect, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { visitorLocale } from "./visitor-language";

Object.assign(process.env, testEnv());

const localeFor = (header: string) =>
  visitorLocale(new Request("http://panel.test/", { headers: { "Accept-Language": header } }));

test.each([
  ["en-GB", "en-US"],
  ["en", "en-US"],
  ["EN-gb", "en-US"],
  ["pl-PL,pl;q=0.9,en;q=0.8", "pl"],
  ["pl;q=0.5, en-GB;q=0.8", "en-US"],
  ["en;q=0.5,pl;q=0.9", "pl"],
  ["de-DE,de;q=0.9,en-GB;q=0.8,pl;q=0.1", "en-US"],
  ["de, pl ; q=0.3, en;q=0.2", "pl"],
  ["en;q=0, pl;q=0.1", "pl"],
  ["en,pl", "en-US"],
])("The header %s gets %s", async (header, locale) => {
  expect(await localeFor(header)).toBe(locale);
});

test.each(["", "*", "de,fr;q=0.5", "en;q=0", "en;q=0.00", ",;,", "english"])(
  "The header %s, without a language of ours, gets Polish",
  async (header) => {
    expect(await localeFor(header)).toBe("pl");
  },
);
