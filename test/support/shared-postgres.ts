import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres";

declare module "vitest" {
  interface ProvidedContext {
    /** The port of the PostgreSQL server that all test files of a run share. */
    postgresPort: number;
  }
}

/** Vitest's global setup. @returns its teardown */
export default async function shareOnePostgres(project: TestProject) {
  const postgres = await startPostgres();
  project.provide("postgresPort", postgres.port);
  return postgres.remove;
}
