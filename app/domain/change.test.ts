import { expect, test } from "vitest";
import { changedFields, mergeChanges } from "./change";
import type { SellerChange } from "./seller";

const original: SellerChange = { displayName: "A", email: "a@b.pl", firstName: "Jan", mpk: "1", accountEnabled: true };

test("names the fields that differ; an empty name is an absent one", () => {
  expect(changedFields(original, { ...original, surname: "" })).toEqual([]);
  expect(changedFields(original, { ...original, firstName: undefined, accountEnabled: false })).toEqual([
    "firstName",
    "accountEnabled",
  ]);
});

test("changes to different fields merge", () => {
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

test("the same field changed differently is a conflict that keeps mine; changed alike it is none", () => {
  const mine = { ...original, displayName: "Mine", mpk: "2" };
  const theirs = { ...original, displayName: "Theirs", mpk: "2", firstName: "Ewa" };
  expect(mergeChanges(original, mine, theirs)).toMatchObject({
    merged: { displayName: "Mine", mpk: "2", firstName: "Ewa" },
    conflicts: ["displayName"],
  });
});
