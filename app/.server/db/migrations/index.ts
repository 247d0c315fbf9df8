import type { Migration } from "kysely";
import type { Engine } from "../engine";
import { firstTables } from "./0001-first";

/**
 * All migrations by name, in order. One that is released is never changed; within one version of
 * the app they only add, because the former version still runs during a deploy.
 */
export function migrations(engine: Engine): Record<string, Migration> {
  return { "0001-first": firstTables(engine) };
}
