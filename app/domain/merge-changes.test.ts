import { expect, test } from "vitest";
import { changedFields, mergeChanges } from "./merge-changes";
import type { SellerChange } from "./seller";

const original: SellerChange = { displayName: "A", email: "a@b.pl", firstName: "Jan", mpk: "1", accountEnabled: true };

test("The changed fields are those that differ, an empty name being absent", () => {
  expect(changedFields(original, { ...original, surname: "" })).toEqual([]);
  expect(changedFields(original, { ...original, firstName: undefined, accountEnabled: false })).toEqual([
    "firstName",
    "accountEnabled",
  ]);
});

test("Changes to different fields merge", () => {
  const mine = { ...original, displayName: "Mine", firstName: undefined };
  const theirs = { ...original, mpk: "2", accountEnabled: false };
  expect(mergeChanges(original, mine, theirs)).toEqual({
    merged: {
      ...original,
      displayName: "Mine",
      firstName: undefined,
      mpk: "2",
      accountEnabled: false,
      surname: undefined,
    },
    conflicts: [],
  });
});

test("A field that two people changed differently is a conflict", () => {
  const mine = { ...original, displayName: "Mine", mpk: "2" };
  const theirs = { ...original, displayName: "Theirs", mpk: "2", firstName: "Ewa" };
  expect(mergeChanges(original, mine, theirs)).toMatchObject({
    merged: { displayName: "Mine", mpk: "2", firstName: "Ewa" },
    conflicts: [{ field: "displayName", mine: "Mine", theirs: "Theirs", original: "A" }],
  });
});

test("An empty version of a conflict's field is an empty text", () => {
  const mine = { ...original, firstName: undefined, accountEnabled: false };
  const theirs = { ...original, firstName: "Ewa", accountEnabled: false };
  expect(mergeChanges(original, mine, theirs).conflicts).toEqual([
    { field: "firstName", mine: "", theirs: "Ewa", original: "Jan" },
  ]);
});
