import type { Migration } from "kysely";
import type { Engine } from "./engine";
import { firstTables } from "./migrations/0001-first";

/**
 * All migrations by name, in order. A released migration is never changed. Within one version of
 * the app migrations only add, because the former version still runs during a deploy.
 */
export function migrations(engine: Engine): Record<string, Migration> {
  return { "0001-first": firstTables(engine) };
}
