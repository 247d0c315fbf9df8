import { attempts } from "./claim";
import { StoreUnavailable, store } from "./open-store";

const MAX_WAIT_MS = 10_000;

type NextValue = { value: string; ttlSeconds: number };

/**
 * Changes a value by compare and swap, calling `to` again when another writer was faster.
 * @param to returns undefined to leave the value as it is
 * @returns whether the value was changed. @throws StoreUnavailable also if others always are faster
 */
export async function changeValue(
  key: string,
  to: (now: string | undefined) => NextValue | undefined | Promise<NextValue | undefined>,
): Promise<boolean> {
  const values = await store();
  for await (const _attempt of attempts(MAX_WAIT_MS)) {
    const now = await values.get(key);
    const next = await to(now);
    if (!next) return false;
    const isWritten = await (now === undefined
      ? values.putIfAbsent(key, next.value, next.ttlSeconds)
      : values.replaceIfEquals(key, now, next.value, next.ttlSeconds));
    if (isWritten) return true;
  }
  throw new StoreUnavailable(new Error(`${key} is being changed by too many at once`));
}
