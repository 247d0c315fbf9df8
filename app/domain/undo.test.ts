import fc from "fast-check";
import { expect, test } from "vitest";
import type { Alteration, HistoryEntry } from "./history-entry";
import { editableOf } from "./merge-changes";
import { type EditableField, editableFields, type Seller, type SellerChange } from "./seller";
import { type UndoField, undoableFields, undoOf } from "./undo";

const before: SellerChange = {
  displayName: "Sklep Łódź",
  email: "lodz@example.pl",
  firstName: "Anna",
  surname: undefined,
  mpk: "00123",
  accountEnabled: true,
};
const after: SellerChange = { ...before, firstName: undefined, mpk: "00124" };
const entry: Alteration = {
  id: "e1",
  at: 0,
  by: { sub: "p1" },
  sellerId: "s1",
  sellerName: "Sklep Łódź",
  action: "update",
  before,
  after,
  outcome: "done",
  requestId: "r1",
};
const seller = (change: SellerChange): Seller => ({ id: "s1", ...change });
const states = (firstName: UndoField["state"], mpk = firstName): UndoField[] => [
  { field: "firstName", state: firstName },
  { field: "mpk", state: mpk },
];

test("A change goes back to what was, cleared values included", () => {
  expect(undoOf(entry, seller(after))).toEqual({ possible: true, change: before, fields: states("possible") });
});

test("A change of unknown outcome can be undone once it was made", () => {
  const unknown: HistoryEntry = { ...entry, outcome: "unknown" };
  expect(undoOf(unknown, seller(after))).toMatchObject({ possible: true, fields: states("possible") });
  expect(undoOf(unknown, seller(before))).toEqual({ possible: false, obstacle: "notDone", fields: states("restored") });
});

test("An undo keeps what others made of other fields", () => {
  const now = { ...after, email: "nowy@example.pl", accountEnabled: false };
  const change = { ...before, email: "nowy@example.pl", accountEnabled: false };
  expect(undoOf(entry, seller(now))).toEqual({ possible: true, change, fields: states("possible") });
});

test("A field that already has its earlier value doesn't prevent an undo", () => {
  const now = { ...after, firstName: before.firstName };
  expect(undoOf(entry, seller(now))).toEqual({
    possible: true,
    change: before,
    fields: states("restored", "possible"),
  });
});

test("An undo of chosen fields works though another field changed since", () => {
  const now = seller({ ...after, mpk: "00999" });
  const fields = states("possible", "changed");
  expect(undoOf(entry, now)).toEqual({ possible: false, obstacle: "changedSince", fields });
  expect(undoableFields(fields)).toEqual(["firstName"]);
  expect(undoOf(entry, now, ["firstName"])).toEqual({ possible: true, change: { ...before, mpk: "00999" }, fields });
  expect(undoOf(entry, now, ["mpk"])).toMatchObject({ possible: false, obstacle: "changedSince" });
  const partly: HistoryEntry = { ...entry, undoneBy: "e2", undonePartly: true };
  expect(undoOf(partly, seller({ ...after, firstName: before.firstName }))).toMatchObject({ possible: true });
});

test.each([
  ["notDone", { outcome: "failed" }],
  ["notDone", { after: before }],
  ["alreadyUndone", { undoneBy: "e2" }],
] as const)("An undo is refused as %s", (obstacle, change) => {
  expect(undoOf({ ...entry, ...change }, seller(after))).toEqual({ possible: false, obstacle, fields: [] });
});

test("A creation can't be undone, for the backend deletes nothing", () => {
  const created: HistoryEntry = { ...entry, action: "create" };
  expect(undoOf(created, seller(after))).toEqual({ possible: false, obstacle: "created", fields: [] });
});

test("A change that was put back by hand can't be undone", () => {
  const restored = { possible: false, obstacle: "restored", fields: states("restored") };
  expect(undoOf(entry, seller(before))).toEqual(restored);
});

test("An undo never loses what it doesn't say it changes", () => {
  const text = fc.constantFrom("", "a", "b");
  const change = fc.record({
    displayName: text,
    email: text,
    firstName: fc.option(text, { nil: undefined }),
    surname: fc.option(text, { nil: undefined }),
    mpk: text,
    accountEnabled: fc.boolean(),
  });
  fc.assert(
    fc.property(change, change, change, fc.subarray([...editableFields]), (was, then, now, only) => {
      const made: HistoryEntry = { ...entry, before: was, after: then };
      const undo = undoOf(made, seller(now), only);
      if (!undo.possible) return;
      const value = (from: SellerChange, field: EditableField) => editableOf(from)[field];
      for (const field of editableFields) {
        const back = undoableFields(undo.fields).includes(field) && (only.length === 0 || only.includes(field));
        expect(value(undo.change, field)).toBe(value(back ? was : now, field));
        if (back) expect(value(now, field)).toBe(value(then, field));
      }
    }),
  );
});
