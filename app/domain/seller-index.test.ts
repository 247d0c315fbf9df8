import { expect, test } from "vitest";
import { fakeSeller } from "../../test/support/fake-seller";
import type { SellerQuery } from "./query";
import { fold, searchWords } from "./search";
import type { Seller, SellerPage } from "./seller";
import { SellerIndex } from "./seller-index";

const seller = (displayName: string, more: Partial<Seller> = {}): Seller =>
  fakeSeller(1, { id: displayName, displayName, email: "x@example.pl", mpk: "1", ...more });
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

test("Sellers without a value come last in both directions of a sort", () => {
  const sellers = [
    seller("A", { email: "c@b.pl", firstName: "Ćwiek", surname: "Żak", mpk: "12", accountEnabled: false }),
    seller("B", { email: "b@b.pl", surname: "Łoś", mpk: "9" }),
    seller("C", { email: "a@b.pl", firstName: "Adam", mpk: "007" }),
  ];
  expect(names(sellers, { sort: "email" })).toEqual(["C", "B", "A"]);
  expect(names(sellers, { sort: "firstName" })).toEqual(["C", "A", "B"]);
  expect(names(sellers, { sort: "surname" })).toEqual(["B", "A", "C"]);
  expect(names(sellers, { sort: "-firstName" })).toEqual(["A", "C", "B"]);
  expect(names(sellers, { sort: "-surname" })).toEqual(["A", "B", "C"]);
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

test("A page of filtered sellers beyond the last is the last", () => {
  const sellers = Array.from({ length: 25 }, (_, n) => seller(`S${n}`, { accountEnabled: n % 2 === 0 }));
  const index = new SellerIndex(sellers);
  expect(find(index, { status: "active", page: 2 })).toMatchObject({ total: 13, page: 2 });
  expect(find(index, { status: "inactive", page: 99 })).toMatchObject({ total: 12, page: 2 });
  expect(find(index, { page: 99 }).sellers).toHaveLength(5);
  expect(find(index, { q: "nic", page: 99 })).toEqual({ sellers: [], total: 0, page: 1, allMatches: [] });
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
