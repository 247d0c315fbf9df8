import { expect, test } from "vitest";
import { screens } from "~/route-table";
import { fromOf, historyFrom, historyPath, listPath, nextSellerPath, sellerPath, statusPath, withFrom } from "./paths";

test("The way back is the list with a query of its own, and nothing else", () => {
  expect(listPath(null)).toBe("/sellers");
  expect(listPath("q=%C5%82%C3%B3d%C5%BA&page=3&sort=-mpk")).toBe("/sellers?q=%C5%82%C3%B3d%C5%BA&sort=-mpk&page=3");
  for (const hostile of ["//evil.example", "https://evil.example", "/auth/logout", "\\\\evil", "q=\r\nSet-Cookie: a"]) {
    expect(listPath(hostile)).toMatch(/^\/sellers(\?q=[\w+%-]+)?$/);
  }
  expect(listPath(`q=${"x".repeat(100_000)}`).length).toBeLessThan(300);
});

test("The way back says rows per page wherever they were said", () => {
  expect(listPath("size=20&page=3")).toBe("/sellers?page=3&size=20");
  expect(listPath("page=3")).toBe("/sellers?page=3");
  expect(listPath("size=50")).toBe("/sellers?size=50");
  expect(listPath("size=21&page=3")).toBe("/sellers?page=3");
});

test("A record's path keeps the way back, and its id in its place", () => {
  const path = withFrom(sellerPath("../a b?c", "edit"), "q=ł&page=2");
  expect(path).toBe("/sellers/..%2Fa%20b%3Fc/edit?from=q%3D%C5%82%26page%3D2");
  expect(fromOf(`http://host${path}`)).toBe("q=ł&page=2");
  expect(withFrom(sellerPath("1"), "")).toBe("/sellers/1");
});

test("The way back leads to the record's row, whatever its id holds", () => {
  expect(listPath("page=2", "0a-1")).toBe("/sellers?page=2#seller-0a-1");
  expect(listPath(null, "a b#?/")).toBe("/sellers#seller-a%20b%23%3F%2F");
});

test("The way back to the history is a page of it, and nothing else", () => {
  const page = "person=Anna&field=mpk&from=2026-01-02&before=000-1&asOf=12&trail=000-3.000-2";
  expect(listPath(historyFrom(`?${page}&change=x&evil=1`), "0a-1")).toBe(`/history?${page}`);
  expect(listPath(historyFrom(""))).toBe("/history");
  expect(listPath("/history?//evil.example&q=ł")).toBe("/history");
  expect(listPath("/history/../auth/logout?to=x")).toBe("/sellers");
  expect(listPath("/historyx")).toBe("/sellers");
  const long = historyFrom(`person=${"x".repeat(300)}&trail=${"000-1.".repeat(200)}`);
  expect(long.length).toBeLessThan(1_000);
  expect(fromOf(`http://host${withFrom(sellerPath("1"), long)}`)).toBe(long);
});

test("Further parameters come after those that are there", () => {
  expect(withFrom("/sellers/1?a=b", "page=2")).toBe("/sellers/1?a=b&from=page%3D2");
  expect(nextSellerPath(null)).toBe("/sellers/new?next=another");
  expect(nextSellerPath("page=2")).toBe("/sellers/new?from=page%3D2&next=another");
  expect(nextSellerPath("page=2", "a b")).toBe("/sellers/new?like=a+b&from=page%3D2&next=another");
  expect(historyPath("a/b", null)).toBe("/sellers/a%2Fb/history");
  expect(historyPath("1", "page=2")).toBe("/sellers/1/history?list=page%3D2");
  expect(statusPath("1", "inactive")).toBe("/sellers/1/status?to=inactive");
});

test("A parameter never makes a URL longer than it may be", () => {
  const endless = "x".repeat(5_000);
  expect(withFrom("/sellers/1", endless)).toHaveLength("/sellers/1?from=".length + 1_000);
  expect(historyPath("1", endless)).toHaveLength("/sellers/1/history?list=".length + 1_000);
  expect(historyFrom(`person=${endless}`)).toBe(`/history?person=${"x".repeat(1_000)}`);
  expect(listPath(`${"a&".repeat(500)}page=2`)).toBe("/sellers");
  expect(listPath(`${"a&".repeat(100)}page=2`)).toBe("/sellers?page=2");
});

test("A link to the history keeps its trail up to 1,000 characters", () => {
  const room = 1_000 - "/history?trail=".length;
  expect(historyFrom(`trail=${"1".repeat(room)}`)).toHaveLength(1_000);
  expect(historyFrom(`trail=${"1".repeat(room + 1)}`)).toBe("/history?");
});

test("A seller's path isn't taken for a script's request", () => {
  expect(sellerPath("a.data")).toBe("/sellers/a%2Edata");
  expect(sellerPath(".data")).toBe("/sellers/%2Edata");
  expect(sellerPath("a.data.data", "edit")).toBe("/sellers/a.data%2Edata/edit");
  expect(sellerPath("a.datax")).toBe("/sellers/a.datax");
  expect(new URL(sellerPath("a.data"), "http://host").pathname).toBe("/sellers/a%2Edata");
});

test("A seller whose id is a page's name is led to by their form", () => {
  const pages = screens.flatMap(({ path }) => /^sellers\/([^:/]+)$/.exec(path)?.[1] ?? []);
  expect(pages).toContain("new");
  for (const page of pages) expect(sellerPath(page)).toBe(`/sellers/${page}/edit`);
  expect(sellerPath("NEW")).toBe("/sellers/NEW/edit");
  expect([sellerPath("new", "history"), sellerPath("new1")]).toEqual(["/sellers/new/history", "/sellers/new1"]);
});
