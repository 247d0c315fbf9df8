import { expect, it } from "vitest";
import { alterationOf, hasValuesAfter, hasValuesBefore } from "./history-entry";

const before = { displayName: "Ewa", email: "e@b.pl", mpk: "1", accountEnabled: true };
const after = { ...before, email: "ewa@b.pl", mpk: "2" };
const alteration = { action: "update", before, after } as const;
const seller = (values: object) => ({ id: "1", ...before, ...values });

it("A seller has the values after a change while its fields have them", () => {
  expect(hasValuesAfter(alteration, seller(after))).toBe(true);
  expect(hasValuesAfter(alteration, seller({ ...after, displayName: "Anna", surname: "Łoś" }))).toBe(true);
  expect(hasValuesAfter(alteration, seller({ ...after, mpk: "3" }))).toBe(false);
  expect(hasValuesAfter(alteration, seller({}))).toBe(false);
});

it("A seller has the values before a change once its fields have them", () => {
  expect(hasValuesBefore(alteration, seller({ displayName: "Anna" }))).toBe(true);
  expect(hasValuesBefore(alteration, seller({ mpk: "2" }))).toBe(false);
  expect(hasValuesBefore(alteration, seller(after))).toBe(false);
});

it("A change has the name of what it changes", () => {
  expect(alterationOf(before, { ...before, accountEnabled: false })).toBe("disable");
  expect(alterationOf({ ...before, accountEnabled: false }, before)).toBe("enable");
  expect(alterationOf(before, { ...before, mpk: "2" })).toBe("update");
  expect(alterationOf(before, { ...before, mpk: "2", accountEnabled: false })).toBe("update");
  expect(alterationOf(before, before)).toBe("update");
});
