import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "~/.server/store/open-store";
import { serverBuild } from "../../scripts/lib/project.mjs";
import { type App, AppExited, startApp } from "../support/app";
import { testEnv } from "../support/test-env";

// Each test starts servers of its own.

const NOBODY_UID = 65_534;
/**
 * Whoever isn't root isn't let into a folder without write permission; root has to run the server
 * as somebody else.
 */
const uid = process.getuid?.() === 0 ? NOBODY_UID : undefined;
const isBuildReadable = (() => {
  try {
    execFileSync(process.execPath, ["-e", `require("node:fs").readFileSync(${JSON.stringify(serverBuild)})`], { uid });
    return true;
  } catch {
    return false;
  }
})();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "panel-refused-"));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const started = (path: string, options?: { uid?: number }): Promise<App> =>
  startApp(testEnv({ STORE_URL: `lmdb:${path}`, LOG_LEVEL: "info" }), options);

/** The start ends with 1 and says why, once, in a line of the log. */
async function refusal(path: string, options?: { uid?: number }): Promise<string> {
  const failure = await started(path, options).then(
    (app) => app.stop("SIGKILL"),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(AppExited);
  const { code, logs } = failure as AppExited;
  expect(code).toBe(1);
  const [line = "", ...more] = logs.split("\n").filter((each) => each.includes('"level":"fatal"'));
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ msg: "the store can't be opened" });
  return JSON.parse(line).err.message;
}

describe("the embedded store refuses the start, says why and is left as it is", () => {
  it.each([
    ["cut off", (file: string, bytes: Buffer) => truncate(file, Math.floor(bytes.length / 3))],
    ["emptied", (file: string) => truncate(file, 0)],
    ["overwritten", (file: string, bytes: Buffer) => writeFile(file, Buffer.alloc(bytes.length, 0xa7))],
  ] as const)("%s", async (how, damage) => {
    const path = join(folder, how.replace(" ", "-"));
    const store = await openStore(`lmdb:${path}`);
    for (let n = 0; n < 300; n += 1) await store.put(`session:${n}`, "x".repeat(n * 10), 600);
    await store.close();
    const file = join(path, "data.mdb");
    await damage(file, await readFile(file));
    const before = await readFile(file);
    const said = await refusal(path);
    expect(said).toContain(`The embedded store at ${path} can't be opened: `);
    expect(said).toMatch(/damaged|invalid|corrupt/i);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it.skipIf(!isBuildReadable)("in a folder that it may not write to", async () => {
    const path = join(folder, "read-only");
    const store = await openStore(`lmdb:${path}`);
    await store.close();
    await chmod(path, 0o555);
    expect(await refusal(path, { uid })).toContain(`The embedded store at ${path} can't be opened: EACCES`);
  });

  it.skipIf(!existsSync("/proc/self"))(
    "below a folder that takes none, and where Node's recursive mkdir never returns",
    async () => {
      expect(await refusal("/proc/panel/store")).toBe(
        "The embedded store at /proc/panel/store can't be opened: ENOENT: no such file or directory, mkdir '/proc/panel'",
      );
    },
  );

  it("while another machine has it", async () => {
    const path = join(folder, "shared");
    const store = await openStore(`lmdb:${path}`);
    await store.close();
    const mark = join(path, "machine.json");
    await writeFile(mark, JSON.stringify({ machine: "another-boot", host: "backup-host" }));
    const beats = setInterval(() => void utimes(mark, new Date(), new Date()), 500);
    try {
      expect(await refusal(path)).toMatch(/Another machine \(backup-host\) is using it/);
    } finally {
      clearInterval(beats);
    }
    expect(await readFile(mark, "utf8")).toContain("backup-host");
  });
});

it("a folder without a store is said to be a new one, so that a volume that wasn't mounted is noticed", async () => {
  const path = join(folder, "none");
  const app = await started(path);
  await expect.poll(app.logs).toContain(`The embedded store at ${path} is new and empty`);
  expect(await app.stop()).toBe(0);
  const again = await started(path);
  await again.stop("SIGKILL");
  expect(again.logs()).not.toContain("new and empty");
});
