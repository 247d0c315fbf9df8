import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { isBusy } from "./sqlite-faults";

/** During a restart the old server may still finish its requests; this wait is longer. */
const WAIT_MS = 15_000;

/** Vite reloads this module in development; the lock survives on `globalThis`. */
const globals = globalThis as { panelClaim?: { path: string; lock: DatabaseSyncInstance } };

/**
 * Locks `PATH-server`, so that only one server uses the SQLite file at PATH. The operating system
 * releases the lock when the process ends, even if it was killed.
 */
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
