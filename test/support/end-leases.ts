import { openDatabase } from "~/.server/db/database";

/** Ends a killed process's leases, so that the next one needn't wait for their term. */
export async function endLeases(databaseUrl: string): Promise<void> {
  const { db } = await openDatabase(databaseUrl, { warn: () => undefined });
  await db.updateTable("leases").set({ until: 0 }).execute();
  await db.destroy();
}
