import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import { type RedisServer, startRedis } from "../support/redis";
import { testEnv } from "../support/test-env";
import { countsOf, workAtHand } from "../support/work-at-hand";
import { startWorld, type World } from "../support/world";

const run = promisify(execFile);
const SELLERS = 120;
/** Of a job that waits for its owner while the backup is made. */
const PAUSED = 40;

let folder: string;
let world: World;
const servers: RedisServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "panel-backup-"));
});
afterEach(async () => {
  await world?.close();
  for (const server of servers.splice(0)) await server.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As in the image: of the build alone. */
function backUp(to: string, given = world.env) {
  const { PATH = "" } = process.env;
  const command = join(root, "build/commands/backup.js");
  return run(process.execPath, [command, to], { cwd: folder, env: { NODE_ENV: "production", PATH, ...given } });
}

async function redis(...options: string[]): Promise<RedisServer> {
  const server = await startRedis(...options);
  servers.push(server);
  return server;
}

const ask = async (server: RedisServer, ...command: string[]) =>
  (await run("redis-cli", ["-u", server.url, ...command])).stdout;

/** How docs/operations.md, "Backup and restore", says that it is done. */
const engines = {
  lmdb: {
    begin: async () => undefined,
    backUp,
    async restore(from: string) {
      const store = (world.env.STORE_URL as string).replace("lmdb:", "");
      await rm(store, { recursive: true });
      await cp(from, store, { recursive: true });
    },
  },
  redis: {
    begin: async () => (await redis("--repl-diskless-sync-delay", "0")).url,
    backUp: (to: string) => run("redis-cli", ["-u", servers[0]?.url ?? "", "--rdb", join(to, "dump.rdb")]),
    async restore(from: string) {
      await servers[0]?.close();
      // With appendonly on, a server without an append-only file begins empty, whatever lies in its
      // dump.rdb.
      const once = await redis("--dir", from, "--appendonly", "no");
      await ask(once, "CONFIG", "SET", "appendonly", "yes");
      const rewritten = /aof_enabled:1[\s\S]*aof_rewrite_in_progress:0[\s\S]*aof_rewrite_scheduled:0/;
      await expect.poll(() => ask(once, "INFO", "persistence"), { timeout: 60_000 }).toMatch(rewritten);
      await once.stop();
      world.env.STORE_URL = (await redis("--dir", from)).url;
    },
  },
};

describe.each(["lmdb", "redis"] as const)("a backup of %s, made while people work", (engine) => {
  const { begin, backUp: make, restore } = engines[engine];

  it("gives a new server everything of its moment, and jobs go on from there without doing anything twice", async () => {
    // Short deadlines make short leases; a role that is believed for a second is missed soon.
    const env = { BACKEND_TIMEOUT_MS: "2500", PROFILE_TTL_SECONDS: "1" };
    world = await startWorld({ sandbox: { sellers: { count: SELLERS } }, storeUrl: await begin(), env });
    const { accounts, control } = world.sandbox;
    const owner = accounts.listed as { login: string; password: string; jobTitle: string };
    for (const { id } of control.sellers()) control.changeSeller(id, { accountEnabled: true });
    const ids = control.sellers().map(({ id }) => id);
    const anna = await workAtHand(world, accounts.franchisee, 1);
    const ewa = await workAtHand(world, accounts.listed, 2);
    const signIns = () => control.requests("provider").filter(({ path }) => path === "/auth").length;
    const writes = () => anna.pages.writes().length;
    control.clearRequests();

    control.fault({ target: "sellers", method: "PATCH", delayMs: 500 });
    const paused = await ewa.startJob(ids.slice(0, PAUSED));
    await expect.poll(writes, { timeout: 60_000 }).toBeGreaterThan(0);
    const { jobTitle } = owner;
    owner.jobTitle = "Magazynier";
    const ended = () => world.app.logs().includes('"ending":"noRole"');
    await expect
      .poll(ended, { timeout: 60_000 })
      .toBe(true)
      .finally(() => {
        owner.jobTitle = jobTitle;
      });
    const before = writes();
    const going = await anna.startJob(ids.slice(PAUSED));
    await expect.poll(writes, { timeout: 60_000 }).toBeGreaterThan(before + 4);
    const target = join(folder, engine);
    await mkdir(target);
    await make(target);

    // What is done from here on isn't in the backup; the backend keeps it.
    await anna.change("PO-KOPII");
    control.clearFaults();
    await anna.pages.becomes(going, "Zakończono");
    await world.app.stop("SIGKILL");
    await restore(target);
    await world.restart();

    await anna.isThere();
    expect(await anna.history()).not.toContain("PO-KOPII");
    expect(control.sellers()[1]?.mpk).toBe("PO-KOPII");
    const [done = 0, skipped = 0, ...bad] = countsOf(anna.pages, await anna.pages.becomes(going, "Zakończono"));
    expect([done + skipped, ...bad]).toEqual([SELLERS - PAUSED, 0, 0]);
    expect(skipped).toBeGreaterThan(0);

    await ewa.isThere();
    const waiting = await ewa.pages.becomes(paused, "Wstrzymano");
    expect(anna.pages.writes().length).toBeLessThan(SELLERS);
    await ewa.browser.submit(waiting, { intent: "resume" }, "form:has([value=resume])");
    expect(signIns()).toBe(0);
    expect(countsOf(ewa.pages, await ewa.pages.becomes(paused, "Zakończono"))).toEqual([PAUSED, 0, 0, 0]);
    const patched = anna.pages.writes().filter(({ method }) => method === "PATCH");
    expect(new Set(patched.map(({ path }) => path)).size).toBe(SELLERS);
    expect(patched).toHaveLength(SELLERS);
  });
});

it("says in a line why there is no backup, and leaves nothing behind", async () => {
  const target = join(folder, "refused");
  const refusal = async (to: string, env: Record<string, string> = {}) => {
    const failure = await backUp(to, testEnv(env)).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    return `${failure?.code} ${failure?.stderr.trim()}`;
  };
  await mkdir(join(folder, "store"));
  await writeFile(join(folder, "store", "data.mdb"), "");
  expect(await refusal(root, { STORE_URL: `lmdb:${folder}/store` })).toBe(`1 There is something at ${root} already`);
  expect(await refusal("--help")).toBe("2 backup DIR");
  const none = { STORE_URL: `lmdb:${folder}/none` };
  expect(await refusal(target, none)).toBe(`1 There is no embedded store at ${folder}/none`);
  const said = await refusal(target, { STORE_URL: "redis://:hidden-password@127.0.0.1:1" });
  expect(said).toMatch(/^1 The store is Redis.*redis-cli --rdb/);
  expect(said).not.toContain("hidden");
  expect((await readdir(folder)).filter((name) => name.startsWith("refused"))).toEqual([]);
});
