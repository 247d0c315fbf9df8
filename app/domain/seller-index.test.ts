import { expect, test } from "vitest";
import type { SellerQuery } from "./query";
import { fold, searchWords } from "./search";
import type { Seller, SellerPage } from "./seller";
import { collator, SellerIndex, sellersWithSame } from "./seller-index";

const seller = (displayName: string, more: Partial<Seller> = {}): Seller => ({
  id: displayName,
  displayName,
  email: "x@example.pl",
  accountEnabled: true,
  mpk: "1",
  ...more,
});
const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 10 };
const names = (sellers: Seller[], more: Partial<SellerQuery>) =>
  find(new SellerIndex(sellers), more).sellers.map(({ displayName }) => displayName);

function find(index: SellerIndex, more: Partial<SellerQuery>): SellerPage {
  const finding = index.find({ ...query, ...more });
  let step = finding.next();
  while (!step.done) step = finding.next();
  return step.value;
}

test("Folding takes away case, accents and strokes", () => {
  expect(fold("Żółta ŁÓDŹ")).toBe("zolta lodz");
  expect(fold("ĄĆĘŁŃÓŚŹŻ Ø ß")).toBe("acelnoszz o ss");
  expect(fold("Z\u0307ó\u0142w")).toBe("zolw");
  expect(fold("æ œ Đ ı straße")).toBe("ae oe d i strasse");
  expect(fold("a\u0301\u0327\u0301b")).toBe("ab");
  expect(searchWords("  Zażółć\t  gęślą ")).toEqual(["zazolc", "gesla"]);
});

test("A search needs every word, in whichever field", () => {
  const sellers = [
    seller("Żółta Łódź", { mpk: "00123" }),
    seller("Żółta Gęś", { surname: "Łódzki", email: "ges@example.pl" }),
    seller("Łódka"),
  ];
  expect(names(sellers, { q: "zolta lodz" })).toEqual(["Żółta Gęś", "Żółta Łódź"]);
  expect(names(sellers, { q: "ŁÓDŹ żół" })).toEqual(["Żółta Gęś", "Żółta Łódź"]);
  expect(names(sellers, { q: "0123" })).toEqual(["Żółta Łódź"]);
  expect(names(sellers, { q: "ges@ex" })).toEqual(["Żółta Gęś"]);
  expect(names(sellers, { q: "brak" })).toEqual([]);
  expect(names(sellers, { q: "gęśges" })).toEqual([]);
});

test("Sellers sort as Polish does, numbers by value, in either direction", () => {
  const sellers = ["Zebra", "Żaba", "Łódź", "Lublin", "Ćma", "Cynk", "Sklep 10", "Sklep 9", "ąę", "Adam"].map((name) =>
    seller(name),
  );
  const order = ["Adam", "ąę", "Cynk", "Ćma", "Lublin", "Łódź", "Sklep 9", "Sklep 10", "Zebra", "Żaba"];
  expect(names(sellers, {})).toEqual(order);
  expect(names(sellers, { sort: "-displayName" })).toEqual(order.toReversed());
});

test("Sellers sort by every field, those without a name last", () => {
  const sellers = [
    seller("B", { firstName: "Ćwiek", mpk: "10", accountEnabled: false }),
    seller("A", { mpk: "9" }),
    seller("C", { firstName: "Adam", mpk: "0010", accountEnabled: false }),
  ];
  expect(names(sellers, { sort: "firstName" })).toEqual(["C", "B", "A"]);
  expect(names(sellers, { sort: "mpk" })).toEqual(["A", "B", "C"]);
  expect(names(sellers, { sort: "accountEnabled" })).toEqual(["A", "B", "C"]);
  expect(names(sellers, { sort: "surname" })).toEqual(["A", "B", "C"]);
});

test("Each field's order is its own, not that of the names", () => {
  const sellers = [
    seller("A", { email: "c@b.pl", surname: "Żak", mpk: "12", accountEnabled: false }),
    seller("B", { email: "b@b.pl", surname: "Łoś", mpk: "9" }),
    seller("C", { email: "a@b.pl", mpk: "007" }),
  ];
  expect(names(sellers, { sort: "email" })).toEqual(["C", "B", "A"]);
  expect(names(sellers, { sort: "surname" })).toEqual(["B", "A", "C"]);
  expect(names(sellers, { sort: "mpk" })).toEqual(["C", "B", "A"]);
  expect(names(sellers, { sort: "accountEnabled" })).toEqual(["B", "C", "A"]);
});

test("Equal names are ordered by their ids", () => {
  const twins = ["3", "1", "2"].map((id) => seller("Anna", { id, firstName: id === "1" ? "Ewa" : undefined }));
  const ids = (more: Partial<SellerQuery>) => find(new SellerIndex(twins), more).sellers.map(({ id }) => id);
  expect(ids({})).toEqual(["1", "2", "3"]);
  expect(ids({ sort: "-displayName" })).toEqual(["3", "2", "1"]);
  expect(ids({ sort: "firstName" })).toEqual(["1", "2", "3"]);
  expect(find(new SellerIndex(twins.toReversed()), { sort: "firstName" }).sellers.map(({ id }) => id)).toEqual(ids({}));
});

test("An MPK matches from its beginning, and names are missing if both are", () => {
  const sellers = [
    seller("A", { mpk: "00123", surname: "Nowak" }),
    seller("B", { mpk: "123", firstName: " " }),
    seller("C", { mpk: "MPK-0012", firstName: "Ewa" }),
    seller("D", { mpk: "001" }),
  ];
  expect(names(sellers, { mpk: "001" })).toEqual(["A", "D"]);
  expect(names(sellers, { mpk: "mpk-00" })).toEqual(["C"]);
  expect(names(sellers, { mpk: "23" })).toEqual([]);
  expect(names(sellers, { names: "none" })).toEqual(["B", "D"]);
  expect(names(sellers, { names: "none", mpk: "0", q: "d", status: "active" })).toEqual(["D"]);
});

test("A shared value is one among all sellers, and is narrowed afterwards", () => {
  const sellers = [
    seller("A", { mpk: "7" }),
    seller("B", { mpk: "007", accountEnabled: false }),
    seller("C", { mpk: "9" }),
    seller("D", { mpk: "7", email: "d@example.pl", accountEnabled: false }),
    seller("E", { mpk: "9" }),
  ];
  expect(names(sellers, { same: "mpk" })).toEqual(["A", "D", "C", "E"]);
  expect(names(sellers, { same: "mpk", sort: "-displayName" })).toEqual(["E", "C", "D", "A"]);
  expect(names(sellers, { same: "mpk", status: "inactive" })).toEqual(["D"]);
  expect(names(sellers, { same: "mpk", q: "e", mpk: "9" })).toEqual(["C", "E"]);
  expect(names(sellers, { same: "email" })).toEqual(["A", "B", "C", "E"]);
});

test("A page of filtered sellers beyond the last is the last", () => {
  const sellers = Array.from({ length: 25 }, (_, n) => seller(`S${n}`, { accountEnabled: n % 2 === 0 }));
  const index = new SellerIndex(sellers);
  expect(find(index, { status: "active", page: 2 })).toMatchObject({ total: 13, page: 2 });
  expect(find(index, { status: "inactive", page: 99 })).toMatchObject({ total: 12, page: 2 });
  expect(find(index, { page: 99 }).sellers).toHaveLength(5);
  expect(find(index, { q: "nic", page: 99 })).toEqual({ sellers: [], total: 0, page: 1, everything: [] });
});

test("A search looks at few sellers between two interruptions", () => {
  let looks = 0;
  const watched = (name: string): Seller => ({
    ...seller(name),
    get mpk() {
      looks += 1;
      return "1";
    },
  });
  const index = new SellerIndex(Array.from({ length: 1_000 }, (_none, at) => watched(`S${at}`)));
  let most = 0;
  for (const _step of index.find({ ...query, q: "brak" })) {
    most = Math.max(most, looks);
    looks = 0;
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
  looks = 0;
  expect(find(index, { q: "s99" }).total).toBe(11);
  expect(looks).toBe(0);
});

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

function idsOf(values: string[]): string[] {
  const sellers = values.map((email, at): Seller => {
    return { id: String(at), displayName: "Sklep", email, mpk: "1", accountEnabled: true };
  });
  const finding = sellersWithSame("email", sellers);
  let step = finding.next();
  while (!step.done) step = finding.next();
  return step.value.map(({ id }) => id);
}

test("Sellers with the same value stand side by side, in order", () => {
  expect(idsOf(["b@x.pl", "a@x.pl", "c@x.pl", "a@x.pl", "b@x.pl", "b@x.pl"])).toEqual(["0", "4", "5", "1", "3"]);
});

test("Values that differ in case or invisible characters are the same", () => {
  expect(idsOf(["Jan@x.pl", " ", "jan@x.pl ", "", "jan\u200B@X.PL", "jan2@x.pl", "007", "7"])).toEqual(["0", "2", "4"]);
});
