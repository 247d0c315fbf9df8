import fc from "fast-check";
import { expect, test } from "vitest";
import { isFiltered, parseSellerQuery, printSellerFilter, printSellerQuery, requestedPage } from "./query";
import { editableFields } from "./seller";

const parse = (text: string, size?: number) => parseSellerQuery(new URLSearchParams(text), { size });

test("A query is read from a URL", () => {
  const selection = "0123456789_-ABCDEFghij";
  const url = `q=%20zo%CC%81%C5%82ta%20&status=inactive&mpk=%20007&names=none&sort=-mpk&page=3&size=50&selection=${selection}`;
  expect(parse(url)).toEqual({
    q: "zółta",
    status: "inactive",
    mpk: "007",
    names: "none",
    selection,
    sort: "-mpk",
    page: 3,
    size: 50,
  });
});

test.each([
  "",
  "q=&status=&sort=&page=&size=",
  "status=all&sort=password&page=0&size=7",
  "sort=--mpk&page=-1&size=1e9",
  "sort=__proto__&page=1.5&size=20x",
  "page=NaN&size=&sort=-",
  "status[]=active&page[]=2",
  "mpk=%20%20&names=all&selection=../../etc/passwd",
  "mpk=&names=&selection=",
])("The URL %j gives the defaults", (text) => {
  expect(parse(text)).toEqual({ q: "", sort: "displayName", page: 1, size: 20 });
});

test.each(["added=7d&changed=days&changedFrom=1.2.2026&disabledSince=..2026-01-31", "same=mpk", "sort=-changed"])(
  "The withdrawn filter or order %s gives the list without it",
  (text) => {
    expect(parse(text)).toEqual({ q: "", sort: "displayName", page: 1, size: 20 });
  },
);

test("The default size is the person's own, if it is one of ours", () => {
  expect(parse("", 50).size).toBe(50);
  expect(parse("size=10", 50).size).toBe(10);
  expect(parse("", 13).size).toBe(20);
  // An address shows the same rows to a colleague with another choice.
  expect(printSellerQuery(parse("", 50), { size: 50 }).toString()).toBe("size=50");
  expect(printSellerQuery(parse("size=20", 50), { size: 50 }).toString()).toBe("size=20");
  expect(printSellerQuery(parse("", 20), { size: 20 }).toString()).toBe("");
});

test("An endless search is cut, and an endless page number bounded", () => {
  expect(parse(`q=${"x".repeat(5000)}`).q).toHaveLength(200);
  expect(parse(`mpk=${"0".repeat(5000)}`).mpk).toHaveLength(64);
  expect(parse("page=9999999").page).toBe(1_000_000);
  expect(parse(`page=1${"0".repeat(400)}`).page).toBe(1);
});

test("A query that is printed and read again is the same", () => {
  const query = fc.record({
    q: fc.string({ maxLength: 80, unit: "grapheme" }),
    status: fc.constantFrom("active", "inactive", ""),
    mpk: fc.string({ maxLength: 80, unit: "grapheme" }),
    names: fc.constantFrom("none", ""),
    selection: fc.constantFrom("0123456789_-ABCDEFghij", ""),
    sort: fc.constantFrom(...editableFields, ...editableFields.map((field) => `-${field}`)),
    page: fc.integer({ min: 1, max: 1_000_000 }).map(String),
    size: fc.constantFrom("10", "20", "50", "100"),
  });
  fc.assert(
    fc.property(query, (given) => {
      const once = parseSellerQuery(new URLSearchParams(given));
      expect(parseSellerQuery(new URLSearchParams(printSellerQuery(once).toString()))).toEqual(once);
    }),
  );
});

test("A filter alone has neither page nor size nor selection", () => {
  const query = parse("mpk=007&sort=-mpk&page=3&size=50&selection=0123456789_-ABCDEFghij");
  expect(printSellerFilter(query).toString()).toBe("mpk=007&sort=-mpk");
  expect(isFiltered(parse("sort=-mpk&page=3&size=50"))).toBe(false);
  for (const one of ["q=a", "status=active", "mpk=0", "names=none"]) expect(isFiltered(parse(one)), one).toBe(true);
});

test.each([
  ["", 3, 1],
  ["page=2", 3, 2],
  ["page=3", 3, 3],
  ["page=4", 3, 3],
  ["page=1", 0, 1],
  ["page=0", 3, 1],
  ["page=-1", 3, 1],
  ["page=1.5", 3, 1],
  ["page=x", 3, 1],
])("The query %s of %d pages requests page %d", (query, pages, page) => {
  expect(requestedPage(new URLSearchParams(query), pages)).toBe(page);
});
