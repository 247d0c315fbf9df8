import { expect, test } from "vitest";
import { logId, logTime, parseLogId } from "./log-id";

const at = Date.UTC(2026, 0, 1);

test("ids stand in the order of their moments, and of what came within one", () => {
  const ids = [logId(9, 0), logId(at, 0), logId(at, 1), logId(at, 10), logId(at + 1, 0), logId(Infinity, 0)];
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([22]));
});

test("a moment stands before its own ids and behind all of an earlier one", () => {
  const mixed = [logId(at - 1, 999_999), logTime(at), logId(at, 0)];
  expect([...mixed].sort()).toEqual(mixed);
  expect([logTime(at - 0.5), logTime(-5), logTime(Infinity), logTime(-Infinity)]).toEqual([
    logTime(at),
    "000000000000000",
    "999999999999999",
    "000000000000000",
  ]);
});

test("an id is read as it was made, and nothing else is one", () => {
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
