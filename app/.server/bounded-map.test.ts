import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("the entry set longest ago gives way", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("c", 3);
  expect([...map]).toEqual([
    ["b", 2],
    ["c", 3],
  ]);
});

test("an entry set again is the newest, and nothing gives way to it", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("a", 3);
  expect([...map]).toEqual([
    ["b", 2],
    ["a", 3],
  ]);
  expect([...map.set("c", 4).keys()]).toEqual(["a", "c"]);
});

test("reading an entry doesn't keep it", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2);
  expect(map.get("a")).toBe(1);
  expect(map.set("c", 3).has("a")).toBe(false);
});

test("what was deleted leaves room", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2);
  map.delete("b");
  expect([...map.set("c", 3).keys()]).toEqual(["a", "c"]);
});

test("a key that is undefined gives way like any other", () => {
  const map = new BoundedMap<string | undefined, number>(1).set(undefined, 1).set("a", 2);
  expect([...map.keys()]).toEqual(["a"]);
});
