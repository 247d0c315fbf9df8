import { expect, it } from "vitest";
import { isPageSize } from "./page-size";
import { defaultPreferences, isHistoryColumn, parsePreferences } from "./preferences";

const chosen = {
  colorScheme: "dark",
  density: "compact",
  pageSize: 50,
  shortcuts: false,
  columns: ["email", "changed"],
} as const;

it("what a person chose stays", () => {
  expect(parsePreferences(chosen)).toEqual(chosen);
  expect(parsePreferences({ ...chosen, pageSize: "100", columns: [] })).toEqual({
    ...chosen,
    pageSize: 100,
    columns: [],
  });
});

it("what isn't one of our values is the default", () => {
  expect(parsePreferences({})).toEqual(defaultPreferences);
  const foreign = { colorScheme: "pink", density: 1, pageSize: 30, shortcuts: "false", columns: "email" };
  expect(parsePreferences(foreign)).toEqual(defaultPreferences);
});

it("columns stand in the list's own order, each once, and none that isn't one", () => {
  const given = ["mpk", "added", "email", "mpk", "password", 7];
  expect(parsePreferences({ columns: given }).columns).toEqual(["email", "mpk", "added"]);
});

it("knows a page's size and a column of the history", () => {
  expect([10, 20, 50, 100].every(isPageSize)).toBe(true);
  expect([undefined, 0, 30].some(isPageSize)).toBe(false);
  expect(["added", "changed"].every(isHistoryColumn)).toBe(true);
  expect(["email", ""].some(isHistoryColumn)).toBe(false);
});
