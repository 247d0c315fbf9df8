import { expect, test } from "vitest";
import { collator, isSameName } from "./collation";

test("sorts the Polish way, and numbers by their value", () => {
  const sorted = ["Żuk", "zebra", "Łódź", "lodówka", "Lublin", "Sklep 10", "Sklep 9", "Ćma", "czas"];
  expect(sorted.toSorted(collator.compare)).toEqual([
    "czas",
    "Ćma",
    "lodówka",
    "Lublin",
    "Łódź",
    "Sklep 9",
    "Sklep 10",
    "zebra",
    "Żuk",
  ]);
});

test("a name in other letter case is the same, with another accent it isn't", () => {
  expect(isSameName("Łódź", "łódź")).toBe(true);
  expect(isSameName("Łódź", "Lodz")).toBe(false);
  expect(isSameName("Sklep 07", "sklep 7")).toBe(true);
});
