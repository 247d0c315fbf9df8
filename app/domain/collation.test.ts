import { expect, test } from "vitest";
import { collator } from "./collation";

test("Names sort the Polish way, and numbers by their value", () => {
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
