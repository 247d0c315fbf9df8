import { FairSlots } from "~/.server/fair-slots";
import { BackendError } from "./backend-error";

/** A scan of 20,000 sellers keeps a core busy for a second, so few scans may run at once. */
const SCANS = { maxRunning: 8, maxRunningPerPerson: 2, maxWaiting: 400, maxWaitingPerPerson: 100 };

/** The person for whom a scan runs; `signal` aborts when their browser closes the connection. */
export type Caller = { person: string; signal?: AbortSignal };

/** Limits the scans, which read thousands of sellers or history entries. */
export class ScanSlots {
  readonly #slots = new FairSlots(SCANS);

  /** @throws BackendError `busy` after 25 s without a slot, `abandoned` if `signal` aborts */
  async run<T>({ person, signal }: Caller, scan: () => Promise<T>): Promise<T> {
    // 25 s, because a proxy in front of the app may wait only 30 s for a response.
    const release = await this.#slots.take(person, signal, 25_000).catch((cause: unknown) => {
      throw new BackendError("sellers", signal?.aborted ? "abandoned" : "busy", { cause });
    });
    return scan().finally(release);
  }
}

export const listScans = new ScanSlots();
