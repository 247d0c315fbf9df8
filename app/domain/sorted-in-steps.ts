/** Rows sorted at once, and comparisons between two interruptions while runs are merged. */
const STEP = 256;

type Compare<T> = (a: T, b: T) => number;

/** What `toSorted` gives, in steps: it yields wherever it may be interrupted, every few thousand comparisons at most. */
export function* sortedInSteps<T>(rows: readonly T[], compare: Compare<T>): Generator<void, readonly T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < rows.length; at += STEP) {
    runs.push(rows.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other = []] = runs.slice(at, at + 2);
      merged.push(yield* merge(one, other, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Of equal rows those of `one` go first, so that the order stays as it was. */
function* merge<T>(one: T[], other: T[], compare: Compare<T>): Generator<void, T[]> {
  const merged: T[] = [];
  let at = 0;
  for (const row of other) {
    while (at < one.length && compare(one[at] as T, row) <= 0) {
      merged.push(one[at] as T);
      at += 1;
      if (merged.length % STEP === 0) yield;
    }
    merged.push(row);
    if (merged.length % STEP === 0) yield;
  }
  return merged.concat(one.slice(at));
}
