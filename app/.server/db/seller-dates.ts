import { sql } from "kysely";
import { historyCutoff } from "~/.server/times";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import type { MomentRange, SellerMoments } from "~/domain/seller-moments";
import { database, type Tx } from "./database";
import type { Row } from "./schema";

const events = ["added", "changed", "disabled", "enabled"] as const;
/** Times in ms since the epoch. */
export type SellerEvents = Partial<Record<(typeof events)[number], number>>;

/** Keeps the later time of each: a change whose outcome is learnt late may be an older one. */
export async function noteEvents(tx: Tx, seller_id: string, times: SellerEvents): Promise<void> {
  const latest = Math.max(...Object.values(times));
  await tx
    .insertInto("seller_dates")
    .values({ seller_id, at: latest, ...times })
    .onConflict((conflict) =>
      conflict.column("seller_id").doUpdateSet({
        added: later("added"),
        changed: later("changed"),
        disabled: later("disabled"),
        enabled: later("enabled"),
        at: later("at"),
      }),
    )
    .execute();
}

/** SQLite's `max()` of two values is PostgreSQL's `greatest()`, and they treat null differently. */
const later = (column: (typeof events)[number] | "at") => {
  const [stored, incoming] = [sql.ref<number>(`seller_dates.${column}`), sql.ref<number>(`excluded.${column}`)];
  return sql<number>`case when ${incoming} is null or ${stored} > ${incoming} then ${stored} else ${incoming} end`;
};

/** One query with this many ids takes a few ms. */
const IDS_PER_QUERY = 500;

/** Returns the sellers' moments within HISTORY_DAYS. @throws DatabaseUnavailable */
export async function findMoments(sellerIds: readonly string[]): Promise<Map<string, SellerMoments>> {
  const moments = new Map<string, SellerMoments>();
  const db = await database();
  for (let start = 0; start < sellerIds.length; start += IDS_PER_QUERY) {
    const ids = sellerIds.slice(start, start + IDS_PER_QUERY);
    const rows = await db.selectFrom("seller_dates").selectAll().where("seller_id", "in", ids).execute();
    for (const row of rows) moments.set(row.seller_id, momentsOf(row));
  }
  return moments;
}

const eventOf = { added: "added", changed: "changed", disabledSince: "disabled" } as const;

type DatedQuery = {
  ranges: Partial<Record<HistoryColumn, MomentRange>>;
  /** Sorts by this date, and leaves out sellers without it. */
  order?: { by: HistoryColumn; direction: "asc" | "desc" };
  limit: number;
};

/** Returns the moments of the sellers in all of these ranges. @throws DatabaseUnavailable */
export async function findDatedSellers({ ranges, order, limit }: DatedQuery): Promise<Map<string, SellerMoments>> {
  const oldestShown = historyCutoff() + 1;
  let query = (await database()).selectFrom("seller_dates").selectAll().limit(limit);
  for (const column of historyColumns) {
    const range = ranges[column] ?? (order?.by === column ? ANY_MOMENT : undefined);
    if (!range) continue;
    query = query.where(eventOf[column], ">=", Math.max(oldestShown, range.from));
    if (range.until !== Number.POSITIVE_INFINITY) query = query.where(eventOf[column], "<", range.until);
    if (column === "disabledSince") query = query.where(isDisabled);
  }
  if (order) query = query.orderBy(eventOf[order.by], order.direction).orderBy("seller_id");
  return new Map((await query.execute()).map((row) => [row.seller_id, momentsOf(row)]));
}

const ANY_MOMENT: MomentRange = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** This must match the condition of `disabledSince` in `momentsOf`. */
const isDisabled = sql<boolean>`disabled > coalesce(enabled, 0)`;

function momentsOf({ added, changed, disabled, enabled }: Row<"seller_dates">): SellerMoments {
  const oldestShown = historyCutoff() + 1;
  const isShown = (time: number | null): time is number => time !== null && time >= oldestShown;
  return {
    ...(isShown(added) ? { added } : {}),
    ...(isShown(changed) ? { changed } : {}),
    ...(isShown(disabled) && disabled > (enabled ?? 0) ? { disabledSince: disabled } : {}),
  };
}
