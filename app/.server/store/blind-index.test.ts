import { beforeAll, expect, test } from "vitest";
import { testEnv } from "../../../test/support/test-env";
import { sealingKeyId } from "../db/seal";
import { blindFilter, blindTag, filterTest } from "./blind-index";

beforeAll(() => {
  Object.assign(process.env, testEnv({}));
});

const BYTES = 63;
const mayHold = (filter: string, words: string[]) => filterTest(words, BYTES, sealingKeyId())(filter);

test("a filter accepts every part of its words, and hardly anything else", () => {
  const filter = blindFilter(["kowalska", "anna", "00123"], BYTES);
  expect(filter).toHaveLength(84);
  for (const words of [["kowalska"], ["wals", "001"], ["an"], ["k"], []]) {
    expect(mayHold(filter, words), words.join()).toBe(true);
  }
  const others = Array.from({ length: 1_000 }, (_none, at) => `x${at.toString(36).padStart(4, "q")}`);
  expect(others.filter((word) => mayHold(filter, [word])).length).toBeLessThan(10);
});

test("neither a filter nor a tag holds the text, and a tag is the same for the same text only", () => {
  expect(Buffer.from(blindFilter(["kowalska"], BYTES), "base64url").toString("latin1")).not.toContain("kow");
  expect(blindTag("anna")).toMatch(/^[\w-]{8}$/);
  expect(blindTag("anna")).toBe(blindTag("anna"));
  expect(blindTag("anna")).not.toBe(blindTag("ann"));
});

test("what was indexed by a secret that nobody has any more may hold anything", () => {
  expect(filterTest(["zzz"], BYTES, "dropped-key-")(blindFilter(["anna"], BYTES))).toBe(true);
});
