import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open as openFile, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type StoreOutcome, startStoreProcess } from "../../../test/support/store-process";
import { openStore, StoreFull, StoreUnavailable } from "./open-store";

let folder: string;
let path: string;
const cleanUps: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lmdb-"));
  path = join(folder, "store");
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

async function opened() {
  const store = await openStore(`lmdb:${path}`);
  cleanUps.push(() => store.close());
  return store;
}

/** Another process with the same store open. */
async function startProcess(fileBlocks?: string) {
  const other = await startStoreProcess(`lmdb:${path}`, fileBlocks);
  cleanUps.push(other.kill);
  return other;
}

const LONG = 60_000;

test("its files are nobody else's, also in a folder that everybody may enter, and of a former release", async () => {
  await mkdir(path, { mode: 0o755 });
  const store = await openStore(`lmdb:${path}`);
  const modes = async () =>
    Promise.all(["data.mdb", "lock.mdb"].map(async (file) => (await stat(join(path, file))).mode & 0o777));
  expect(await modes()).toEqual([0o600, 0o600]);
  await store.close();
  await chmod(join(path, "data.mdb"), 0o644);
  await opened();
  expect(await modes()).toEqual([0o600, 0o600]);
});

test(
  "processes see each other's writes at once, and one of all of them wins a claim",
  async () => {
    const here = await opened();
    const [there, elsewhere] = await Promise.all([startProcess(), startProcess()]);
    await here.put("session:1", "from here", 60);
    expect(await there.call("get", ["session:1"])).toEqual([{ value: "from here" }]);
    await there.call("put", ["session:1", "from there", 60]);
    expect(await here.get("session:1")).toBe("from there");

    const [a, b, c] = await Promise.all([
      there.call("putIfAbsent", ["claim:1", "there", 60], 50),
      elsewhere.call("putIfAbsent", ["claim:1", "elsewhere", 60], 50),
      Promise.all(Array.from({ length: 50 }, () => here.putIfAbsent("claim:1", "here", 60))),
    ]);
    const won = [...a, ...b].filter((outcome) => outcome.value).length + c.filter(Boolean).length;
    expect(won).toBe(1);

    const ids = await Promise.all([
      there.call("append", ["history", "entry", 60], 100),
      elsewhere.call("append", ["history", "entry", 60], 100),
      Promise.all(Array.from({ length: 100 }, () => here.append("history", "entry", 60))),
    ]);
    const all = [...ids[0], ...ids[1]].map((outcome) => outcome.value).concat(ids[2]);
    expect(new Set(all).size).toBe(300);
    expect(await here.readLog("history", { limit: 1000 })).toHaveLength(300);
  },
  LONG,
);

test(
  "processes that grow the store together past its first size keep all of it",
  async () => {
    const here = await opened();
    const there = await startProcess();
    const value = "x".repeat(500_000);
    for (let n = 0; n < 20; n++) {
      const [outcomes] = await Promise.all([
        there.call("put", [`there:${n}`, value, 60]),
        here.put(`here:${n}`, value, 60),
      ]);
      expect(outcomes).toEqual([{ value: undefined }]);
    }
    for (let n = 0; n < 20; n++) {
      expect(await here.get(`there:${n}`)).toBe(value);
      expect(await there.call("get", [`here:${n}`])).toEqual([{ value }]);
    }
  },
  LONG,
);

test(
  "a process killed in the middle of writing leaves a store that others use and can open anew",
  async () => {
    const here = await opened();
    const there = await startProcess();
    await here.put("session:1", "stored", 60);
    void there.call("put", ["busy:1", "x".repeat(20_000), 60], 500);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await there.kill();
    await here.put("session:2", "after", 60);
    expect(await here.get("session:1")).toBe("stored");
    const again = await startProcess();
    expect(await again.call("get", ["session:2"])).toEqual([{ value: "after" }]);
  },
  LONG,
);

test(
  "a disk that fills up fails the write, not the process: what was there stays readable, room makes writing work",
  async () => {
    const there = await startProcess("2000"); // blocks of 512 or 1024 bytes, by shell
    await there.call("put", ["session:1", "stored", 60]);
    const big = "x".repeat(300_000);
    const fills = await Promise.all(Array.from({ length: 20 }, (_, n) => n).map((n) => n)).then(async (numbers) => {
      const outcomes: StoreOutcome[] = [];
      for (const n of numbers) outcomes.push(...(await there.call("put", [`big:${n}`, big, 60])));
      return outcomes;
    });
    expect(fills.at(0)?.error).toBeUndefined();
    expect(fills.at(-1)?.error).toBe("StoreFull");
    expect(await there.call("get", ["session:1"])).toEqual([{ value: "stored" }]);
    expect(await there.call("delete", ["big:0"])).toEqual([{ value: true }]);
    expect(await there.call("put", ["session:2", "small", 60])).toEqual([{ value: undefined }]);
  },
  LONG,
);

test.skipIf(spawnSync("strace", ["-V"]).status !== 0)(
  "a disk that the system makes read-only fails the write, not the process: reading goes on (needs strace)",
  async () => {
    const there = await startProcess();
    await there.call("put", ["session:1", "stored", 60]);
    const calls = "pwrite64,pwritev,writev";
    const tracing = ["-f", "-p", `${there.pid}`, "-e", `trace=${calls}`, "-e", `inject=${calls}:error=EROFS`];
    const strace = spawn("strace", tracing, { stdio: ["ignore", "ignore", "pipe"] });
    cleanUps.push(() => strace.kill());
    // Attached amid a commit, it would break the engine for good instead.
    await once(strace.stderr, "data");
    expect(await there.call("put", ["session:2", "x", 60])).toEqual([{ error: "StoreFull" }]);
    expect(await there.call("delete", ["session:1"])).toEqual([{ error: "StoreFull" }]);
    expect(await there.call("get", ["session:1"])).toEqual([{ value: "stored" }]);
  },
  LONG,
);

test(
  "a disk too full to create the store: one clear error",
  async () => {
    await expect(startProcess("4")).rejects.toThrow(`The embedded store at ${path} can't be opened`);
  },
  LONG,
);

const damages: Record<string, (file: string) => Promise<void>> = {
  "random bytes": (file) =>
    writeFile(file, Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7919 + (n >> 3)) % 251))),
  "a text": (file) => writeFile(file, "hello"),
  "a cut file": (file) => truncate(file, 9000),
  async "overwritten pages"(file) {
    const handle = await openFile(file, "r+");
    const { size } = await handle.stat();
    await handle.write(Buffer.alloc(size - 40_960, 0xa7), 0, size - 40_960, 40_960);
    await handle.close();
  },
};

test.each(Object.keys(damages))(
  "a damaged store (%s) is refused with its path, and this process lives",
  async (kind) => {
    const store = await openStore(`lmdb:${path}`);
    for (let n = 0; n < 300; n++) await store.put(`session:${n}`, "x".repeat(n * 10), 60);
    await store.close();
    await damages[kind]?.(join(path, "data.mdb"));
    await expect(openStore(`lmdb:${path}`)).rejects.toThrow(`The embedded store at ${path} can't be opened`);
  },
  LONG,
);

test("a path that is a file, or can't be written, is refused with its path", async () => {
  await writeFile(path, "a file");
  await expect(openStore(`lmdb:${path}`)).rejects.toThrow(`The embedded store at ${path} can't be opened`);
  await expect(openStore(`lmdb:${path}/below`)).rejects.toThrow(`The embedded store at ${path}/below can't be opened`);
});

test(
  "sweeps what has expired, and only that, several stores at once",
  async () => {
    const store = await opened();
    for (let n = 0; n < 450; n++) void store.put(`old:${n}`, "x", 0.2);
    await store.append("history", "old", 0.2);
    await store.append("history", "stored", 60);
    await store.put("extended:1", "x", 0.2);
    await store.put("extended:1", "x", 60);
    await store.put("stored:1", "x", 60);
    await Promise.all([startProcess(), startProcess()]);

    const raw = open(path, { noSubdir: false, readOnly: true });
    cleanUps.push(() => raw.close());
    const databases = ["values", "logs", "expiry"].map((name) => raw.openDB(name, { encoding: "string" }));
    const counts = () => {
      raw.resetReadTxn();
      return databases.map((database) => [...database.getKeys()].length);
    };
    await vi.waitFor(() => expect(counts()).toEqual([2, 1, 3]), { timeout: 45_000, interval: 200 });
    expect(await store.get("extended:1")).toBe("x");
  },
  LONG,
);

test(
  "the file stops growing while records come and expire all the time",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    cleanUps.push(() => vi.useRealTimers());
    const store = await opened();
    await startProcess(); // it reads nothing: an old snapshot of its would keep what is freed
    const raw = open(path, { noSubdir: false, readOnly: true });
    cleanUps.push(() => raw.close());
    const expiring = raw.openDB("expiry", { encoding: "string" });
    const left = () => {
      raw.resetReadTxn();
      return [...expiring.getKeys()].length;
    };
    const sizes: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const writes = Array.from({ length: 150 }, (_, n) =>
        store.put(`draft:${round}.${n}`, "x".repeat((n * 97) % 9_000), 20),
      );
      for (let n = 0; n < 30; n += 1) writes.push(store.append("news", "x".repeat(500), 20).then(() => undefined));
      await Promise.all(writes);
      expect(left()).toBe(180);
      while (left() > 0) {
        await vi.advanceTimersByTimeAsync(10_000);
        await store.ping(); // behind a sweep that began
      }
      sizes.push((await stat(join(path, "data.mdb"))).size);
    }
    expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[9] as number) + 4 * 4096);
  },
  LONG,
);

test(
  "at its limit it takes deletions, what is small after what is large is refused, and everything again once enough has expired",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    cleanUps.push(() => vi.useRealTimers());
    const maxBytes = 16 * 1024 * 1024;
    const store = await openStore(`lmdb:${path}`, { warn: () => undefined, maxBytes });
    cleanUps.push(() => store.close());
    const fill = async (kind: string, bytes: number) => {
      for (let n = 0; ; n += 1) {
        const outcome = await store.put(`${kind}:${n}`, "x".repeat(bytes), 600).catch((error: unknown) => error);
        if (outcome !== undefined) return { n, outcome };
      }
    };
    const large = await fill("large", 200_000);
    expect(large.outcome).toBeInstanceOf(StoreFull);
    expect(large.n).toBeGreaterThan(40);
    const small = await fill("small", 5_000);
    expect(small.outcome).toBeInstanceOf(StoreFull);
    expect(small.n).toBeGreaterThan(100);
    // As large as what was refused: something smaller may just fit yet.
    await expect(store.append("history", "x".repeat(5_000), 60)).rejects.toThrow(StoreFull);
    expect((await stat(join(path, "data.mdb"))).size).toBeLessThan(maxBytes);
    expect(await store.get("large:0")).toHaveLength(200_000);
    for (let n = 0; n < small.n; n += 1) expect(await store.delete(`small:${n}`)).toBe(true);

    vi.setSystemTime(Date.now() + 601_000);
    await vi.advanceTimersByTimeAsync(40_000);
    await store.ping();
    vi.useRealTimers();
    await vi.waitFor(() => store.put("large:again", "x".repeat(1_000_000), 60), { timeout: 20_000, interval: 300 });
    expect((await stat(join(path, "data.mdb"))).size).toBeLessThan(maxBytes);
  },
  LONG,
);

test("a path is open once in a process, and free again after closing or failing", async () => {
  const store = await opened();
  await expect(openStore(`lmdb:${folder}/./store`)).rejects.toThrow(`${path} is already open in this process`);
  await store.close();
  const again = await opened();
  expect(await again.get("k:1")).toBeUndefined();
});

test("a closed store answers StoreUnavailable", async () => {
  const store = await openStore(`lmdb:${path}`);
  await store.close();
  await store.close();
  await expect(store.get("k:1")).rejects.toThrow(StoreUnavailable);
  await expect(store.put("k:1", "v", 60)).rejects.toThrow(StoreUnavailable);
  await expect(store.ping()).rejects.toThrow(StoreUnavailable);
});

test("nobody else on the machine may read the files", async () => {
  await opened();
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await readdir(path)).toContain("data.mdb");
});
