import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { closeDatabase } from "../../app/.server/db/database";
import { closeStore } from "../../app/.server/store/open-store";
import { testEnv } from "./test-env";

/** Gives a unit test's process a configuration and an embedded store of its own. */
export function giveOwnStore(): void {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "panel-store-"));
    Object.assign(process.env, testEnv({ STORE_URL: `lmdb:${folder}`, DATABASE_URL: `file:${folder}/panel.db` }));
  });
  afterAll(async () => {
    await closeStore();
    await closeDatabase();
    await rm(folder, { recursive: true, force: true });
  });
}
