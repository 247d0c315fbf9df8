import { beforeEach, expect, test } from "vitest";
import { LatestByBytes } from "./latest-by-bytes";

type Entry = { bytes: Buffer };

let latest: LatestByBytes<Entry>;
beforeEach(() => {
  latest = new LatestByBytes({ minBytes: 4, maxBytes: 20, maxCount: 3 });
});

const entry = (text: string): Entry => ({ bytes: Buffer.from(text) });
const keep = (...texts: string[]) => {
  const entries = texts.map(entry);
  for (const each of entries) latest.keep(each);
  return entries;
};
/** Of these, which are known. */
const known = (...texts: string[]) => texts.filter((text) => latest.find(Buffer.from(text)));

test("the same bytes are recognised, whoever brings them, and no others", () => {
  const [kept] = keep("abcdef");
  expect(latest.find(Buffer.from("abcdef"))).toBe(kept);
  expect(known("abcdeg", "abcde", "abcdefg", "bcdef")).toEqual([]);
});

test.each([
  [3, false],
  [4, true],
  [20, true],
  [21, false],
])("of %d bytes: kept %s", (length, kept) => {
  const text = "x".repeat(length);
  expect(latest.takes(Buffer.from(text))).toBe(kept);
  keep(text);
  expect(known(text)).toEqual(kept ? [text] : []);
});

test("the oldest gives way where there are too many; what is kept again is the newest", () => {
  const [first] = keep("aaaa", "bbbb", "cccc");
  latest.keep(first as Entry);
  keep("dddd");
  expect(known("aaaa", "bbbb", "cccc", "dddd")).toEqual(["aaaa", "cccc", "dddd"]);
});

test("kept again it takes no second place", () => {
  const [first] = keep("aaaa", "bbbb", "cccc");
  for (let times = 0; times < 3; times += 1) latest.keep(first as Entry);
  expect(known("aaaa", "bbbb", "cccc")).toEqual(["aaaa", "bbbb", "cccc"]);
});

test("as many of the oldest give way as are too much together", () => {
  keep("a".repeat(10), "b".repeat(10));
  expect(known("a".repeat(10), "b".repeat(10))).toHaveLength(2);
  keep("cccc");
  expect(known("a".repeat(10), "b".repeat(10), "cccc")).toEqual(["b".repeat(10), "cccc"]);
  keep("d".repeat(20));
  expect(known("b".repeat(10), "cccc", "d".repeat(20))).toEqual(["d".repeat(20)]);
});
