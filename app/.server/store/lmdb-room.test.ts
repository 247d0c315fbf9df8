import type { statfsSync } from "node:fs";
import type { Database, RootDatabase } from "lmdb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LmdbRoom, whyNotWritten } from "./lmdb-room";
import { StoreFull, StoreUnavailable, type WriteOptions } from "./store";

const disk = vi.hoisted(() => ({ blocks: 1_000_000, bavail: 1_000_000, bsize: 4_096 }));
const statfs = vi.hoisted(() => vi.fn());
vi.mock("node:fs", () => ({ statfsSync: statfs as unknown as typeof statfsSync }));

const MEGABYTE = 1024 * 1024;
const PAGE = 4_096;
const SMALL = 16 * 1024;
const pages = (treeBranchPageCount = 0, treeLeafPageCount = 0, overflowPages = 0) => ({
  treeBranchPageCount,
  treeLeafPageCount,
  overflowPages,
});

let room: (maxBytes?: number) => LmdbRoom;
/** Pages of the file, two of which tell which version counts. */
let file: { lastPageNumber: number; root: ReturnType<typeof pages>; free: ReturnType<typeof pages> };
let trees: ReturnType<typeof pages>[];
let measured: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  Object.assign(disk, { blocks: 1_000_000, bavail: 1_000_000, bsize: 4_096 });
  statfs.mockReset().mockImplementation(() => disk);
  file = { lastPageNumber: 1, root: pages(), free: pages() };
  trees = [pages(), pages()];
  measured = 0;
  const root = {
    resetReadTxn: () => {
      measured += 1;
    },
    getStats: () => ({ pageSize: PAGE, ...file }),
  } as unknown as RootDatabase;
  const databases = [0, 1].map((at) => ({ getStats: () => trees[at] }) as unknown as Database);
  room = (maxBytes) => new LmdbRoom({ root, databases, path: "/store", maxBytes });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is still taken, in bytes, of a small value and of a large one. */
function mostOf(given: () => LmdbRoom, options?: WriteOptions): number[] {
  const takes = (bytes: number) => {
    try {
      given().take(bytes, options);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(StoreFull);
      return false;
    }
  };
  const most = (least: number, largest: number) => {
    let [from, to] = [least - 1, largest];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if (takes(middle)) from = middle;
      else to = middle - 1;
    }
    return from < least ? -1 : from;
  };
  return [most(1, SMALL), most(SMALL + 1, 64 * MEGABYTE)];
}

test("what people store, small or large, leaves the reserve of signing in, and that leaves two megabytes", () => {
  const signIn = { reserve: "signIn" } as const;
  expect(mostOf(() => room(12 * MEGABYTE))).toEqual([SMALL, 6 * MEGABYTE - 2 * PAGE]);
  expect(mostOf(() => room(6 * MEGABYTE + SMALL + 2 * PAGE))).toEqual([SMALL, -1]);
  expect(mostOf(() => room(6 * MEGABYTE + SMALL + 2 * PAGE + 1))).toEqual([SMALL, SMALL + 1]);
  expect(mostOf(() => room(4 * MEGABYTE + 9 + 2 * PAGE))).toEqual([9, -1]);
  expect(mostOf(() => room(4 * MEGABYTE + 2 * PAGE))).toEqual([-1, -1]);
  expect(mostOf(() => room(4 * MEGABYTE + 2 * PAGE), signIn)).toEqual([SMALL, 2 * MEGABYTE]);
  expect(mostOf(() => room(2 * MEGABYTE + 2 * PAGE), signIn)).toEqual([-1, -1]);
});

test("even a write that may use the last room leaves one megabyte", () => {
  const last = { reserve: "last" } as const;
  expect(mostOf(() => room(MEGABYTE + 9 + 2 * PAGE), last)).toEqual([9, -1]);
  expect(mostOf(() => room(MEGABYTE + 2 * PAGE), last)).toEqual([-1, -1]);
  expect(mostOf(() => room(4 * MEGABYTE + 2 * PAGE), last)).toEqual([SMALL, 3 * MEGABYTE]);
});

test("a full file has the room of its free pages: those that no tree has", () => {
  file = { lastPageNumber: 4_999, root: pages(1, 10, 100), free: pages(2, 20, 200) };
  trees = [pages(3, 30, 300), pages(4, 40, 400)];
  const free = 5_000 - 2 - 1_110;
  expect(mostOf(() => room(5_000 * PAGE))[1]).toBe(free * PAGE - 6 * MEGABYTE);
  // Larger than it may be by now: it has no more than that.
  expect(mostOf(() => room(PAGE))[1]).toBe(free * PAGE - 6 * MEGABYTE);
});

test("without a limit the disk's free space counts, and an unknown one counts as enough", () => {
  disk.bavail = 3_000;
  expect(mostOf(() => room())[1]).toBe(3_000 * 4_096 - 6 * MEGABYTE);
  expect(mostOf(() => room(8 * MEGABYTE))[1]).toBe(2 * MEGABYTE - 2 * PAGE);
  expect(statfs).toHaveBeenCalledWith("/store");
  Object.assign(disk, { blocks: 0, bavail: 0 });
  expect(mostOf(() => room())[1]).toBe(64 * MEGABYTE);
});

test("used room is added up until the next measurement, after a second or 256 kB", () => {
  const one = room(4 * MEGABYTE + 2 * PAGE + 10);
  one.take(6);
  expect(() => one.take(5)).toThrow(StoreFull);
  one.take(4);
  expect(() => one.take(1)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: "Only 4 MB are left for /store" }) }),
  );
  expect(measured).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(() => one.take(1)).toThrow(StoreFull);
  vi.advanceTimersByTime(1);
  one.take(1);
  expect(measured).toBe(2);

  const other = room(50 * MEGABYTE);
  other.take(256 * 1024);
  other.take(1);
  expect(measured).toBe(3);
  other.take(1);
  expect(measured).toBe(4);
});

const coded = (code: number) => Object.assign(new Error("by the engine"), { code });
const ofCommit = (code: number) =>
  Object.assign(new Error("Commit failed"), { commitError: Promise.reject(coded(code)) });

test.each([
  ["no room in the map", () => coded(-30_792), StoreFull],
  ["a commit that finds no room on the disk", () => ofCommit(28), StoreFull],
  ["a commit that fails for a reason nobody here knows", () => ofCommit(9), StoreUnavailable],
  ["an engine that gave up after a broken commit (MDB_PANIC)", () => coded(-30_795), StoreUnavailable],
])("%s is told as the store's state", async (_what, error, kind) => {
  expect(await whyNotWritten(error(), "/data")).toBeInstanceOf(kind);
});

test("an error of the code in a transaction stays as it is", async () => {
  const fault = new TypeError("ours");
  expect(await whyNotWritten(fault, "/data")).toBe(fault);
});
