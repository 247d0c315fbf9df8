import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { findPostgres, isRoot } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";

/** The user that Debian's package adds, because PostgreSQL refuses to run as root. */
const SERVER_USER = "postgres";

export type Postgres = {
  port: number;
  /** `SIGQUIT` ends all processes at once, as a crash does; `SIGINT` shuts the server down. */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Starts the server again with the same data. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
  /** Starts a synchronous replica: a commit is acknowledged only when the replica has it, too. */
  startStandby(): Promise<Postgres>;
  folder: string;
};

type Settings = Record<string, string>;

/**
 * Starts a PostgreSQL server in a temporary folder, on a free port of loopback.
 * @param prepare makes files in the server's folder that its settings name
 */
export async function startPostgres(prepare: (folder: string) => Settings = () => ({})): Promise<Postgres> {
  const folder = ownFolder();
  const data = join(folder, "data");
  runAsServerUser("initdb", ["-D", data, "-U", "panel", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"]);
  return startServer(folder, data, prepare(folder));
}

async function startServer(folder: string, data: string, settings: Settings): Promise<Postgres> {
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start() {
    const options = { unix_socket_directories: "", listen_addresses: "127.0.0.1", fsync: "off", ...settings };
    const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    server = spawn(...asServerUser("postgres", ["-D", data, "-p", String(port), ...flags]), { stdio: "ignore" });
    while (!(await responds(urlOf(port, "postgres")))) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended: is port ${port} taken?`);
      await pause(50);
    }
  }

  async function stop(signal: "SIGINT" | "SIGQUIT" = "SIGINT") {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    // `runuser` doesn't pass every signal on, so the server itself is named by its own file.
    spawnSync("sh", ["-c", `kill -${signal.slice(3)} "$(head -1 '${join(data, "postmaster.pid")}')"`]);
    await ended;
  }

  async function startStandby() {
    const copy = ownFolder();
    const copied = join(copy, "data");
    const copying = ["-D", copied, "-R", "-X", "stream", "--checkpoint=fast", "-d", urlOf(port, "postgres")];
    runAsServerUser("pg_basebackup", copying);
    const standby = await startServer(copy, copied, settings);
    await inServer(port, "alter system set synchronous_standby_names = '*'");
    await inServer(port, "select pg_reload_conf()");
    return standby;
  }

  await start();
  return {
    port,
    folder,
    start,
    stop,
    startStandby,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a replica accept writes, as a failover does. */
export const promote = ({ port }: Postgres) => inServer(port, "select pg_promote()");

function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "panel-postgres-"));
  giveToServerUser(folder);
  return folder;
}

/** Gives a file or folder to the user as whom the server runs. */
export function giveToServerUser(path: string): void {
  if (!isRoot) return;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, SERVER_USER]).stdout));
  chownSync(path, uid as number, gid as number);
}

/** Whether other users than root may enter `/`; false in a chroot that `mktemp -d` made. */
const isRootFolderOpen = (statSync("/").mode & 0o001) !== 0;
/** Runs a command as the server's user who may still enter folders of root's. */
const SET_PRIVILEGES = [
  ...["setpriv", "--reuid", SERVER_USER, "--regid", SERVER_USER, "--init-groups", "--securebits", "+no_setuid_fixup"],
  ...["--inh-caps", "+dac_override", "--ambient-caps", "+dac_override", "--"],
];

function asServerUser(command: string, args: string[]): [string, string[]] {
  const bin = findPostgres();
  if (!bin) throw new Error("No PostgreSQL server here: `npm test` installs it");
  const own = [join(bin, command), ...args];
  const become = isRootFolderOpen ? ["runuser", "-u", SERVER_USER, "--"] : SET_PRIVILEGES;
  const [first = "", ...others] = isRoot ? [...become, ...own] : own;
  return [first, others];
}

function runAsServerUser(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(...asServerUser(command, args));
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

const urlOf = (port: number, name: string) => `postgres://panel@127.0.0.1:${port}/${name}`;

/** @returns the URL of a new, empty database of a server on this port */
export async function createDatabase(port: number): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await inServer(port, `create database ${name} template template0`);
  return urlOf(port, name);
}

async function inServer(port: number, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, "postgres") });
  await client.connect();
  await client.query(statement);
  await client.end();
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
