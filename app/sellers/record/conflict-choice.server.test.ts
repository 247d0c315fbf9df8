import { expect, test } from "vitest";
import { formOf } from "../../../test/support/form-of";
import { applyConflictChoices } from "./conflict-choice.server";

const original = { displayName: "Pierwotna", email: "a@example.pl", surname: "Nowak", mpk: "1", accountEnabled: true };
const theirs = { ...original, displayName: "Ich", surname: "Kowalska" };

const posted = (fields: Record<string, string>) =>
  formOf({ displayName: "Moja", surname: "", mpk: "2", base: JSON.stringify(theirs), ...fields });

test("A chosen version stands in its field, and no choice is left", () => {
  const form = posted({
    original: JSON.stringify(original),
    "keep.displayName": "theirs",
    "keep.surname": "original",
    "keep.mpk": "mine",
  });
  expect(applyConflictChoices(form)).toBe("displayName:theirs surname:original");
  expect(form.get("displayName")).toBe("Ich");
  expect(form.get("surname")).toBe("Nowak");
  expect(form.get("mpk")).toBe("2");
  expect([...form.keys()].filter((name) => name.startsWith("keep."))).toEqual([]);
});

test.each([
  [{ "keep.displayName": "theirs", base: "no record" }],
  [{ "keep.displayName": "original", original: '{"displayName":1}' }],
  [{ "keep.displayName": "__proto__" }],
  [{ "keep.accountEnabled": "theirs" }],
])("The fields %j change nothing that was typed", (fields) => {
  const form = posted(fields);
  expect(applyConflictChoices(form)).toBe("");
  expect(form.get("displayName")).toBe("Moja");
  expect(form.get("accountEnabled")).toBeNull();
});
