import type { Tx } from "./database";

/** Tables whose rows belong to a person and give way to newer ones. */
type OwnedTable = "drafts" | "selections";

/** Deletes a person's older rows, so that with one more row there are `max`. */
export async function makeWayForOne(tx: Tx, table: OwnedTable, sub: string, max: number): Promise<void> {
  const newest = tx
    .selectFrom(table)
    .select("id")
    .where("sub", "=", sub)
    .orderBy("created_at", "desc")
    .limit(max - 1);
  await tx.deleteFrom(table).where("sub", "=", sub).where("id", "not in", newest).execute();
}
