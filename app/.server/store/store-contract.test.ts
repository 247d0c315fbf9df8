import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../test/support/redis";
import { startStoreProcess } from "../../../test/support/store-process";
import { openStore, type Store } from "./open-store";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Engine = {
  url: string;
  /** Another connection to the same store: what one writes the other reads. */
  another: (url: string) => Promise<Store>;
  stop: () => Promise<unknown>;
};

const engines: Record<string, () => Promise<Engine>> = {
  async lmdb() {
    const folder = await mkdtemp(join(tmpdir(), "store-"));
    return {
      url: `lmdb:${folder}/store`,
      another: async (url) => (await startStoreProcess(url)).asStore(),
      stop: () => rm(folder, { recursive: true }),
    };
  },
  async redis() {
    const redis = await startRedis();
    return { url: redis.url, another: openStore, stop: redis.close };
  },
};

describe.each(Object.keys(engines))("a store on %s", (name) => {
  let engine: Engine;
  let one: Store;
  let other: Store;
  let serial = 0;
  const fresh = (kind: string) => `${kind}:${++serial}`;

  beforeAll(async () => {
    engine = await (engines[name] as () => Promise<Engine>)();
    one = await openStore(engine.url);
    other = await engine.another(engine.url);
  }, 60_000);

  afterAll(async () => {
    await one?.close();
    await other?.close();
    await engine?.stop();
  });

  test("gives many values at once, in the order of their keys", async () => {
    const [first, missing, third, gone] = [fresh("session"), fresh("session"), fresh("session"), fresh("session")];
    await one.put(first, "1", 60);
    await one.put(third, "ż", 60);
    await one.put(gone, "2", 60);
    await one.delete(gone);
    expect((await other.getMany([third, missing, first, gone, first])).map((value) => value ?? null)).toEqual([
      "ż",
      null,
      "1",
      null,
      "1",
    ]);
    expect(await one.getMany([])).toEqual([]);
  });

  test("gives back what was put, to every connection, until its time is over", async () => {
    const key = fresh("session");
    expect(await one.get(key)).toBeUndefined();
    await one.put(key, "zażółć", 2);
    expect(await one.get(key)).toBe("zażółć");
    expect(await other.get(key)).toBe("zażółć");
    await pause(2_100);
    expect(await one.get(key)).toBeUndefined();
    expect(await other.updateIfPresent(key, "late", 60)).toBe(false);
    expect(await other.delete(key)).toBe(false);
  });

  test("a later put counts, and so does its time to live", async () => {
    const key = fresh("session");
    await one.put(key, "first", 1);
    await other.put(key, "second", 60);
    await pause(1100);
    expect(await one.get(key)).toBe("second");
    await one.put(key, "third", 0.05);
    await pause(100);
    expect(await other.get(key)).toBeUndefined();
  });

  test("putIfAbsent: of 100 at once over two connections exactly one wins", async () => {
    const key = fresh("claim");
    const tries = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).putIfAbsent(key, `try ${n}`, 60)),
    );
    const winners = tries.flatMap((won, n) => (won ? [`try ${n}`] : []));
    expect(winners).toHaveLength(1);
    expect(await one.get(key)).toBe(winners[0]);
  });

  test("putIfAbsent: an expired value is absent, and its expiry does not take the new one along", async () => {
    const key = fresh("claim");
    expect(await one.putIfAbsent(key, "old", 2)).toBe(true);
    expect(await one.putIfAbsent(key, "new", 60)).toBe(false);
    await pause(2_100);
    expect(await one.putIfAbsent(key, "new", 60)).toBe(true);
    await pause(2_100);
    expect(await one.get(key)).toBe("new");
  });

  test("extend gives a value that is there a new time to live", async () => {
    const [key, missing] = [fresh("part"), fresh("part")];
    await one.put(key, "zażółć", 1);
    expect(await other.extend(key, 60)).toBe(true);
    await pause(1_100);
    expect(await one.get(key)).toBe("zażółć");
    expect(await one.extend(key, 0.05)).toBe(true);
    await pause(100);
    expect(await other.get(key)).toBeUndefined();
    for (const gone of [key, missing]) expect(await one.extend(gone, 60)).toBe(false);
    expect(await one.get(missing)).toBeUndefined();
  });

  test("updateIfPresent never brings a deleted value back", async () => {
    const key = fresh("session");
    await one.put(key, "a", 60);
    expect(await other.updateIfPresent(key, "b", 60)).toBe(true);
    expect(await one.get(key)).toBe("b");
    expect(await one.delete(key)).toBe(true);
    expect(await other.updateIfPresent(key, "c", 60)).toBe(false);
    expect(await one.get(key)).toBeUndefined();
    expect(await one.delete(key)).toBe(false);
  });

  test("replaceIfEquals: of 50 at once over two connections, each on what it read, one wins", async () => {
    const key = fresh("ledger");
    expect(await one.replaceIfEquals(key, "", "x", 60)).toBe(false);
    await one.put(key, "before", 60);
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).replaceIfEquals(key, "before", `after ${n}`, 60)),
    );
    const winners = tries.flatMap((won, n) => (won ? [`after ${n}`] : []));
    expect(winners).toHaveLength(1);
    expect(await one.get(key)).toBe(winners[0]);
    expect(await other.replaceIfEquals(key, winners[0] as string, "short", 0.05)).toBe(true);
    await pause(100);
    expect(await one.replaceIfEquals(key, "short", "late", 60)).toBe(false);
  });

  test("deleteIfEquals lets nobody release another's lock", async () => {
    const key = fresh("lock");
    await one.put(key, "mine", 60);
    expect(await other.deleteIfEquals(key, "theirs")).toBe(false);
    expect(await one.get(key)).toBe("mine");
    expect(await one.deleteIfEquals(key, "mine")).toBe(true);
    expect(await one.deleteIfEquals(key, "mine")).toBe(false);
  });

  test("holds a value of 1 MB and an empty one", async () => {
    const key = fresh("blob");
    const value = "0123456789abcdef".repeat(65_536);
    await one.put(key, value, 60);
    expect(await other.get(key)).toBe(value);
    await one.put(key, "", 60);
    expect(await other.get(key)).toBe("");
    expect(await other.deleteIfEquals(key, "")).toBe(true);
  });

  test("refuses what an engine can't hold, as the caller's fault", async () => {
    await expect(one.put("k".repeat(401), "v", 60)).rejects.toThrow(RangeError);
    await expect(one.get("with\0nul")).rejects.toThrow(RangeError);
    await expect(one.put("k:1", "v".repeat(1024 * 1024 + 1), 60)).rejects.toThrow(RangeError);
    await expect(one.put("k:1", "v", 0)).rejects.toThrow(RangeError);
    await expect(one.append("log", "v", Number.NaN)).rejects.toThrow(RangeError);
    await expect(one.readLog("log", { limit: 1, until: Number.NaN })).rejects.toThrow(RangeError);
    await expect(one.readLog("log", { limit: 1, from: Number.NaN })).rejects.toThrow(RangeError);
  });

  test("a log reads newest first, page by page, and knows nothing of other logs", async () => {
    const log = fresh("history");
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.push(await (n % 2 ? one : other).append(log, `entry ${n}`, 60));
    await one.append(`${log}x`, "of another log", 60);
    expect([...ids].sort()).toEqual(ids);

    const read: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await one.readLog(log, { limit: 10, before });
      if (page.length === 0) break;
      read.push(...page.map((entry) => entry.value));
      before = page.at(-1)?.id;
    }
    expect(read).toEqual(Array.from({ length: 25 }, (_, n) => `entry ${24 - n}`));
    expect(await one.readLog(fresh("history"), { limit: 10 })).toEqual([]);
    expect(await one.readLog(log, { limit: 0 })).toEqual([]);
  });

  test("100 entries appended at once get 100 ids in the log's own order", async () => {
    const log = fresh("history");
    const ids = await Promise.all(Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).append(log, `${n}`, 60)));
    expect(new Set(ids).size).toBe(100);
    const entries = await one.readLog(log, { limit: 1000 });
    expect(entries.map((entry) => entry.id)).toEqual([...ids].sort().reverse());
  });

  test("a log reads a stretch of time: from inclusive, until exclusive", async () => {
    const log = fresh("history");
    for (const value of ["a", "b", "c"]) {
      await one.append(log, value, 60);
      await pause(5);
    }
    const [c, b, a] = await one.readLog(log, { limit: 10 });
    const values = async (query: object) =>
      (await one.readLog(log, { limit: 10, ...query })).map((entry) => entry.value);
    expect(await values({ from: b?.at })).toEqual(["c", "b"]);
    expect(await values({ until: b?.at })).toEqual(["a"]);
    expect(await values({ from: a?.at, until: c?.at })).toEqual(["b", "a"]);
    expect(await values({ from: a?.at, until: c?.at, before: b?.id })).toEqual(["a"]);
    expect(await values({ until: b?.at, before: c?.id })).toEqual(["a"]);
    expect(await values({ from: (c?.at ?? 0) + 1 })).toEqual([]);
    expect(await values({ from: -Infinity, until: Infinity })).toEqual(["c", "b", "a"]);
    expect(await values({ from: c?.at, until: a?.at })).toEqual([]);
    expect(await values({ from: Infinity })).toEqual([]);
    expect(Math.abs(Date.now() - (c?.at ?? 0))).toBeLessThan(60_000);
  });

  test("an entry of a log is gone after its own time to live, others stay", async () => {
    const log = fresh("history");
    await one.append(log, "short 1", 2);
    await one.append(log, "long", 60);
    await one.append(log, "short 2", 2);
    expect(await one.readLog(log, { limit: 1 })).toMatchObject([{ value: "short 2" }]);
    await pause(2_100);
    expect(await one.readLog(log, { limit: 1 })).toMatchObject([{ value: "long" }]);
    await one.append(log, "newest", 60);
    expect(await other.readLog(log, { limit: 10 })).toMatchObject([{ value: "newest" }, { value: "long" }]);
  });

  test("an entry taken out of a log is gone, the others stay; taking it out twice does nothing", async () => {
    const log = fresh("index");
    const ids: string[] = [];
    for (const value of ["a", "b", "c"]) ids.push(await one.append(log, value, 60));
    expect(await other.removeFromLog(log, ids[1] as string)).toBe(true);
    expect(await one.removeFromLog(log, ids[1] as string)).toBe(false);
    expect((await one.readLog(log, { limit: 10 })).map(({ value }) => value)).toEqual(["c", "a"]);
    expect(await one.removeFromLog(fresh("index"), ids[0] as string)).toBe(false);
    expect(await one.removeFromLog(log, "no id")).toBe(false);
    await one.append(log, "d", 60);
    expect((await other.readLog(log, { limit: 10 })).map(({ value }) => value)).toEqual(["d", "c", "a"]);
  });

  test("a cursor that is no id reads as nothing", async () => {
    const log = fresh("history");
    await one.append(log, "entry", 60);
    // The last one is an id, of which there is none older.
    for (const before of ["", "+", "x".repeat(5000), "a\0b", "0-0", "000000000000000-000000"]) {
      expect(await one.readLog(log, { limit: 10, before })).toEqual([]);
    }
  });

  test("answers a ping", async () => {
    await expect(one.ping()).resolves.toBeUndefined();
  });
});
