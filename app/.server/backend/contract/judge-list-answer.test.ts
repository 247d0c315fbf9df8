import { expect, test } from "vitest";
import { withoutParameters } from "../../../../test/support/fake-list";
import { fakeSeller, fakeSellers } from "../../../../test/support/fake-seller";
import { testEnv } from "../../../../test/support/test-env";
import { judgeAnswer } from "./judge-list-answer";
import type { ListContract, ListParameter } from "./list-contract";

Object.assign(process.env, testEnv());

const contract = (...missing: ListParameter[]): ListContract => ({
  ...withoutParameters(...missing),
  paging: "number",
  firstPage: 1,
  sort: "sign",
  directionParam: "",
  listKey: "sellers",
  totalKey: "total",
  maxPageSize: 100,
});
const page = { kind: "page" };
const everything = { kind: "everything" };
const contradicted = (contradiction: string) => ({ kind: "contradicted", contradiction });
/** What an answer of so many rows is worth, where ten were asked for. */
test.each<[answer: string, page: number, rows: number, total: number | undefined, verdict: object]>([
  ["the first of several pages", 1, 10, 25, page],
  ["the last page", 3, 5, 25, page],
  ["a list of one page", 1, 3, 3, page],
  ["an empty list", 1, 0, 0, page],
  ["an empty page beyond the last", 9, 0, 25, page],
  ["the last page again for one beyond it", 9, 5, 25, page],
  ["a full page that is the whole list", 1, 10, 10, page],
  ["a short page without a total", 1, 9, undefined, everything],
  ["more rows than asked for, without a total", 2, 11, undefined, everything],
  ["a full page without a total", 1, 10, undefined, contradicted("total")],
  ["a later page without a total", 3, 7, undefined, contradicted("total")],
  ["a short page amid the list", 2, 7, 25, contradicted("pageTooShort")],
  ["a short first page", 1, 7, 11, contradicted("pageTooShort")],
  ["a short last page", 3, 4, 25, page],
  ["more rows than asked for, and all of them", 1, 25, 25, everything],
  ["more rows than asked for, and not all", 1, 20, 25, contradicted("pageTooLong")],
  ["more rows than the total", 1, 10, 5, contradicted("total")],
  ["more rows than the pages before leave", 3, 10, 25, contradicted("total")],
  ["a total of nobody beside rows", 1, 3, 0, contradicted("total")],
  ["a total without a row", 1, 0, 5, contradicted("total")],
])("An answer is judged by itself: %s", (_answer, number, rows, total, verdict) => {
  const request = { page: number, size: 10 };
  expect(judgeAnswer(contract(), request, { q: "" }, { sellers: fakeSellers(rows), total })).toMatchObject(verdict);
});

test.each<[rows: number, total: number | undefined, verdict: object]>([
  [25, undefined, everything],
  [25, 25, everything],
  [25, 26, contradicted("notPaged")],
  [25, 24, contradicted("total")],
])("An unpaged answer of %i rows and a total of %s is judged as a whole", (rows, total, verdict) => {
  const answer = { sellers: fakeSellers(rows), total };
  expect(judgeAnswer(contract("page"), { page: 1, size: 10 }, { q: "" }, answer)).toMatchObject(verdict);
});

test.each<[page: number, rows: number, total: number, verdict: object]>([
  [1, 25, 60, page],
  [2, 25, 60, page],
  [3, 10, 60, page],
  [1, 25, 25, page],
  [2, 25, 24, contradicted("total")],
])("Page %i of the backend's own size, with %i rows of %i, is judged", (number, rows, total, verdict) => {
  const answer = { sellers: fakeSellers(rows), total };
  expect(judgeAnswer(contract("pageSize"), { page: number, size: 10 }, { q: "" }, answer)).toMatchObject(verdict);
});

test("A row outside the filter names the ignored parameters", () => {
  const sellers = [fakeSeller(1), fakeSeller(2, { displayName: "Łódź", accountEnabled: false })];
  const judge = (verified: object) =>
    judgeAnswer(contract(), { page: 1, size: 10 }, verified as never, { sellers, total: 2 });
  expect(judge({ q: "lodz" })).toEqual({ kind: "filtersIgnored", filters: ["search"] });
  expect(judge({ q: "", status: "active" })).toEqual({ kind: "filtersIgnored", filters: ["accountEnabled"] });
  expect(judge({ q: "lodz", status: "active" })).toMatchObject({ filters: ["search", "accountEnabled"] });
  expect(judge({ q: "" })).toEqual({ kind: "page", total: 2 });
});
