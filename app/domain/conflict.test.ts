import { expect, test } from "vitest";
import { choiceName, conflictsOf, textFields } from "./conflict";

const original = { displayName: "Pierwotna", email: "a@example.pl", surname: "Nowak", mpk: "1", accountEnabled: true };
const mine = { ...original, displayName: "Moja", surname: undefined, mpk: "2" };
const theirs = { ...original, displayName: "Ich", surname: "Kowalska", mpk: "1" };

test("a conflict shows a field in its three versions, an empty one as such", () => {
  expect(conflictsOf(["displayName", "surname"], original, mine, theirs)).toEqual([
    { field: "displayName", mine: "Moja", theirs: "Ich", original: "Pierwotna" },
    { field: "surname", mine: "", theirs: "Kowalska", original: "Nowak" },
  ]);
  expect(conflictsOf(["surname"], mine, original, mine)).toEqual([
    { field: "surname", mine: "Nowak", theirs: "", original: "" },
  ]);
});

test("each field's choice is posted under a name of its own", () => {
  expect(choiceName("mpk")).toBe("keep.mpk");
  expect(new Set(textFields.map(choiceName)).size).toBe(textFields.length);
});
