import { database, QuotaExceeded } from "~/.server/db/database";
import { env } from "~/.server/env";

/** The size of a change in the database, with its indexes. */
const BYTES_PER_CHANGE = 1_200;
/** One person's part of DATABASE_MAX_MB. */
const SHARE = 1 / 8;

/** Call it before a job starts. @throws QuotaExceeded if the person's history would be too large */
export async function assertHistoryQuota(sub: string, newChanges: number): Promise<void> {
  const { DATABASE_MAX_MB } = env();
  if (!DATABASE_MAX_MB) return;
  const max = (DATABASE_MAX_MB * 1024 * 1024 * SHARE) / BYTES_PER_CHANGE;
  const own = (await database()).selectFrom("changes").where("sub", "=", sub);
  const { count } = await own.select((eb) => eb.fn.countAll().as("count")).executeTakeFirstOrThrow();
  if (Number(count) + newChanges > max) throw new QuotaExceeded("history");
}
