import { FairSlots } from "~/.server/fair-slots";
import { BackendError } from "./backend-error";

/** Looking through thousands of sellers takes the processor as well: so many at once, and so many for one person. */
const scans = new FairSlots({ size: 8, share: 2, maxWaiting: 400, waitingShare: 100 });
/** How long one waits for its turn, in ms: no longer than proxies keep a request. */
const MAX_WAIT_MS = 25_000;

type Asking = { person: string; gone?: AbortSignal };

/**
 * Runs a look through many sellers in its turn.
 * @throws BackendError `busy` when too many wait or it took too long, `abandoned` when `gone` aborts; whatever `run` throws
 */
export async function inScanSlot<T>({ person, gone }: Asking, run: () => Promise<T>): Promise<T> {
  const release = await scans.take(person, gone, MAX_WAIT_MS).catch((cause: unknown) => {
    throw new BackendError("sellers", gone?.aborted ? "abandoned" : "busy", { cause });
  });
  try {
    return await run();
  } finally {
    release();
  }
}
