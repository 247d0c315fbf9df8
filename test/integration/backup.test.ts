import { cp, readdir, rm, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import { runCommand } from "../support/built-command";
import { endLeases } from "../support/end-leases";
import { countsOf } from "../support/job-pages";
import { giveFolder } from "../support/own-folder";
import { testEnv } from "../support/test-env";
import { workAtHand } from "../support/work-at-hand";
import { giveWorld, takeRole } from "./support/given-world";

const SELLERS = 120;
/** Items of a job that waits for its owner while the backup is made. */
const PAUSED = 40;
/** How many writes a job has in flight. */
const AT_ONCE = 4;

// With a TTL of 0 a job notices a lost role before its next item.
const env = { BACKEND_TIMEOUT_MS: "120000", PROFILE_TTL_SECONDS: "0" };
const { world } = giveWorld({ isOwn: true, sandbox: { sellers: { count: SELLERS } }, env });
const folder = giveFolder();

const backUp = (to: string, env = world.env) => runCommand("backup", [to], env);

it("A backup restores everything of its moment, and jobs do nothing twice", async () => {
  const { accounts, control } = world.sandbox;
  for (const { id } of control.sellers()) control.changeSeller(id, { accountEnabled: true });
  const ids = control.sellers().map(({ id }) => id);
  const anna = await workAtHand(world, accounts.franchisee, 1);
  const ewa = await workAtHand(world, accounts.listed, 2);
  const signIns = () => control.requests("provider").filter(({ path }) => path === "/auth").length;
  const writes = () => anna.pages.writes().length;
  control.clearRequests();

  const hold = () => control.fault({ target: "sellers", method: "PATCH", hold: true });
  const held = hold();
  const paused = await ewa.startJob(ids.slice(0, PAUSED));
  await expect.poll(writes).toBe(AT_ONCE);
  const giveBack = takeRole(accounts.listed);
  control.clearFaults(held);
  await expect.poll(() => world.app.logs()).toContain('"ending":"noRole"');
  giveBack();
  control.fault({ target: "sellers", method: "PATCH", times: 8 });
  hold();
  const going = await anna.startJob(ids.slice(PAUSED));
  await expect.poll(writes).toBe(AT_ONCE + 8 + AT_ONCE);
  const target = join(folder, "backup.db");
  expect((await backUp(target)).code).toBe(0);

  // Changes from here on aren't in the backup, but the backend has them.
  await anna.change("PO-KOPII");
  control.clearFaults();
  await anna.pages.becomes(going, "Zakończono");
  await world.app.stop("SIGKILL");
  // Restored as docs/operations.md, "Backup and restore", says.
  const path = (world.env.DATABASE_URL as string).replace("file:", "");
  for (const end of ["", "-wal", "-shm"]) await rm(path + end, { force: true });
  await cp(target, path);
  await endLeases(world.env.DATABASE_URL as string);
  await world.restart();

  await anna.isThere();
  expect(await anna.history()).not.toContain("PO-KOPII");
  expect(control.sellers()[1]?.mpk).toBe("PO-KOPII");
  const [done = 0, skipped = 0, ...bad] = countsOf(await anna.pages.becomes(going, "Zakończono"));
  expect([done + skipped, ...bad]).toEqual([SELLERS - PAUSED, 0, 0]);
  expect(skipped).toBeGreaterThan(0);

  await ewa.isThere();
  const waiting = await ewa.pages.becomes(paused, "Wstrzymano");
  expect(anna.pages.writes().length).toBeLessThan(SELLERS);
  await ewa.browser.submit(waiting, { intent: "resume" }, "form:has([value=resume])");
  expect(signIns()).toBe(0);
  expect(countsOf(await ewa.pages.becomes(paused, "Zakończono"))).toEqual([PAUSED, 0, 0, 0]);
  const patched = anna.pages.writes().filter(({ method }) => method === "PATCH");
  expect(new Set(patched.map(({ path }) => path)).size).toBe(SELLERS);
  expect(patched).toHaveLength(SELLERS);
});

it("A command without a backup says why in a line and leaves nothing behind", async () => {
  const target = join(folder, "refused", "panel.db");
  const refusal = async (to: string, env: Record<string, string> = {}) => {
    const { code, stderr } = await backUp(to, testEnv(env));
    return `${code} ${stderr.trim()}`;
  };
  const path = join(folder, "damaged.db");
  const file = new DatabaseSync(path);
  file.exec("create table filler (text text)");
  for (let n = 0; n < 100; n += 1) file.prepare("insert into filler values (?)").run("x".repeat(10_000));
  file.close();
  const url = `file:${path}`;
  expect(await refusal(root, { DATABASE_URL: url })).toBe(`1 There is something at ${root} already`);
  await truncate(path, 300_000);
  expect(await refusal(target, { DATABASE_URL: url })).toBe("1 database disk image is malformed");
  expect(await refusal("--help")).toBe("2 backup FILE");
  const none = { DATABASE_URL: `file:${folder}/none.db` };
  expect(await refusal(target, none)).toBe(`1 There is no database at ${folder}/none.db`);
  const said = await refusal(target, { DATABASE_URL: "postgres://panel:hidden-password@127.0.0.1:1/panel" });
  expect(said).toMatch(/^1 The database is PostgreSQL.*pg_dump/);
  expect(said).not.toContain("hidden");
  expect(await readdir(join(folder, "refused"))).toEqual([]);
});

it("A copy is readable for its user alone", async () => {
  const url = `file:${join(folder, "own.db")}`;
  new DatabaseSync(join(folder, "own.db")).exec("create table filler (text text)");
  const target = join(folder, "copies", "own.db");
  await backUp(target, testEnv({ DATABASE_URL: url }));
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "copies"))).mode & 0o777).toBe(0o700);
});
