import { expect, test } from "vitest";
import { requestedPage } from "./requested-page";

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
