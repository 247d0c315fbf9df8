import { type Db, database } from "~/.server/db/database";
import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import { type Contradiction, remedies } from "./contract/remedies";

/** Never rejects, and changes nothing about the next request. */
export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
  // The log and the metric say the same, so a database that is away costs only the doctor's line.
  keep(contradiction).catch(() => undefined);
}

async function keep(kind: Contradiction): Promise<void> {
  const seen = { seen_at: Date.now(), expires_at: Date.now() + 7 * 86_400_000 };
  const insert = (await database()).insertInto("contradictions").values({ kind, ...seen });
  await insert.onConflict((conflict) => conflict.column("kind").doUpdateSet(seen)).execute();
}

/** What the running app saw within a week, for `npm run doctor`. @throws DatabaseUnavailable */
export async function recentContradictions(db: Db): Promise<{ kind: Contradiction; seenAt: number }[]> {
  const rows = await db.selectFrom("contradictions").selectAll().where("expires_at", ">", Date.now()).execute();
  return rows.map(({ kind, seen_at }) => ({ kind: kind as Contradiction, seenAt: seen_at }));
}
