import { statfsSync } from "node:fs";
import type { Database, RootDatabase } from "lmdb";
import { StoreFull, StoreUnavailable } from "./store";

const MEGABYTE = 1024 * 1024;
/**
 * Bytes that writes leave free: LMDB is copy-on-write, so deleting needs free pages, too. What
 * people store leaves enough for some 400 sign-ins.
 */
const RESERVES = { large: 6 * MEGABYTE, small: 4 * MEGABYTE, signIn: 2 * MEGABYTE, last: MEGABYTE };
const SMALL_BYTES = 16 * 1024;
/** Free space is measured again after this time, or after this many bytes. */
const MEASURE_AFTER_MS = 1_000;
const MEASURE_AFTER_BYTES = 256 * 1024;
const META_PAGES = 2;

type Pages = { treeBranchPageCount: number; treeLeafPageCount: number; overflowPages: number };
type Stats = Pages & { pageSize: number; lastPageNumber: number; root: Pages; free: Pages };

const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages) =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

type Options = {
  root: RootDatabase;
  databases: Database[];
  path: string;
  maxBytes?: number;
};

export class LmdbRoom {
  readonly #options: Options;
  #freeBytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #bytesSince = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @throws StoreFull when a write would leave less room than deletions need */
  take(
    bytes: number,
    { reserve = bytes > SMALL_BYTES ? "large" : "small" }: { reserve?: keyof typeof RESERVES } = {},
  ): void {
    if (performance.now() - this.#measuredAt > MEASURE_AFTER_MS || this.#bytesSince > MEASURE_AFTER_BYTES)
      this.#measure();
    if (this.#freeBytes - this.#bytesSince - bytes < RESERVES[reserve]) {
      throw new StoreFull(
        new Error(`Only ${Math.round(this.#freeBytes / MEGABYTE)} MB are left for ${this.#options.path}`),
      );
    }
    this.#bytesSince += bytes;
  }

  #measure(): void {
    const { root, databases, path, maxBytes = Number.POSITIVE_INFINITY } = this.#options;
    root.resetReadTxn();
    const stats = root.getStats() as Stats;
    const trees = [stats.root, stats.free, ...databases.map((database) => database.getStats() as Pages)];
    const all = stats.lastPageNumber + 1;
    const used = trees.reduce((sum, tree) => sum + pagesOf(tree), META_PAGES);
    const growth = Math.min(freeOnDisk(path), Math.max(0, maxBytes - all * stats.pageSize));
    this.#freeBytes = (all - used) * stats.pageSize + growth;
    this.#measuredAt = performance.now();
    this.#bytesSince = 0;
  }
}

function freeOnDisk(path: string): number {
  const { blocks, bavail, bsize } = statfsSync(path);
  // Some file systems report no blocks.
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}

/** Maximum wait for the reason of a failed commit, in ms. */
const REASON_MS = 2_000;

/** MDB_MAP_FULL, ENOSPC, EFBIG, EDQUOT, EIO (a page written in part), EROFS (read-only disk). */
const FULL = new Set<unknown>([-30_792, 28, 27, 122, 5, 30]);

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code;
const saysFull = (error: unknown) => FULL.has(codeOf(error));

/**
 * lmdb hides the reason of a failed commit in a promise beside the error. Errors of the code inside
 * the transaction are returned unchanged.
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
