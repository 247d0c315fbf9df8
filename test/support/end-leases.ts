import { openDatabase } from "~/.server/db/database";

/** Ends a killed process's leases, so that the next one needn't wait for their term. */
export const endLeases = (databaseUrl: string) => setLeaseEnds(databaseUrl, 0);

/** Makes a killed process's leases outlast the start of the next one, however slow that is. */
export const prolongLeases = (databaseUrl: string) => setLeaseEnds(databaseUrl, Date.now() + 300_000);

async function setLeaseEnds(databaseUrl: string, until: number): Promise<void> {
  const { db } = await openDatabase(databaseUrl, { warn: () => undefined });
  await db.updateTable("leases").set({ until }).execute();
  await db.destroy();
}
