import { expect, test } from "vitest";
import { screens } from "~/route-table";
import { sellerPath } from "./seller-paths";

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
