import { statfsSync } from "node:fs";
import type { Database, RootDatabase } from "lmdb";
import { StoreFull, type WriteOptions } from "./store";

const MEGABYTE = 1024 * 1024;
/**
 * LMDB is copy-on-write, so that deleting needs free pages, too, also to sweep what has expired. So much stays free for it: ordinary
 * values leave all of it, small ones (sessions, claims) half, and those written with `lastRoom` a quarter.
 */
const LEFT_BYTES = 4 * MEGABYTE;
const SMALL_BYTES = 16 * 1024;
/** It is measured anew after so much time, and so many bytes of values. */
const EVERY_MS = 1_000;
const EVERY_BYTES = 256 * 1024;
/** Pages that tell which version of the tree counts. */
const META_PAGES = 2;

type Pages = { treeBranchPageCount: number; treeLeafPageCount: number; overflowPages: number };
type Stats = Pages & { pageSize: number; lastPageNumber: number; root: Pages; free: Pages };

const pagesOf = ({ treeBranchPageCount, treeLeafPageCount, overflowPages }: Pages) =>
  treeBranchPageCount + treeLeafPageCount + overflowPages;

type Options = {
  root: RootDatabase;
  databases: Database[];
  path: string;
  /** How large the file may become; as large as the disk lets it when this isn't given. */
  maxBytes?: number;
};

/** How much more an embedded store can hold. */
export class LmdbRoom {
  readonly #of: Options;
  #bytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #takenSince = 0;

  constructor(of: Options) {
    this.#of = of;
  }

  /**
   * To be asked before a value is written.
   * @throws StoreFull when less would be left than deletions need
   */
  take(bytes: number, { lastRoom = false }: WriteOptions = {}): void {
    if (performance.now() - this.#measuredAt > EVERY_MS || this.#takenSince > EVERY_BYTES) this.#measure();
    const left = lastRoom ? LEFT_BYTES / 4 : bytes > SMALL_BYTES ? LEFT_BYTES : LEFT_BYTES / 2;
    if (this.#bytes - this.#takenSince - bytes < left) {
      throw new StoreFull(new Error(`Only ${Math.round(this.#bytes / MEGABYTE)} MB are left for ${this.#of.path}`));
    }
    this.#takenSince += bytes;
  }

  /** Free pages within the file, and what it may grow by. */
  #measure(): void {
    const { root, databases, path, maxBytes = Number.POSITIVE_INFINITY } = this.#of;
    root.resetReadTxn();
    const stats = root.getStats() as Stats;
    const trees = [stats.root, stats.free, ...databases.map((database) => database.getStats() as Pages)];
    const all = stats.lastPageNumber + 1;
    const used = trees.reduce((sum, tree) => sum + pagesOf(tree), META_PAGES);
    const growth = Math.min(freeOnDisk(path), Math.max(0, maxBytes - all * stats.pageSize));
    this.#bytes = (all - used) * stats.pageSize + growth;
    this.#measuredAt = performance.now();
    this.#takenSince = 0;
  }
}

function freeOnDisk(path: string): number {
  const { blocks, bavail, bsize } = statfsSync(path);
  // Some file systems don't tell.
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
}
