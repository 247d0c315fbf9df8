/*
 * The id of a log's entry in both engines: milliseconds since the epoch and a number within that millisecond, both
 * padded, so that comparing two ids as text compares their age. Good for any moment before the year 33658.
 */

const SHAPE = /^\d{15}-\d{6}$/;

export function logId(at: number, sequence: number): string {
  return `${logTime(at)}-${String(sequence).padStart(6, "0")}`;
}

/** Sorts before every id of the moment `at` and after every id of an earlier one. */
export function logTime(at: number): string {
  return String(Math.min(Math.max(0, Math.ceil(at)), 999_999_999_999_999)).padStart(15, "0");
}

/** @returns `undefined` for text that is no id: a cursor comes from a URL. */
export function parseLogId(id: string): { at: number; sequence: number } | undefined {
  if (!SHAPE.test(id)) return undefined;
  return { at: Number(id.slice(0, 15)), sequence: Number(id.slice(16)) };
}
