import { type LogQuery, StoreUnavailable } from "./store";

const MAX_KEY_CHARACTERS = 400;
const MAX_VALUE_CHARACTERS = 1024 * 1024;

/** Refuses what one of the engines could not hold, so that both behave the same. A caller's fault, never a StoreUnavailable. */
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

/** @returns the time to live in whole milliseconds. */
export function checkTtl(ttlSeconds: number): number {
  const ttlMs = Math.ceil(ttlSeconds * 1000);
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) throw new RangeError(`A time to live is positive, not ${ttlSeconds}`);
  return ttlMs;
}

/** @returns the moments that bound a reading of a log: from the first one that there is, or without end, if none is given. */
export function checkTimes({ from = 0, until = Infinity }: Pick<LogQuery, "from" | "until">) {
  if (Number.isNaN(from) || Number.isNaN(until)) throw new RangeError("A moment is a number");
  return { from, until };
}

/**
 * Gives up on an engine that does not answer.
 * @throws StoreUnavailable after `ms`, or as soon as `work` fails for any reason.
 */
export async function bounded<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // After a long turn of the event loop timers run before sockets: an answer that already lies there still counts.
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
