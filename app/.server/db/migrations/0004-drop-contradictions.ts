import type { Migration } from "kysely";

/** The log and the metric `backend_contradictions_total` replaced this table. */
export const dropContradictions: Migration = {
  async up(db) {
    await db.schema.dropTable("contradictions").execute();
  },
};
