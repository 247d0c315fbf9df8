import type { Migration } from "kysely";

/** The log and the metric `backend_contradictions_total` have what this table held. */
export const dropContradictions: Migration = {
  async up(db) {
    await db.schema.dropTable("contradictions").execute();
  },
};
