import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findPostgres, isRoot } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";

/** The user that Debian's package makes; the server refuses to run as root. */
const SERVER_USER = "postgres";

export type Postgres = {
  port: number;
  /** `SIGQUIT` ends all its processes at once, as a crash does; `SIGINT` is a restart. */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Starts it again with the same data. */
  start(): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
  folder: string;
};

/** A PostgreSQL server of its own in a temporary folder, on a free port of loopback. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const bin = findPostgres();
  if (!bin) throw new Error("No PostgreSQL server here: `npm test` installs it");
  const folder = mkdtempSync(join(tmpdir(), "panel-postgres-"));
  const data = join(folder, "data");
  const port = await freePort();
  const asServerUser = (command: string, args: string[]): [string, string[]] =>
    isRoot ? ["runuser", ["-u", SERVER_USER, "--", join(bin, command), ...args]] : [join(bin, command), args];
  if (isRoot) {
    const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, SERVER_USER]).stdout));
    chownSync(folder, uid as number, gid as number);
  }
  const init = spawnSync(
    ...asServerUser("initdb", ["-D", data, "-U", "panel", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"]),
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`);

  let server: ChildProcess | undefined;

  async function start() {
    const options = { unix_socket_directories: "", listen_addresses: "127.0.0.1", fsync: "off", ...settings };
    const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server = spawn(...asServerUser("postgres", ["-D", data, "-p", String(port), ...flags]), { stdio: "ignore" });
    while (!(await responds(urlOf(port, "postgres")))) await pause(50);
  }

  async function stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT") {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // `runuser` doesn't pass every signal on, so the server itself is named by its own file.
    spawnSync("sh", ["-c", `kill -${signal.slice(3)} "$(head -1 '${join(data, "postmaster.pid")}')"`]);
    await ended;
  }

  await start();
  return {
    port,
    folder,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const urlOf = (port: number, name: string) => `postgres://panel@127.0.0.1:${port}/${name}`;

/** @returns the URL of a new, empty database of a server on this port */
export async function createDatabase(port: number): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ connectionString: urlOf(port, "postgres") });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  return urlOf(port, name);
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
