import { existsSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { sql } from "kysely";
import { type Db, isMigrated, openDatabase } from "../../app/.server/db/database";
import { MAX_CONNECTIONS } from "../../app/.server/db/postgres-engine";

const MEGABYTE = 1024 * 1024;
/** With less room the next large import may fill the disk. */
const LOW_ROOM_MB = 1_024;
const MIN_POSTGRES = 15;

type Options = { url: string; maxMb: number | undefined; warn: (text: string) => void };

const pathOf = (url: string) => resolve(url.slice("file:".length));

/**
 * Tries what the panel does with its database, and leaves nothing behind: a file made by the user
 * who runs the doctor, for instance root, couldn't be opened by the server's user.
 * @returns a description for the report: version and host, or path and free space
 * @throws Error whose message has no credential
 */
export async function checkDatabase(options: Options): Promise<string> {
  const path = pathOf(options.url);
  if (!options.url.startsWith("file:") || existsSync(path)) return checkOpened(options);
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  const probe = await mkdtemp(join(folder, "doctor-"));
  try {
    return await checkOpened(options, `file:${join(probe, "panel.db")}`);
  } finally {
    await rm(probe, { recursive: true });
  }
}

async function checkOpened({ url, maxMb, warn }: Options, openedUrl = url): Promise<string> {
  const opened = await openDatabase(openedUrl, { warn, maxBytes: maxMb && maxMb * MEGABYTE });
  const { db, engine } = opened;
  try {
    if (engine.kind === "postgres") await checkServer(db, warn);
    await tryToWrite(db);
    // After the first start an empty database means that DATABASE_URL or the volume was changed.
    if (!(await isMigrated(opened))) warn("it is new and empty: the panel's start creates the tables");
    if (engine.kind === "postgres") return await describeServer(db, url);
    const fillRatio = engine.fillRatio();
    if (fillRatio > 0.8) warn(`${Math.round(fillRatio * 100)} % of DATABASE_MAX_MB are used`);
    return await describeFile(url, dirname(pathOf(openedUrl)), warn);
  } finally {
    await db.destroy();
  }
}

async function tryToWrite(db: Db): Promise<void> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`create table doctor_probe (text text)`.execute(tx);
    await sql`insert into doctor_probe (text) values (${"ź"})`.execute(tx);
    const { rows } = await sql<{ text: string }>`select text from doctor_probe`.execute(tx);
    if (rows[0]?.text !== "ź") throw new Error("its encoding isn't UTF-8");
  } finally {
    await tx.rollback().execute();
  }
}

async function setting(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
  return rows[0]?.value ?? "";
}

async function checkServer(db: Db, warn: Options["warn"]): Promise<void> {
  const version = await setting(db, "server_version");
  if (Number.parseInt(version, 10) < MIN_POSTGRES) {
    throw new Error(`PostgreSQL ${version}: ${MIN_POSTGRES} or newer is needed`);
  }
  const max = Number(await setting(db, "max_connections"));
  if (max < 2 * MAX_CONNECTIONS) {
    warn(`max_connections is ${max}; two processes, as during a deploy, take up to ${2 * MAX_CONNECTIONS}`);
  }
}

async function describeServer(db: Db, url: string): Promise<string> {
  const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
  const how = rows[0]?.ssl ? "over TLS" : "without TLS";
  return `PostgreSQL ${await setting(db, "server_version")} at ${new URL(url).host}, ${how}`;
}

async function describeFile(url: string, folder: string, warn: Options["warn"]): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.round((bavail * bsize) / MEGABYTE);
  if (freeMb < LOW_ROOM_MB) warn(`${freeMb} MB are free on its disk`);
  return `${url.slice("file:".length)}, ${freeMb} MB free`;
}
