import { type LogQuery, StoreUnavailable } from "./store";

const MAX_KEY_CHARACTERS = 400;
const MAX_VALUE_CHARACTERS = 1024 * 1024;

/** Refuses keys that one of the engines could not hold, so that both behave the same. */
export function checkKey(key: string): void {
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS || key.includes("\0")) {
    throw new RangeError(`A store key has 1 to ${MAX_KEY_CHARACTERS} characters and no NUL: ${key.slice(0, 40)}`);
  }
}

export function checkValue(value: string): void {
  if (value.length > MAX_VALUE_CHARACTERS) {
    throw new RangeError(`A store value has at most ${MAX_VALUE_CHARACTERS} characters, not ${value.length}`);
  }
}

/** @returns whole milliseconds. */
export function checkTtl(ttlSeconds: number): number {
  const ttlMs = Math.ceil(ttlSeconds * 1000);
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) throw new RangeError(`A time to live is positive, not ${ttlSeconds}`);
  return ttlMs;
}

/** @returns the bounds of a log query in ms; a missing bound is open. */
export function checkTimes({ from = 0, until = Infinity }: Pick<LogQuery, "from" | "until">) {
  if (Number.isNaN(from) || Number.isNaN(until)) throw new RangeError("A moment is a number");
  return { from, until };
}

/** @throws StoreUnavailable after `ms`, or when `work` fails. */
export async function bounded<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // After a blocked event loop timers run before sockets; an arrived response still counts.
    timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw error instanceof StoreUnavailable ? error : new StoreUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/*
 * Ids of log entries: padded milliseconds since the epoch and a padded number within them, so that
 * ids sort by age as text.
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
