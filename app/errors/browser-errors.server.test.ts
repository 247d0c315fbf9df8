import { expect, test } from "vitest";
import { browserError, countReport } from "./browser-errors.server";

test("Errors of strangers are logged sixty a minute, apart from people's", () => {
  const at = Date.parse("2026-03-01T12:00:00Z");
  expect(Array.from({ length: 60 }, () => countReport("stranger", at))).not.toContain(false);
  expect(countReport("stranger", at + 59_999)).toBe(false);
  expect(countReport("person", at + 59_999)).toBe(true);
  expect(countReport("stranger", at + 60_000)).toBe(true);
});

test.each([
  ["a message", { name: "TypeError", frames: [], message: "Anna" }, { name: "TypeError", frames: [] }],
  ["a text for a name", { name: "Anna Nowak", frames: [] }, undefined],
  ["another site's file", { name: "Error", frames: ["https://evil.example/assets/a.js:1:1"] }, undefined],
  ["a query", { name: "Error", frames: ["/assets/a.js?q=nowak:1:1"] }, undefined],
  ["more places than ten", { name: "Error", frames: Array(11).fill("/assets/a.js:1:1") }, undefined],
])("A report with %s isn't accepted as it is", (_what, sent, accepted) => {
  expect(browserError.safeParse(sent).data).toEqual(accepted);
});
