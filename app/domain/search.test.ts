import { expect, test } from "vitest";
import { indexedWords, searchedPrefixes, searchWords, splitMatches } from "./search";

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

test.each([
  ["Żółta Łódź, Żółta", ["zolta", "lodz,"]],
  ["jan.nowak@example.pl", ["jan.nowak@example.pl", "nowak@example.pl", "example.pl", "pl"]],
  ["MPK-0012 – (Ewa)", ["mpk-0012", "0012", "–", "(ewa)", "ewa)"]],
  ["x".repeat(70), ["x".repeat(64)]],
  ["  ", []],
])("The text %j is found by the beginnings of %j", (text, words) => {
  expect(indexedWords(text)).toEqual(words);
});

test("A search by prefixes compares each word once", () => {
  expect(searchedPrefixes(`Łódź lodz ${"x".repeat(70)}`)).toEqual(["lodz", "x".repeat(64)]);
});
