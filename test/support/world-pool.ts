import { rmSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { signalAll } from "../../scripts/lib/process.mjs";

/** A world that further test files of this process can use once it has been reset. */
type PooledWorld = {
  /** Whether a test did something that no reset undoes, such as a restart. */
  readonly isSpent: boolean;
  readonly folder: string;
  destroy(): Promise<void>;
};

/** An idle server holds about 100 MB. */
const MAX_IDLE = 4;

/** The idle worlds with their configurations; the one that was used last is the last. */
const idle: { key: string; world: PooledWorld }[] = [];
const folders = new Set<string>();

/** An idle world of this configuration, if there is one. */
export function takeIdle<World extends PooledWorld>(key: string): World | undefined {
  const at = idle.findLastIndex((entry) => entry.key === key);
  return at < 0 ? undefined : (idle.splice(at, 1)[0]?.world as World);
}

/** Keeps a world for the next file with the same configuration, or destroys it. */
export async function giveBack(key: string, world: PooledWorld): Promise<void> {
  if (world.isSpent) return world.destroy();
  if (folders.size === 0) endWithThisProcess();
  folders.add(world.folder);
  idle.push({ key, world });
  if (idle.length > MAX_IDLE) await idle.shift()?.world.destroy();
}

/** Deletes every row from a SQLite file that a server has open. */
export function emptyDatabase(path: string): void {
  const file = new DatabaseSync(path, { timeout: 10_000 });
  const tables = file.prepare("select name from sqlite_master where type = 'table' and name not like 'kysely_%'");
  for (const { name } of tables.all() as { name: string }[]) file.exec(`delete from ${name}`);
  file.close();
}

/** Ends the servers with this worker, to which Vitest sends SIGTERM: a file's hook is too early. */
function endWithThisProcess(): void {
  const end = () => {
    signalAll("SIGKILL");
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", end);
  process.once("SIGTERM", () => {
    end();
    process.kill(process.pid, "SIGKILL");
  });
}
