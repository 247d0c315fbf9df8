import { expect, test } from "vitest";
import type { HistoryEntry } from "~/domain/history-entry";
import { isHistoryFiltered, isOfKindAndPerson, isOfSeller, parseHistoryFilter } from "./history-filter";

const filter = (query: string) => parseHistoryFilter(new URLSearchParams(query));
const values = { displayName: "Żółta Łódź", email: "lodz@example.pl", mpk: "00123", accountEnabled: true };
const entry: HistoryEntry = {
  id: "e1",
  at: 0,
  by: { sub: "p1", name: "Łukasz Żak" },
  sellerId: "s1",
  sellerName: "Żółta Łódź",
  action: "update",
  before: { ...values, mpk: "7" },
  after: values,
  outcome: "done",
  requestId: "r1",
};

test("what isn't allowed filters nothing, and nothing is too long", () => {
  expect(filter("kind=delete&person=%20&seller=")).toEqual({ person: "", kind: "", seller: "" });
  expect(isHistoryFiltered(filter("kind=delete&from=2026-01-01"))).toBe(false);
  expect(isHistoryFiltered(filter("kind=undo"))).toBe(true);
  expect(filter(`person=${"a".repeat(5000)}`).person).toHaveLength(100);
});

test("a person is found by any words of the name, without accents", () => {
  expect(isOfKindAndPerson(entry, filter("person=zak%20lukasz"))).toBe(true);
  expect(isOfKindAndPerson(entry, filter("person=anna"))).toBe(false);
  expect(isOfKindAndPerson({ ...entry, by: { sub: "p1" } }, filter("person=p1"))).toBe(false);
});

test("a kind is what was done; taking back is one, whatever it did", () => {
  expect(isOfKindAndPerson(entry, filter("kind=update"))).toBe(true);
  expect(isOfKindAndPerson(entry, filter("kind=disable"))).toBe(false);
  expect(isOfKindAndPerson(entry, filter("kind=undo"))).toBe(false);
  expect(isOfKindAndPerson({ ...entry, undoes: "e0" }, filter("kind=undo"))).toBe(true);
});

test("a seller is found by name, address and MPK, also by former ones", () => {
  for (const seller of ["lodz zolta", "LODZ@example.pl", "00123", "lodz 7"]) {
    expect(isOfSeller(entry, filter(`seller=${seller}`)), seller).toBe(true);
  }
  expect(isOfSeller(entry, filter("seller=Gdynia"))).toBe(false);
});
