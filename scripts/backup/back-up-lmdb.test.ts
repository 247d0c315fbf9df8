import { mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../app/.server/store/open-store";
import { startStoreProcess } from "../../test/support/store-process";
import { backUpLmdb } from "./back-up-lmdb";

let folder: string;
const cleanUps: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lmdb-backup-"));
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

test("copies a store to which others write, and the copy opens on another machine as it was at one moment", async () => {
  const path = join(folder, "store");
  const writer = await startStoreProcess(`lmdb:${path}`);
  cleanUps.push(writer.kill);
  await writer.call("put", ["before:1", "stored", 600]);
  void writer.call("append", ["busy", "x".repeat(5_000), 600], 2_000);
  const target = join(folder, "copies", "one");
  expect(await backUpLmdb(path, target)).toBeGreaterThan(0);
  expect(await readdir(target)).toEqual(["data.mdb"]);
  expect((await stat(target)).mode & 0o077).toBe(0);
  await writer.kill();

  // Opened as after another boot: a copy whose newest pages count as not flushed would go back to
  // an older moment.
  const elsewhere = open(target, { noSubdir: false, ...{ safeRestore: true } });
  const values = elsewhere.openDB<string, string>("values", { encoding: "string" });
  expect([...values.getKeys()]).toEqual(["before:1"]);
  const count = (name: string) => [...elsewhere.openDB(name, { encoding: "binary" }).getKeys()].length;
  expect(count("expiry")).toBe(count("logs") + 1);
  await elsewhere.close();
  const restored = await openStore(`lmdb:${target}`);
  expect(await restored.get("before:1")).toBe("stored");
  await restored.append("busy", "goes on", 60);
  expect((await restored.readLog("busy", { limit: 1 }))[0]?.value).toBe("goes on");
  await restored.close();
}, 60_000);

test("a damaged store gives no backup, rather than a damaged one", async () => {
  const path = join(folder, "store");
  const store = await openStore(`lmdb:${path}`);
  for (let n = 0; n < 300; n++) await store.put(`session:${n}`, "x".repeat(n * 10), 60);
  await store.close();
  await truncate(join(path, "data.mdb"), 60_000);
  await expect(backUpLmdb(path, join(folder, "copy"))).rejects.toThrow("its files are damaged");
  expect((await readdir(folder)).sort()).toEqual(["store"]);
}, 60_000);
