import { expect, test } from "vitest";
import { giveOwnStore } from "../../../test/support/own-store";
import { findSelection, keepSelection } from "./kept-selection.server";
import { MAX_SELECTED } from "./selection";

giveOwnStore();

test("gives the same person their rows, each once, and nobody else", async () => {
  const name = (await keepSelection("ewa", ["a", "b", "a", "", "x".repeat(600)])) as string;
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(await findSelection("ewa", name)).toEqual(["a", "b"]);
  expect(await findSelection("adam", name)).toEqual([]);
  expect(await findSelection("ewa", "0123456789_-ABCDEFghij")).toEqual([]);
});

test("keeps nothing for nothing, and no more than can be ticked", async () => {
  expect(await keepSelection("ewa", [])).toBeUndefined();
  const ids = Array.from({ length: MAX_SELECTED + 5 }, (_, n) => `s${n}`);
  const name = (await keepSelection("ewa", ids)) as string;
  expect(await findSelection("ewa", name)).toEqual(ids.slice(0, MAX_SELECTED));
});
