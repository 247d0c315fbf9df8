import { expect, test } from "vitest";
import { bestFirst } from "./commands";

const labels = [
  "Twoje operacje zbiorcze",
  "Importuj sprzedawców",
  "Lista sprzedawców",
  "Sprzedawcy",
  "Dodaj sprzedawcę",
];
const found = (q: string) =>
  bestFirst(
    q,
    labels.map((label) => ({ label })),
  ).map(({ label }) => label);

test("Matches come exact first, then at the start, at a word and inside", () => {
  expect(found("sprzedawcy")).toEqual(["Sprzedawcy"]);
  expect(found("sprzedawc")).toEqual(["Sprzedawcy", "Importuj sprzedawców", "Lista sprzedawców", "Dodaj sprzedawcę"]);
  expect(found("ope")).toEqual(["Twoje operacje zbiorcze"]);
  expect(found("ort")).toEqual(["Importuj sprzedawców"]);
  expect(found("DODAJ sprz")).toEqual(["Dodaj sprzedawcę"]);
  expect(found("lódz")).toEqual([]);
  expect(found("")).toEqual(labels);
});
