import { expect, test } from "vitest";
import { missingSellerWords } from "./missing-seller.server";

const about = (from: string, draft: string | null = null) => missingSellerWords("pl", from, draft);

test.each([
  "/sellers/new",
  "/en-US/sellers/new",
  "/sellers/bulk",
  "/sellers/import",
  "/sellers/export.csv",
  "/sellers/jobs/a1",
  "/sellers",
  "/history",
])("The path %s is no seller's page", (from) => expect(about(from, "d_1")).toBeNull());

test("A seller's pages lead back to the list that one came from", () => {
  expect(about("/sellers/5?from=q%3Da")?.list).toBe("/sellers?q=a");
  expect(about("/en-US/sellers/5/status?from=q%3Da")?.list).toBe("/sellers?q=a");
  expect(about("/sellers/5/note?from=q%3Da", "d_1")?.list).toBe("/sellers?q=a");
  expect(about("/sellers/5/edit?from=q%3Da", "d_1")?.list).toBe("/sellers?q=a");
  expect(about("/sellers/5/history?list=q%3Da")?.list).toBe("/sellers?q=a");
});

test("Only a seller's form can be added as a new seller", () => {
  expect(about("/sellers/5/edit", "d_1")?.addAnew?.path).toBe("/sellers/new?typed=d_1");
  expect(about("/sellers/5/status", "d_1")?.addAnew).toBeNull();
  expect(about("/sellers/5/edit")?.addAnew).toBeNull();
});
