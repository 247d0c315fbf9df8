import { expect, test } from "vitest";
import { sortedInSteps } from "./sorted-in-steps";

type Row = { key: number; at: number };

function run(keys: number[]) {
  let comparisons = 0;
  let most = 0;
  const rows = keys.map((key, at) => ({ key, at }));
  const compare = (a: Row, b: Row) => {
    comparisons += 1;
    return a.key - b.key;
  };
  const sorting = sortedInSteps(rows, compare);
  let step = sorting.next();
  while (!step.done) {
    most = Math.max(most, comparisons);
    comparisons = 0;
    step = sorting.next();
  }
  return { rows, sorted: step.value, most: Math.max(most, comparisons) };
}

test.each([0, 1, 2, 255, 256, 257, 700, 5_000])(
  "sorts %d rows as toSorted does, equal ones in their order",
  (count) => {
    const shuffled = Array.from({ length: count }, (_none, at) => (at * 7_919) % 97);
    const { rows, sorted } = run(shuffled);
    expect(sorted).toEqual(rows.toSorted((a, b) => a.key - b.key));
  },
);

test.each([
  ["mixed", (at: number) => (at * 7_919) % 20_011],
  ["sorted", (at: number) => at],
  ["the other way round", (at: number) => -at],
])("never compares much in one step: %s", (_name, keyOf) => {
  const { rows, sorted, most } = run(Array.from({ length: 20_000 }, (_none, at) => keyOf(at)));
  expect(sorted).toEqual(rows.toSorted((a, b) => a.key - b.key));
  expect(most).toBeLessThanOrEqual(2_560);
});
