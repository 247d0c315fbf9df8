import { FairSlots } from "~/.server/fair-slots";
import { BackendError } from "./backend-error";

/** A scan of 20,000 sellers keeps a core busy for a second, so that few may run at once. */
const SCANS = { maxRunning: 8, maxRunningPerPerson: 2, maxWaiting: 400, maxWaitingPerPerson: 100 };

/** The person for whom a scan runs; `signal` aborts when nobody waits any more. */
export type Caller = { person: string; signal?: AbortSignal };

/** A slot for each piece of work that reads thousands of sellers or history entries. */
export class ScanSlots {
  readonly #slots = new FairSlots(SCANS);

  /** @throws BackendError `busy` without a slot, `abandoned` for `signal`; the scan's own error */
  async run<T>({ person, signal }: Caller, scan: () => Promise<T>): Promise<T> {
    // Proxies wait for a response at least 30 s.
    const release = await this.#slots.take(person, signal, 25_000).catch((cause: unknown) => {
      throw new BackendError("sellers", signal?.aborted ? "abandoned" : "busy", { cause });
    });
    return scan().finally(release);
  }
}

export const listScans = new ScanSlots();
