import { afterAll, beforeAll, describe, inject } from "vitest";
import { closeDatabase, migrate, openDatabase } from "../../app/.server/db/database";
import { giveFolder } from "./own-folder";
import { createDatabase } from "./postgres";
import { testEnv } from "./test-env";

export type EngineName = "sqlite" | "postgres";

/** Gives a unit test's process a configuration and an empty database of its own. */
export function giveOwnDatabase(engine: EngineName = "sqlite", env: Record<string, string> = {}): void {
  const folder = giveFolder();
  beforeAll(async () => {
    const url = engine === "sqlite" ? `file:${folder}/panel.db` : await createDatabase(inject("postgresPort"));
    Object.assign(process.env, testEnv({ DATABASE_URL: url, ...env }));
    // Set directly, because the configuration is read once, but one process may use two databases.
    const opened = await openDatabase(url, { warn: () => undefined });
    await migrate(opened);
    Object.assign(globalThis, { panelDatabase: Promise.resolve(opened) });
  });
  afterAll(closeDatabase);
}

/** For mutation tests SQLite is enough: a wrong condition shows there, and SQLite is faster. */
const ENGINES: EngineName[] = process.env.MUTATION ? ["sqlite"] : ["sqlite", "postgres"];

/** Runs the same tests on SQLite and on PostgreSQL. */
export function onBothEngines(tests: (engine: EngineName) => void, env?: Record<string, string>): void {
  describe.each(ENGINES)("on %s", (engine) => {
    giveOwnDatabase(engine, env);
    tests(engine);
  });
}
