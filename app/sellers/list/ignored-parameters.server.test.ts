import { expect, test } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { ignoredParameters } from "./ignored-parameters.server";

const said = (search: string) =>
  ignoredParameters(new URLSearchParams(search), getT("pl")).map((text) => text.replace(/\u00a0/g, " "));

test.each([
  ["page=0", "Pole Strona musi wynosić od 1 do 1 000 000"],
  ["page=1000001", "Pole Strona musi wynosić od 1 do 1 000 000"],
  ["page=-3", "Pole Strona musi wynosić od 1 do 1 000 000"],
  ["page=1.5", "Pole Strona musi zawierać liczbę całkowitą"],
  ["page=druga", "Pole Strona musi zawierać liczbę"],
  ["page=1e3", "Pole Strona musi zawierać liczbę"],
  ["size=33", "Pole Liczba sprzedawców na stronę musi mieć jedną z wartości: 10, 20, 50, 100"],
  ["status=maybe", "Pole Stan konta ma nieznaną wartość"],
  ["names=all", "Pole Bez imienia i nazwiska ma nieznaną wartość"],
  ["sort=age", "Pole Kolejność ma nieznaną wartość"],
  [`q=${"x".repeat(201)}`, "Pole Szukany tekst może mieć najwyżej 200 znaków"],
  [`mpk=${"0".repeat(65)}`, "Pole MPK zaczyna się od może mieć najwyżej 64 znaki"],
])("%s", (search, message) => {
  expect(said(search)).toEqual([message]);
});

test("names each field that can't be used, once", () => {
  expect(said("page=x&page=y&size=1&sort=age")).toHaveLength(3);
});

test.each([
  "",
  "q=&status=&mpk=&names=&sort=&page=&size=",
  "q=kowalski&status=active&mpk=001&names=none&sort=-mpk&page=12&size=50",
  "utm_source=mail&returned=1",
])("has nothing to say about ?%s", (search) => {
  expect(said(search)).toEqual([]);
});
