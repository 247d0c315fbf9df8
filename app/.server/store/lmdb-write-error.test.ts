import { expect, test } from "vitest";
import { whyNotWritten } from "./lmdb-write-error";
import { StoreFull, StoreUnavailable } from "./store";

const coded = (code: number) => Object.assign(new Error("by the engine"), { code });
const ofCommit = (code: number) =>
  Object.assign(new Error("Commit failed"), { commitError: Promise.reject(coded(code)) });

test.each([
  ["no room in the map", () => coded(-30_792), StoreFull],
  ["a commit that finds no room on the disk", () => ofCommit(28), StoreFull],
  ["a commit that fails for a reason nobody here knows", () => ofCommit(9), StoreUnavailable],
  ["an engine that gave up after a broken commit (MDB_PANIC)", () => coded(-30_795), StoreUnavailable],
])("%s is told as the store's state", async (_what, error, kind) => {
  expect(await whyNotWritten(error(), "/data")).toBeInstanceOf(kind);
});

test("a fault of what ran in the transaction stays what it is", async () => {
  const fault = new TypeError("ours");
  expect(await whyNotWritten(fault, "/data")).toBe(fault);
});
