import { setTimeout as pause } from "node:timers/promises";
import { expect, it, test } from "vitest";
import { bounded, checkKey, checkTtl, checkValue, logId, logTime, parseLogId } from "./engine-rules";
import { StoreFull, StoreUnavailable } from "./store";

it("a key has 1 to 400 characters, and no NUL", () => {
  for (const key of ["k", "k".repeat(400)]) expect(() => checkKey(key)).not.toThrow();
  for (const key of ["", "k".repeat(401), "a\0b"]) expect(() => checkKey(key)).toThrow(RangeError);
  expect(() => checkKey("k".repeat(1_000))).toThrow(/no NUL: k{40}$/);
});

it("a value has 1 MiB of characters at most", () => {
  for (const value of ["", "v".repeat(1024 * 1024)]) expect(() => checkValue(value)).not.toThrow();
  expect(() => checkValue("v".repeat(1024 * 1024 + 1))).toThrow(RangeError);
});

it("a time to live is positive and finite, and none is shortened", () => {
  expect([checkTtl(1), checkTtl(0.0001), checkTtl(1.0001)]).toEqual([1_000, 1, 1_001]);
  for (const seconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    expect(() => checkTtl(seconds)).toThrow(RangeError);
  }
});

it("waits for an engine up to its limit, and reports each of its errors as one kind", async () => {
  expect(await bounded(5_000, Promise.resolve("there"))).toBe("there");
  const full = new StoreFull(new Error("disk"));
  await expect(bounded(5_000, Promise.reject(full))).rejects.toBe(full);
  const cause = new TypeError("engine");
  await expect(bounded(5_000, Promise.reject(cause))).rejects.toMatchObject({ name: "StoreUnavailable", cause });
  const late = await bounded(20, pause(60_000, undefined, { ref: false })).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(StoreUnavailable);
  expect((late as Error).cause).toMatchObject({ message: "No answer within 20 ms" });
});

it("leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  await bounded(60_000, Promise.resolve());
  expect(timers()).toBe(before);
});

const at = Date.UTC(2026, 0, 1);

test("ids sort by time, and within one millisecond by their sequence", () => {
  const ids = [logId(9, 0), logId(at, 0), logId(at, 1), logId(at, 10), logId(at + 1, 0), logId(Infinity, 0)];
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([22]));
});

test("a time sorts before its own ids and after all earlier ones", () => {
  const mixed = [logId(at - 1, 999_999), logTime(at), logId(at, 0)];
  expect([...mixed].sort()).toEqual(mixed);
  expect([logTime(at - 0.5), logTime(-5), logTime(Infinity), logTime(-Infinity)]).toEqual([
    logTime(at),
    "000000000000000",
    "999999999999999",
    "000000000000000",
  ]);
});

test("an id's time can be read, and other texts aren't ids", () => {
  expect(parseLogId(logId(at, 12))).toEqual({ at, sequence: 12 });
  const id = logId(at, 12);
  for (const other of [
    "",
    ` ${id}`,
    `${id} `,
    `1${id}`,
    `${id}1`,
    id.replace("-", "_"),
    id.slice(1),
    id.slice(0, -1),
  ]) {
    expect(parseLogId(other)).toBeUndefined();
  }
});
