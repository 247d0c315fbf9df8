import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CompiledQuery, Kysely } from "kysely";
import { migrate } from "../../app/.server/db/database";
import { openEngine } from "../../app/.server/db/engine";
import type { Schema } from "../../app/.server/db/schema";
import { testEnv } from "./test-env";

/**
 * Returns the tables that queries of `run` scan as a whole, by SQLite's query planner, with the query.
 * `run` uses a new database.
 */
export async function scansOf(run: () => Promise<unknown>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "panel-plans-"));
  const url = `file:${folder}/panel.db`;
  Object.assign(process.env, testEnv({ DATABASE_URL: url }));
  const engine = await openEngine(url, { warn: () => undefined });
  const queries = new Map<string, CompiledQuery>();
  const db = new Kysely<Schema>({ dialect: engine.dialect, log: ({ query }) => void queries.set(query.sql, query) });
  await migrate({ db, engine });
  queries.clear();
  const globals = globalThis as { panelDatabase?: unknown };
  const before = globals.panelDatabase;
  globals.panelDatabase = Promise.resolve({ db, engine });
  try {
    await run();
  } finally {
    globals.panelDatabase = before;
  }
  const scans: string[] = [];
  for (const query of [...queries.values()]) {
    if (!/^(?:select|update|delete|with)/i.test(query.sql)) continue;
    const explained = { ...query, sql: `explain query plan ${query.sql}` };
    const { rows } = await db.executeQuery<{ detail: string }>(explained);
    const details = rows.map(({ detail }) => detail);
    // A scan of a subquery's rows doesn't count: the plan has other lines for the tables in it.
    const subqueries = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? []);
    const read = details.filter((detail) => /^SCAN (?!CONSTANT|\()/.test(detail));
    const tables = read.filter((detail) => !subqueries.includes(detail.split(" ")[1] ?? ""));
    scans.push(...tables.map((detail) => `${detail}: ${query.sql}`));
  }
  await db.destroy();
  await rm(folder, { recursive: true });
  return scans;
}
