import { expect, it } from "vitest";
import { drawRandom } from "./random";

it("gives as many bytes as are asked for, and none of them twice", () => {
  const parts = Array.from({ length: 2_000 }, (_, at) => drawRandom(at % 2 ? 16 : 9));
  expect(new Set(parts.map(({ length }) => length))).toEqual(new Set([16, 9]));
  expect(new Set(parts.map((part) => part.toString("hex"))).size).toBe(2_000);
  // What was given out stays as it was while more is drawn, and isn't all zeros.
  const first = drawRandom(16);
  const text = first.toString("hex");
  for (let more = 0; more < 1_000; more += 1) drawRandom(16);
  expect(first.toString("hex")).toBe(text);
  expect(parts.filter((part) => part.every((byte) => byte === 0))).toEqual([]);
});

it("refuses to give more than it draws, instead of giving less", () => {
  expect(drawRandom(256)).toHaveLength(256);
  expect(() => drawRandom(257)).toThrow(RangeError);
});

it("gives every value about as often as any other", () => {
  const counts = new Array<number>(256).fill(0);
  for (let times = 0; times < 16_000; times += 1)
    for (const byte of drawRandom(16)) counts[byte] = (counts[byte] ?? 0) + 1;
  // A thousand each; six standard deviations to either side.
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});
