import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { beforeAll, expect, inject, it } from "vitest";
import { serverBuild } from "../../scripts/lib/project.mjs";
import { AppExited, startApp } from "../support/app";
import { giveFolder } from "../support/own-folder";
import { createDatabase } from "../support/postgres";
import { testEnv } from "../support/test-env";

// Each test starts servers of its own.

const NOBODY_UID = 65_534;
/** Root may write into any folder, so as root the server is run as another user. */
const uid = process.getuid?.() === 0 ? NOBODY_UID : undefined;
const isBuildReadable = (() => {
  try {
    execFileSync(process.execPath, ["-e", `require("node:fs").readFileSync(${JSON.stringify(serverBuild)})`], { uid });
    return true;
  } catch {
    return false;
  }
})();

const folder = giveFolder();
beforeAll(() => chmod(folder, 0o755));

/** Starts a server that must end with 1. @returns its output */
async function refusedStart(url: string, options?: { uid?: number }): Promise<string> {
  // None of the ports that tests choose: while this server waits, another one could answer there.
  const unused = createServer();
  await once(unused.listen(0, "127.0.0.1"), "listening");
  const { port } = unused.address() as AddressInfo;
  unused.close();
  const failure = await startApp(testEnv({ DATABASE_URL: url, LOG_LEVEL: "info" }), { ...options, port }).then(
    (app) => app.stop("SIGKILL"),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(AppExited);
  expect((failure as AppExited).code).toBe(1);
  return (failure as AppExited).logs;
}

/** @returns the error in the one fatal line of the log */
async function refusal(url: string, options?: { uid?: number }) {
  const logs = await refusedStart(url, options);
  const [line = "", ...more] = logs.split("\n").filter((each) => each.includes('"level":"fatal"'));
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({ msg: "the database can't be opened" });
  return JSON.stringify(JSON.parse(line).err);
}

it("A file that is no database refuses the start and is left as it is", async () => {
  const path = join(folder, "text.db");
  await writeFile(path, "a text ".repeat(5_000));
  const before = await readFile(path);
  expect(await refusal(`file:${path}`)).toContain("file is not a database");
  expect((await readFile(path)).equals(before)).toBe(true);
});

it.skipIf(!isBuildReadable)("A folder that takes no files refuses the start", async () => {
  const path = join(folder, "read-only");
  await mkdir(path);
  await chmod(path, 0o555);
  expect(await refusal(`file:${path}/panel.db`, { uid })).toContain(
    `EACCES: permission denied, open '${path}/panel.db'`,
  );
});

it("A migration that fails refuses the start and changes nothing", async () => {
  const path = join(folder, "foreign.db");
  const file = new DatabaseSync(path);
  file.exec("create table saved_views (somebody_elses text)");
  expect(await refusal(`file:${path}`)).toContain("The database's migration 0001-first failed");
  const ours = "select name from sqlite_master where name not like 'kysely_%' and type = 'table'";
  expect(file.prepare(ours).all()).toMatchObject([{ name: "saved_views" }]);
  file.close();

  const url = await createDatabase(inject("postgresPort"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table saved_views (somebody_elses text)");
  expect(await refusal(url)).toContain("The database's migration 0001-first failed");
  const { rows } = await client.query("select tablename as name from pg_tables where schemaname = 'public'");
  expect(rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"))).toEqual(["saved_views"]);
  await client.end();
});

it("A file that isn't there is created, and the log says so", async () => {
  const app = await startApp(testEnv({ DATABASE_URL: `file:${folder}/new/panel.db`, LOG_LEVEL: "info" }));
  expect(await app.stop()).toBe(0);
  expect(app.logs()).toContain("the database is migrated");
});

it("A second server on the file is refused once a restart would be over", async () => {
  const url = `file:${folder}/shared.db`;
  const first = await startApp(testEnv({ DATABASE_URL: url }));
  expect(await refusal(url)).toContain("Another server uses");
  await first.stop("SIGKILL");
  const next = await startApp(testEnv({ DATABASE_URL: url }));
  expect(await next.stop()).toBe(0);
});

it("A server whose file was removed or replaced isn't ready", async () => {
  const path = join(folder, "replaced.db");
  const app = await startApp(testEnv({ DATABASE_URL: `file:${path}` }));
  const readiness = async () => (await fetch(`${app.url}/readyz`)).status;
  expect(await readiness()).toBe(200);
  await rename(path, `${path}.away`);
  expect(await readiness()).toBe(503);
  await copyFile(`${path}.away`, path);
  expect(await readiness()).toBe(503);
  await rm(path);
  await rename(`${path}.away`, path);
  expect(await readiness()).toBe(200);
  await app.stop();
});
