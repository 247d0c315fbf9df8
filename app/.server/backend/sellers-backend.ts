import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import { log } from "~/.server/log";
import { ignoredParameters } from "~/.server/metrics";
import { sealedRecords } from "~/.server/store/sealed-records";
import { type BackendFilter, contradictedFilters } from "~/domain/local-filter";
import type { SellerQuery } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { SellerIndex } from "~/domain/seller-index";
import { Backend } from "./backend";
import { BackendError } from "./backend-error";
import { type ListContract, listContractOf } from "./contract/list-contract";

/** The list's parameters that the app verifies, by their names in docs/product.md §7. */
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

/** How long the app applies a contradicted filter itself, in ms: an index may only be late. */
const DISTRUST_MS = 10 * 60_000;
/** Scans of thousands of sellers use the processor, so few run at once, and fewer of one person. */
const SCANS = { size: 8, share: 2, maxWaiting: 400, waitingShare: 100 };
/** Shorter than a proxy's timeout. */
const MAX_SCAN_WAIT_MS = 25_000;

export type Asking = { person: string; gone?: AbortSignal };

/** For work that reads thousands of sellers or changes. */
export class ScanSlots {
  readonly #slots = new FairSlots(SCANS);

  /** @throws BackendError `busy` without a slot, `abandoned` for `gone`; the scan's own error */
  async run<T>({ person, gone }: Asking, scan: () => Promise<T>): Promise<T> {
    const release = await this.#slots.take(person, gone, MAX_SCAN_WAIT_MS).catch((cause: unknown) => {
      throw new BackendError("sellers", gone?.aborted ? "abandoned" : "busy", { cause });
    });
    try {
      return await scan();
    } finally {
      release();
    }
  }
}

const noFilters: ReadonlySet<BackendFilter> = new Set();

/** The rows of one answer; the index is made when these turn out to be all sellers. */
export type ParsedList = { sellers: Seller[]; total?: number; makeIndex: () => SellerIndex };

/** The sellers backend as this process knows it, and what was observed of its lists. */
export class SellersBackend extends Backend {
  readonly contract: ListContract;
  readonly scans = new ScanSlots();
  /** Whether a later page held other sellers than the first one. */
  isPagingProven = false;
  /** Whether a total was larger than its page: it counts the list and not the page. */
  isTotalProven = false;
  /** Whether the backend sends more rows than requested, and the same ones for page 2. */
  isUnpaged = false;
  /** Known once the backend has refused a longer page. */
  maxPageSize = Number.POSITIVE_INFINITY;
  /** A turned page of an unchanged long answer, known by its hash, is not parsed again. */
  readonly longLists = new LRUCache<string, Promise<ParsedList>>({ max: 4, ttl: 10_000 });
  readonly #unknownFilters: readonly BackendFilter[];
  readonly #reported = new Set<Parameter>();
  #distrust = { filters: noFilters, since: 0 };

  constructor(contract = listContractOf(env())) {
    super("sellers", env().SELLERS_API_URL);
    this.contract = contract;
    const filters = ["search", "accountEnabled"] as const;
    this.#unknownFilters = filters.filter((filter) => !this.contract.params[filter]);
  }

  /** Filters that the app applies itself: the backend lacks the parameter or ignores it. */
  get ownFilters(): ReadonlySet<BackendFilter> {
    const isRecent = performance.now() - this.#distrust.since < DISTRUST_MS;
    return new Set([...this.#unknownFilters, ...(isRecent ? this.#distrust.filters : [])]);
  }

  /** Whether a row contradicts a filter; from then on the app applies that filter itself. */
  checkFilters(query: Pick<SellerQuery, "q" | "status">, sellers: readonly Seller[]): boolean {
    const q = env().SELLERS_SEARCH === "backend" ? "" : query.q;
    const contradicted = contradictedFilters({ q, status: query.status }, sellers);
    if (contradicted.length === 0) return false;
    for (const filter of contradicted) this.reportIgnored(filter);
    this.#distrust = { filters: new Set([...this.ownFilters, ...contradicted]), since: performance.now() };
    return true;
  }

  reportIgnored(parameter: Parameter): void {
    if (this.#reported.has(parameter)) return;
    this.#reported.add(parameter);
    ignoredParameters.set({ parameter }, 1);
    log().warn({ parameter }, "the sellers backend ignores a parameter of its list");
    // The log and the metric say the same, so a store that is away costs only the doctor's line.
    ignoredNotes.put(parameter, { since: Date.now() }).catch(() => undefined);
  }
}

let backend: SellersBackend | undefined;

export function sellersBackend(): SellersBackend {
  backend ??= new SellersBackend();
  return backend;
}
