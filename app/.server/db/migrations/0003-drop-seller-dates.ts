import type { Migration } from "kysely";

/** The list no longer shows dates. Other pages read the dates from `changes`. */
export const dropSellerDates: Migration = {
  async up(db) {
    await db.schema.dropTable("seller_dates").execute();
  },
};
