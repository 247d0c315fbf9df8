import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { isBusy } from "./sqlite-faults";

/** How long a starting server waits for the old server, which finishes its last requests. */
const WAIT_MS = 15_000;

/** Survives Vite's reload of this module in development. */
const globals = globalThis as { panelClaim?: { path: string; lock: DatabaseSyncInstance } };

/** Locks the file `PATH-server`. The operating system ends the lock if this process is killed. */
export async function claimFile(path: string): Promise<void> {
  if (globals.panelClaim?.path === path) return;
  const { DatabaseSync } = await import("@photostructure/sqlite");
  const lockPath = `${path}-server`;
  closeSync(openSync(lockPath, "a", 0o600));
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  const giveUpAt = performance.now() + WAIT_MS;
  for (;;) {
    try {
      lock.exec("begin exclusive");
      globals.panelClaim = { path, lock };
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUpAt) {
        throw new Error(`Another server uses ${path}. A SQLite file serves one; several share PostgreSQL`, {
          cause: error,
        });
      }
      await pause(200);
    }
  }
}
