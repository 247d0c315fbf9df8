import { expect, it } from "vitest";
import { requiredFields, type TextField, textFields } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { guessHeadings, vocabularyOf } from "./headings.server";

const assumedFor = (...rows: string[]) =>
  guessHeadings(
    rows.map((row, at) => ({ line: at + 1, cells: row.split("\t") })),
    vocabularyOf([getT("pl"), getT("en-US")]),
    getT("pl"),
  )?.places;

const TEXTS: Partial<Record<TextField, string>> = { displayName: "Nowy", email: "nowy@example.pl", mpk: "00123" };
const TEMPLATE = textFields.map((field) => TEXTS[field] ?? "").join("\t");

it.each([
  ["name, email and MPK", "Nowy\tnowy@example.pl\t00123", ["displayName", "email", "mpk"]],
  ["name, email, MPK and state", "Nowy\tnowy@example.pl\t00123\tnie", [...requiredFields, "accountEnabled"]],
  ["an id before these", "a\tNowy\tnowy@example.pl\t00123\tnie", ["id", ...requiredFields, "accountEnabled"]],
  ["the template without id and state", TEMPLATE, textFields],
  ["the template without id", `${TEMPLATE}\tAktywne`, [...textFields, "accountEnabled"]],
  ["an id before them", "a\tAnna\tanna@example.pl\t00123", ["id", "displayName", "email", "mpk"]],
  ["the whole template", `a\t${TEMPLATE}\ttak`, ["id", ...textFields, "accountEnabled"]],
])("The headings of rows without them are assumed: %s", (_name, row, columns) => {
  expect(Object.keys(assumedFor(row) ?? {})).toEqual(columns);
});

it("Rows without an e-mail address may be above the others", () => {
  const named = `a\t${TEMPLATE.replace("Nowy", "Sklep @rynek").replace("nowy@example.pl", "brak")}`;
  const others = ["b", "c"].map((id) => `${id}\t${TEMPLATE}`);
  expect(Object.keys(assumedFor("Lista", named, ...others) ?? {})).toEqual(["id", ...textFields]);
});

it("Columns aren't guessed where a row has a heading", () => {
  expect(assumedFor("Nazwa\tE-mail\tTelefon", "Anna\tanna@example.pl\t600100200")).toBeUndefined();
  expect(assumedFor("Klient\tAdres\tTelefon", "Anna\tanna@example.pl\t600100200")).toBeDefined();
});

it.each(["a@example.pl\tA\t1", "A\ta@example.pl", "A\ta@example.pl\t1\t2"])("No headings are assumed for %j", (row) => {
  expect(assumedFor(row)).toBeUndefined();
});

it("A last column is a state's if most of its cells are", () => {
  const rows = ["A\ta@example.pl\t00123\ttak", "B\tb@example.pl\t00124\t", "C\tc@example.pl\t00125\tnie"];
  expect(assumedFor(...rows, "D\td@example.pl\t00126\tnei")).toBeDefined();
  expect(assumedFor("A\ta@example.pl\tKowalska\t1", "B\tb@example.pl\tNowak\t27")).toBeUndefined();
});
