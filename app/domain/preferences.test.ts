import { expect, it } from "vitest";
import { defaultPreferences, preferencesOf } from "./preferences";

it("A foreign value is replaced by the default", () => {
  expect(preferencesOf({})).toEqual(defaultPreferences);
  const foreign = { colorScheme: "pink", density: 1, pageSize: 30, shortcuts: "false", columns: "email" };
  expect(preferencesOf(foreign)).toEqual(defaultPreferences);
});

it("The list shows these columns until a person chooses others", () => {
  expect(defaultPreferences.columns).toEqual(["email", "firstName", "surname", "mpk", "accountEnabled"]);
});

it("Columns stand in the list's own order, each once", () => {
  const given = ["note", "mpk", "added", "email", "mpk", "password", 7];
  expect(preferencesOf({ columns: given }).columns).toEqual(["email", "mpk", "note"]);
});
