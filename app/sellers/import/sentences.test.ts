import { expect, test } from "vitest";
import { asSentences } from "./sentences";

test("a text that another follows ends with one full stop, and one that stands alone stays as it is", () => {
  expect(asSentences(["Wpisz adres", "Ten adres powtarza się w wierszu 3."])).toBe(
    "Wpisz adres. Ten adres powtarza się w wierszu 3.",
  );
  expect(asSentences(["Popraw go.", "Wpisz adres"])).toBe("Popraw go. Wpisz adres");
  expect(asSentences(["Wpisz adres"])).toBe("Wpisz adres");
});
