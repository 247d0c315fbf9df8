import type { Migration } from "kysely";

/** The list no longer has dates; a seller's page and the history read `changes`. */
export const dropSellerDates: Migration = {
  async up(db) {
    await db.schema.dropTable("seller_dates").execute();
  },
};
