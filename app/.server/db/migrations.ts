import type { Migration } from "kysely";
import type { Engine } from "./engine";
import { firstTables } from "./migrations/0001-first";

/**
 * All migrations by name, in order. A released migration is never changed, and a new one only adds,
 * because the previous version of the app still runs beside the new one during a deploy.
 */
export function migrations(engine: Engine): Record<string, Migration> {
  return { "0001-first": firstTables(engine) };
}
