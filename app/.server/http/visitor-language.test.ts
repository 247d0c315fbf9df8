import { expect, test } from "vitest";
import { preferredLocale } from "./visitor-language";

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
  ["en;q=x, pl;q=0.1", "pl"],
  ["en;q=, pl;q=0.1", "pl"],
  ["en,pl", "en-US"],
])("The header %s asks for %s", (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test.each([null, "", "*", "de,fr;q=0.5", "en;q=0", ",;,", "english"])(
  "The header %s asks for no language of ours",
  (header) => {
    expect(preferredLocale(header)).toBeUndefined();
  },
);
