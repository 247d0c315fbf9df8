import { database, QuotaExceeded } from "~/.server/db/database";
import { env } from "~/.server/env";

/** Average size of a row of `changes` with its indexes. */
const BYTES_PER_CHANGE = 1_200;
const PERSON_SHARE = 1 / 8;

/** Call before a job starts. @throws QuotaExceeded if the person's history would be too large */
export async function assertHistoryQuota(sub: string, newChanges: number): Promise<void> {
  const { DATABASE_MAX_MB } = env();
  if (!DATABASE_MAX_MB) return;
  const max = (DATABASE_MAX_MB * 1024 * 1024 * PERSON_SHARE) / BYTES_PER_CHANGE;
  const own = (await database()).selectFrom("changes").where("sub", "=", sub);
  const { count } = await own.select((eb) => eb.fn.countAll().as("count")).executeTakeFirstOrThrow();
  if (Number(count) + newChanges > max) throw new QuotaExceeded("history");
}
