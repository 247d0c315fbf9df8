import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FolderHold, holdFolder } from "./folder-hold";

/** Watching takes no time; beats come when the clock is moved on. */
vi.mock("node:timers/promises", () => import("../../../test/support/pauses"));
const BEAT_MS = 2_000;

let folder: string;
let warnings: string[];
const holds: FolderHold[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "panel-hold-"));
  warnings = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
});
afterEach(async () => {
  for (const hold of holds.splice(0)) await hold.release();
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const mark = () => join(folder, "machine.json");
const held = async () => {
  const hold = await holdFolder(folder, { warn: (text) => warnings.push(text) });
  holds.push(hold);
  return hold;
};
const beats = () => vi.advanceTimersByTime(BEAT_MS);
const isFresh = () =>
  vi.waitFor(async () => expect(Date.now() - (await stat(mark())).mtimeMs).toBeLessThan(60_000), 60_000);
const byAnother = () => writeFile(mark(), JSON.stringify({ machine: "other", host: "backup" }));

test("processes of one machine hold it together, and it is free when they let go", async () => {
  const [one, two] = [await held(), await held()];
  await one.release();
  beats();
  // The other one says again that it is there.
  await vi.waitFor(() => readFile(mark()), { timeout: 10_000 });
  await two.release();
  expect(vi.getTimerCount()).toBe(0);
  await expect(readFile(mark())).rejects.toThrow("ENOENT");
  expect([one.lost, two.lost, warnings]).toEqual([undefined, undefined, []]);
});

test.each([0, 30 * 60_000])(
  "is refused while another machine's mark is renewed, even with a clock %d ms behind",
  async (behind) => {
    await byAnother();
    const beat = () => utimes(mark(), new Date(), new Date(Date.now() - behind));
    await beat();
    const beating = setInterval(() => void beat(), BEAT_MS);
    await expect(held()).rejects.toThrow("Another machine (backup) is using it");
    clearInterval(beating);
    expect(await readFile(mark(), "utf8")).toContain("backup");
  },
);

test("is taken over once another machine's mark isn't renewed any more, and at once after an hour", async () => {
  await byAnother();
  const began = Date.now();
  await held();
  expect(Date.now() - began).toBe(10_000);
  expect(warnings).toEqual(["Another machine (backup) has used this store: waiting 10 s to see whether it still does"]);
  expect(await readFile(mark(), "utf8")).not.toContain("backup");
  await byAnother();
  await utimes(mark(), new Date(), new Date(Date.now() - 2 * 60 * 60_000));
  await held();
  expect(warnings.filter((text) => text.includes("waiting"))).toHaveLength(1);
});

test("a machine that releases the folder isn't waited for any longer", async () => {
  await byAnother();
  const began = Date.now();
  holds.push(await holdFolder(folder, { warn: () => rmSync(mark()) }));
  expect(Date.now() - began).toBe(250);
  expect(await readFile(mark(), "utf8")).not.toContain("backup");
});

const machine = () => readFile("/proc/sys/kernel/random/boot_id", "utf8").then((text) => text.trim(), hostname);
const written = async () => JSON.parse(await readFile(mark(), "utf8"));

test("a machine is known by what all its containers share and a restart changes, a container by its process ids", async () => {
  await held();
  const pids = await readlink("/proc/self/ns/pid").catch(() => undefined);
  expect(await written()).toEqual({ machine: await machine(), ...(pids ? { pids } : {}), host: hostname() });
});

const linux = existsSync("/proc/self/ns/pid");

test.runIf(linux)(
  "a container of this machine that sees other process ids is refused, and told what to do",
  async () => {
    const other = { machine: await machine(), pids: "pid:[1]", host: "container" };
    await writeFile(mark(), JSON.stringify(other));
    const beating = setInterval(() => void utimes(mark(), new Date(), new Date()), BEAT_MS);
    await expect(held()).rejects.toThrow(
      /^Another container of this machine \(container\) is using it\. .*share the PID namespace/,
    );
    clearInterval(beating);
    expect(await written()).toEqual(other);
  },
);

test("a process that lost the folder is told, and doesn't take it back", async () => {
  const hold = await held();
  await byAnother();
  beats();
  await vi.waitFor(() => expect(hold.lost?.message).toBe(`Another machine (backup) has taken over ${folder}`), 60_000);
  expect(warnings.join()).toContain("is to be stopped");
  await hold.release();
  expect(await readFile(mark(), "utf8")).toContain("backup");
});

test("an unreadable mark counts as another machine's", async () => {
  await writeFile(mark(), "{");
  await held();
  expect(warnings.join()).toContain("Another machine (unknown)");
  expect(JSON.parse(await readFile(mark(), "utf8"))).toMatchObject({ host: expect.any(String) });
});

test("the mark is its owner's alone, written whole, and of this moment for as long as the folder is held", async () => {
  await held();
  expect((await stat(mark())).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toEqual(["machine.json"]);
  await utimes(mark(), new Date(0), new Date(0));
  beats();
  await isFresh();
});

test("a disk error doesn't count as another machine", async () => {
  await expect(holdFolder(join(folder, "none"), { warn: () => undefined })).rejects.toThrow("ENOENT");
  await mkdir(mark());
  await expect(held()).rejects.toThrow("EISDIR");
});

test("a folder that disappears for a while stays held, without a message", async () => {
  const hold = await held();
  await rename(folder, `${folder}-away`);
  beats();
  // That beat finds nothing and leaves nothing behind.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await rename(`${folder}-away`, folder);
  await utimes(mark(), new Date(0), new Date(0));
  beats();
  await isFresh();
  expect([hold.lost, warnings]).toEqual([undefined, []]);
});
