import { expect, it } from "vitest";
import { defaultPreferences, isHistoryColumn, isPageSize, preferencesOf } from "./preferences";

const chosen = {
  colorScheme: "dark",
  density: "compact",
  pageSize: 50,
  shortcuts: false,
  columns: ["email", "changed"],
} as const;

it("A person's choices stay", () => {
  expect(preferencesOf(chosen)).toEqual(chosen);
  expect(preferencesOf({ ...chosen, pageSize: "100", columns: [] })).toEqual({
    ...chosen,
    pageSize: 100,
    columns: [],
  });
});

it("A foreign value is replaced by the default", () => {
  expect(preferencesOf({})).toEqual(defaultPreferences);
  const foreign = { colorScheme: "pink", density: 1, pageSize: 30, shortcuts: "false", columns: "email" };
  expect(preferencesOf(foreign)).toEqual(defaultPreferences);
});

it("Columns stand in the list's own order, each once", () => {
  const given = ["mpk", "added", "email", "mpk", "password", 7];
  expect(preferencesOf({ columns: given }).columns).toEqual(["email", "mpk", "added"]);
});

it("Page sizes and columns of the history are recognised", () => {
  expect([10, 20, 50, 100].every(isPageSize)).toBe(true);
  expect([undefined, 0, 30].some(isPageSize)).toBe(false);
  expect(["added", "changed"].every(isHistoryColumn)).toBe(true);
  expect(["email", ""].some(isHistoryColumn)).toBe(false);
});
