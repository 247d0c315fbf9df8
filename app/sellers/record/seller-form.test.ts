import { expect, test } from "vitest";
import { printLoadedValues } from "~/domain/seller-schema";
import { formOf } from "../../../test/support/form-of";
import { differsFrom } from "./seller-form";

const seller = {
  id: "1",
  displayName: "Jan",
  email: "jan@example.pl",
  surname: "Nowak",
  mpk: "001",
  accountEnabled: true,
};
const base = printLoadedValues({ seller, raw: {} });

const form = (values: Record<string, string>) => formOf({ formKey: "key", next: "show", ...values });

const same = { displayName: "Jan", email: "jan@example.pl", firstName: "", surname: "Nowak", mpk: "001" };

test("A form as it came, or changed back, holds nothing unsaved", () => {
  expect(differsFrom(base, form({ ...same, accountEnabled: "on" }))).toBe(false);
  expect(differsFrom(undefined, form({ displayName: "", email: "", firstName: "", surname: "", mpk: "" }))).toBe(false);
});

test("What „Dodaj podobnego” filled in itself is nothing unsaved", () => {
  const shared = JSON.stringify({ surname: "Nowak", mpk: "001" });
  const filled = { displayName: "", email: "", firstName: "", surname: "Nowak", mpk: "001" };
  expect(differsFrom(shared, form(filled))).toBe(false);
  expect(differsFrom(shared, form({ ...filled, email: "jan@example.pl" }))).toBe(true);
});

test.each([
  [{ ...same, mpk: "1", accountEnabled: "on" }],
  [{ ...same, firstName: "Ala", accountEnabled: "on" }],
  [{ ...same, surname: "", accountEnabled: "on" }],
  [same],
])("The values %j are unsaved", (values) => {
  expect(differsFrom(base, form(values))).toBe(true);
});

test("Anything typed into an empty form is unsaved", () => {
  expect(differsFrom(undefined, form({ displayName: "", mpk: " " }))).toBe(true);
});
