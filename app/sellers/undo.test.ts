import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedFields, type EditableField, editableFields, editableOf } from "./change";
import type { HistoryEntry } from "./history-entry";
import type { Seller, SellerChange } from "./seller";
import { undoOf } from "./undo";

const before: SellerChange = {
  displayName: "Sklep Łódź",
  email: "lodz@example.pl",
  firstName: "Anna",
  surname: undefined,
  mpk: "00123",
  accountEnabled: true,
};
const after: SellerChange = { ...before, firstName: undefined, mpk: "00124" };
const entry: Extract<HistoryEntry, { action: "update" | "enable" | "disable" }> = {
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

describe("what can be taken back", () => {
  test("goes back to what it was, cleared values included", () => {
    expect(undoOf(entry, seller(after))).toEqual({ possible: true, change: before, fields: ["firstName", "mpk"] });
  });

  test("a write whose answer was lost, once it is seen to have happened", () => {
    const unknown: HistoryEntry = { ...entry, outcome: "unknown" };
    expect(undoOf(unknown, seller(after))).toMatchObject({ possible: true, fields: ["firstName", "mpk"] });
    expect(undoOf(unknown, seller(before))).toEqual({ possible: false, because: "notDone", fields: [] });
  });
});

describe("what can't", () => {
  test.each([
    ["notDone", { outcome: "failed" }],
    ["notDone", { after: before }],
    ["alreadyUndone", { undoneBy: "e2" }],
  ] as const)("%s", (because, change) => {
    expect(undoOf({ ...entry, ...change }, seller(after))).toEqual({ possible: false, because, fields: [] });
  });

  test("a creation, for the backend deletes nothing", () => {
    const created: HistoryEntry = { ...entry, action: "create" };
    expect(undoOf(created, seller(after))).toEqual({ possible: false, because: "created", fields: [] });
  });

  test("a record that was changed since, in the very field or in another one", () => {
    const same = seller({ ...after, mpk: "00999" });
    const changed = { possible: false, because: "changedSince" };
    expect(undoOf(entry, same)).toEqual({ ...changed, fields: ["mpk"], separable: false });
    expect(undoOf(entry, same, { preserveOthers: true })).toMatchObject(changed);

    // Put back by hand: what is undone already can't be undone.
    expect(undoOf(entry, seller(before))).toEqual({ ...changed, fields: ["firstName", "mpk"], separable: false });

    const other = seller({ ...after, email: "nowy@example.pl" });
    expect(undoOf(entry, other)).toEqual({ ...changed, fields: ["email"], separable: true });
    expect(undoOf(entry, other, { preserveOthers: true })).toEqual({
      possible: true,
      change: { ...before, email: "nowy@example.pl" },
      fields: ["firstName", "mpk"],
    });
  });
});

test("taking back never loses what it doesn't say it changes", () => {
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
    fc.property(change, change, change, fc.boolean(), (was, then, now, preserveOthers) => {
      const made: HistoryEntry = { ...entry, before: was, after: then };
      const undo = undoOf(made, seller(now), { preserveOthers });
      if (!undo.possible) return;
      const value = (from: SellerChange, field: EditableField) => editableOf(from)[field];
      for (const field of editableFields) {
        const own = undo.fields.includes(field);
        expect(value(undo.change, field)).toBe(value(own ? was : now, field));
        if (own) expect(value(now, field)).toBe(value(then, field));
      }
      if (!preserveOthers) expect(changedFields(then, now)).toEqual([]);
    }),
  );
});
