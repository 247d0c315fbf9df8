import { expect, test } from "vitest";
import { searchWords, splitMatches } from "./search";

test.each([
  ["Żółta Łódź", "lodz zol", ["", "Żół", "ta ", "Łódź"]],
  ["Z\u0307o\u0301łw", "zo", ["", "Z\u0307o\u0301", "łw"]],
  ["Straße", "ss", ["Stra", "ß", "e"]],
  ["Anna Nowak", "nn na", ["A", "nna", " Nowak"]],
  ["ananas", "ana", ["", "ana", "nas"]],
  ["ananas", "ana nas", ["", "ananas"]],
  ["MPK-0012", "12", ["MPK-00", "12"]],
  ["Kowalski", "nowak", ["Kowalski"]],
  ["Kowalski", "", ["Kowalski"]],
  ["", "a", [""]],
  ["😀 sklep 😀", "sklep", ["😀 ", "sklep", " 😀"]],
])("The text %j is split where the words %j match", (text, q, parts) => {
  expect(splitMatches(text, searchWords(q))).toEqual(parts);
});
