import { expect, test } from "vitest";
import { asSentences } from "./plan-page.server";

test("Sentences are joined with one full stop between them", () => {
  expect(asSentences(["Wpisz adres", "Ten adres powtarza się w wierszu 3."])).toBe(
    "Wpisz adres. Ten adres powtarza się w wierszu 3.",
  );
  expect(asSentences(["Popraw go.", "Wpisz adres"])).toBe("Popraw go. Wpisz adres");
  expect(asSentences(["Wpisz adres"])).toBe("Wpisz adres");
});
