import { expect, it } from "vitest";
import { getT } from "~/i18n/i18n.server";
import { assumedHeadings } from "./headings.server";

const assumedFor = (row: string) => assumedHeadings([{ line: 1, cells: row.split("\t") }], getT("pl"))?.places;

it.each([
  ["name, email and MPK", "Nowy\tnowy@example.pl\t00123", ["displayName", "email", "mpk"]],
  [
    "the template without id and state",
    "Nowy\tnowy@example.pl\tJan\t\t00123",
    ["displayName", "email", "firstName", "surname", "mpk"],
  ],
  [
    "the template without id",
    "Nowy\tnowy@example.pl\tJan\tNowak\t00123\tAktywne",
    ["displayName", "email", "firstName", "surname", "mpk", "accountEnabled"],
  ],
  ["an id before them", "a\tAnna\tanna@example.pl\t00123", ["id", "displayName", "email", "mpk"]],
  [
    "the whole template",
    "a\tAnna\tanna@example.pl\t\t\t00123\ttak",
    ["id", "displayName", "email", "firstName", "surname", "mpk", "accountEnabled"],
  ],
])("The headings of rows without them are assumed: %s", (_name, row, columns) => {
  expect(Object.keys(assumedFor(row) ?? {})).toEqual(columns);
});

it.each(["a@example.pl\tA\t1", "A\ta@example.pl", "A\ta@example.pl\t1\t2"])("No headings are assumed for %j", (row) => {
  expect(assumedFor(row)).toBeUndefined();
});
