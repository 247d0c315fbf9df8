import { StoreFull, StoreUnavailable } from "./store";

/** How long the reason of a failed commit is waited for, in ms: it comes at once unless the machine is busy. */
const REASON_MS = 2_000;

/**
 * What LMDB and the system say when there is no room: MDB_MAP_FULL, ENOSPC, EFBIG, EDQUOT; EIO, which is how LMDB
 * calls a page that was written in part; and EROFS, of a disk that the system made read-only for its faults.
 */
const FULL = new Set<unknown>([-30_792, 28, 27, 122, 5, 30]);

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;
const saysFull = (error: unknown) => FULL.has(codeOf(error));

/**
 * lmdb hides why a commit failed in a promise beside the error, and a full disk behind "Input/output error".
 * @returns what to throw in its place: StoreFull when there is no room, StoreUnavailable when the engine failed otherwise, as
 * it does for good once a disk fails amid a commit; a fault of what was run in the transaction is that
 */
export async function whyNotWritten(error: unknown, path: string): Promise<unknown> {
  const commitError: unknown = (error as { commitError?: unknown } | undefined)?.commitError;
  if (!(commitError instanceof Promise)) {
    if (saysFull(error)) return new StoreFull(error);
    return typeof codeOf(error) === "number" ? new StoreUnavailable(error) : error;
  }
  const reason = await Promise.race([
    commitError.catch((cause: unknown) => cause),
    new Promise((resolve) => setTimeout(resolve, REASON_MS)),
  ]);
  const message = `The embedded store at ${path} can't be written (is the disk full, or read-only?)`;
  const described = new Error(message, { cause: reason });
  return saysFull(reason) ? new StoreFull(described) : new StoreUnavailable(described);
}
