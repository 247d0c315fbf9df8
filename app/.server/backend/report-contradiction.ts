import { type Db, database } from "~/.server/db/database";
import { log } from "~/.server/log";
import { contradictionsSeen } from "~/.server/metrics";
import type { BackendFilter } from "~/domain/local-filter";
import type { FatalContradiction } from "./backend-error";

/** The ways in which the sellers backend's answers contradict our configuration. */
export type Contradiction = BackendFilter | FatalContradiction | "everything" | "etag";

/** The log and `npm run doctor` say what to set. */
export const remedies: Readonly<Record<Contradiction, string>> = {
  search: "it ignores the search: set SELLERS_PARAMS=search=, or SELLERS_SEARCH=backend if it searches more fields",
  accountEnabled: "it ignores the filter by status: set SELLERS_PARAMS=accountEnabled=",
  everything: "it answers with everything: set SELLERS_PARAMS=page=,pageSize=",
  pageRepeated: "page 2 repeats page 1: set SELLERS_PARAMS=page=NAME, or SELLERS_PARAMS=page=,pageSize=",
  pageTooLong:
    "it answers with more sellers than asked for: set SELLERS_PARAMS=pageSize=NAME, or SELLERS_PARAMS=pageSize=",
  pageTooShort: "its pages are shorter than asked for: set SELLERS_PAGE_MAX",
  notPaged: "it has more sellers than one answer may hold: set SELLERS_PARAMS=page=NAME; it has to page its list",
  total: "the number of all sellers is missing or wrong: set SELLERS_TOTAL_KEY",
  ids: "sellers have no usable id: set SELLERS_LIST_KEY",
  etag: "it refused its own ETag: a proxy in front of it changes ETags; let that not compress the answers",
};

/** Logs, counts and stores a contradiction; a failure to store is ignored. */
export function reportContradiction(contradiction: Contradiction): void {
  contradictionsSeen.inc({ contradiction });
  log().warn({ contradiction }, `the sellers backend contradicts its configuration: ${remedies[contradiction]}`);
  // The log and the metric say the same, so without the database only the doctor's line is lost.
  store(contradiction).catch(() => undefined);
}

async function store(kind: Contradiction): Promise<void> {
  const seen = { seen_at: Date.now(), expires_at: Date.now() + 7 * 86_400_000 };
  const insert = (await database()).insertInto("contradictions").values({ kind, ...seen });
  await insert.onConflict((conflict) => conflict.column("kind").doUpdateSet(seen)).execute();
}

/** Returns what the app saw within a week, for `npm run doctor`. @throws DatabaseUnavailable */
export async function recentContradictions(db: Db): Promise<{ kind: Contradiction; seenAt: number }[]> {
  const rows = await db.selectFrom("contradictions").selectAll().where("expires_at", ">", Date.now()).execute();
  return rows.map(({ kind, seen_at }) => ({ kind: kind as Contradiction, seenAt: seen_at }));
}
