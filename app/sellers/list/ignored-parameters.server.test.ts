import { expect, test } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { describeIgnored } from "./ignored-parameters.server";

const said = (search: string) =>
  describeIgnored(new URLSearchParams(search), getT("pl")).map((text) => text.replace(/\u00a0/g, " "));

test.each([
  ["page=0", "Pominęliśmy część adresu strony. Wartość pola Strona musi wynosić od 1 do 1 000 000"],
  ["page=-3", "Pominęliśmy część adresu strony. Wartość pola Strona musi wynosić od 1 do 1 000 000"],
  ["page=1.5", "Pominęliśmy część adresu strony. Pole Strona musi zawierać liczbę całkowitą"],
  ["page=druga", "Pominęliśmy część adresu strony. Pole Strona musi zawierać liczbę"],
  ["page=1e3", "Pominęliśmy część adresu strony. Pole Strona musi zawierać liczbę"],
  ["size=33", "Pominęliśmy część adresu strony. Pole Wiersze na stronę musi mieć jedną z wartości: 10, 20, 50, 100"],
  ["status=maybe", "Pominęliśmy nieznaną wartość w adresie strony"],
  ["names=all", "Pominęliśmy nieznaną wartość w adresie strony"],
  ["sort=-changed", "Pominęliśmy nieznaną wartość w adresie strony"],
  [`q=${"x".repeat(201)}`, "Pominęliśmy część adresu strony. Pole Szukany tekst może mieć najwyżej 200 znaków"],
  [`mpk=${"0".repeat(65)}`, "Pominęliśmy część adresu strony. Pole MPK zaczyna się od może mieć najwyżej 64 znaki"],
])("The address ?%s has its message", (search, message) => {
  expect(said(search)).toEqual([message]);
});

test("Each field that can't be used is named once", () => {
  expect(said("page=x&page=y&size=1&sort=age")).toHaveLength(3);
});

test.each([
  "",
  "q=&status=&mpk=&names=&sort=&page=&size=",
  "q=kowalski&status=active&mpk=001&names=none&sort=-mpk&page=12&size=50",
  "utm_source=mail&returned=1",
  "same=mpk&changed=7d&menu=mpk",
])("The address ?%s has no message", (search) => {
  expect(said(search)).toEqual([]);
});
