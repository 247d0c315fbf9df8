import { expect, it } from "vitest";
import { defaultPreferences, isHistoryColumn, isPageSize, parsePreferences } from "./preferences";

const chosen = {
  colorScheme: "dark",
  density: "compact",
  pageSize: 50,
  shortcuts: false,
  columns: ["email", "changed"],
} as const;

it("A person's choices stay", () => {
  expect(parsePreferences(chosen)).toEqual(chosen);
  expect(parsePreferences({ ...chosen, pageSize: "100", columns: [] })).toEqual({
    ...chosen,
    pageSize: 100,
    columns: [],
  });
});

it("A foreign value is replaced by the default", () => {
  expect(parsePreferences({})).toEqual(defaultPreferences);
  const foreign = { colorScheme: "pink", density: 1, pageSize: 30, shortcuts: "false", columns: "email" };
  expect(parsePreferences(foreign)).toEqual(defaultPreferences);
});

it("Columns stand in the list's own order, each once", () => {
  const given = ["mpk", "added", "email", "mpk", "password", 7];
  expect(parsePreferences({ columns: given }).columns).toEqual(["email", "mpk", "added"]);
});

it("Page sizes and columns of the history are recognised", () => {
  expect([10, 20, 50, 100].every(isPageSize)).toBe(true);
  expect([undefined, 0, 30].some(isPageSize)).toBe(false);
  expect(["added", "changed"].every(isHistoryColumn)).toBe(true);
  expect(["email", ""].some(isHistoryColumn)).toBe(false);
});
