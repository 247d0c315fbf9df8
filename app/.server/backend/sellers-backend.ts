import { z } from "zod";
import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import { log } from "~/.server/log";
import { ignoredParameters } from "~/.server/metrics";
import { sealedRecords } from "~/.server/store/sealed-records";
import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import { Backend } from "./backend";
import { BackendError } from "./backend-error";

/** The parameters of the sellers list that the app verifies, by their names in docs/product.md §7. */
export const verifiedParameters = ["search", "accountEnabled", "page"] as const;
type Parameter = (typeof verifiedParameters)[number];

const NOTE_DAYS = 7;

/** Tells `npm run doctor` which parameters the running app saw ignored. */
export const ignoredNotes = sealedRecords({
  kind: "backend-ignores",
  schema: z.object({ since: z.number() }),
  ttl: NOTE_DAYS * 24 * 3600,
  id: /^(search|accountEnabled|page)$/,
});

/** How long the app applies a filter itself after a row contradicted it, in ms: one row may just be late in an index. */
const DISTRUST_MS = 10 * 60_000;
/** Scans of thousands of sellers use the processor, so few run at once, and fewer of one person. */
const SCANS = { size: 8, share: 2, maxWaiting: 400, waitingShare: 100 };
/** Longest wait for a scan, in ms: shorter than a proxy's timeout. */
const MAX_SCAN_WAIT_MS = 25_000;

const noFilters: ReadonlySet<BackendFilter> = new Set();

/** The sellers backend as this process knows it, and what was observed of its lists. */
export class SellersBackend extends Backend {
  /** Whether a later page held other sellers than the first one. */
  isPagingProven = false;
  readonly #scans = new FairSlots(SCANS);
  readonly #reported = new Set<Parameter>();
  #distrust = { filters: noFilters, since: 0 };

  constructor() {
    super("sellers", env().SELLERS_API_URL);
  }

  /** The filters that the backend ignores; the same set until another one is observed. */
  get ignoredFilters(): ReadonlySet<BackendFilter> {
    return performance.now() - this.#distrust.since < DISTRUST_MS ? this.#distrust.filters : noFilters;
  }

  /** Whether a row contradicts a filter of the query. From then on the app applies that filter itself. */
  checkFilters(query: SellerQuery, sellers: readonly Seller[]): boolean {
    const q = env().SELLERS_SEARCH === "backend" ? "" : query.q;
    const contradicted = contradictedFilters({ q, status: query.status }, sellers);
    if (contradicted.length === 0) return false;
    for (const filter of contradicted) this.reportIgnored(filter);
    this.#distrust = { filters: new Set([...this.ignoredFilters, ...contradicted]), since: performance.now() };
    return true;
  }

  /** Reports once that the backend ignores a parameter. */
  reportIgnored(parameter: Parameter): void {
    if (this.#reported.has(parameter)) return;
    this.#reported.add(parameter);
    ignoredParameters.set({ parameter }, 1);
    log().warn({ parameter }, "the sellers backend ignores a parameter of its list");
    // The log and the metric say the same, so a store that is away costs only the doctor's line.
    ignoredNotes.put(parameter, { since: Date.now() }).catch(() => undefined);
  }

  /**
   * Runs a scan of many sellers in a slot.
   * @throws BackendError `busy` without a slot in time, `abandoned` when `gone` aborts; the scan's own error
   */
  async inScanSlot<T>({ person, gone }: { person: string; gone?: AbortSignal }, scan: () => Promise<T>): Promise<T> {
    const release = await this.#scans.take(person, gone, MAX_SCAN_WAIT_MS).catch((cause: unknown) => {
      throw new BackendError("sellers", gone?.aborted ? "abandoned" : "busy", { cause });
    });
    try {
      return await scan();
    } finally {
      release();
    }
  }
}

let made: SellersBackend | undefined;

/** The sellers backend of this process's configuration. */
export function sellersBackend(): SellersBackend {
  made ??= new SellersBackend();
  return made;
}
