import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import { isBusy } from "./sqlite-faults";

/** Longer than a server drains: a restart may start the new server before the old one has ended. */
const WAIT_MS = 15_000;

/** A development reload must not claim the file a second time. */
const globals = globalThis as { panelClaim?: { path: string; lock: DatabaseSyncInstance } };

/**
 * Keeps other servers from the SQLite file while this process lives. The claim is a lock of the
 * operating system on a file beside it, so a server that was killed leaves none behind.
 * @throws Error that says that another server uses the file
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
