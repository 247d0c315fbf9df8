import { sql } from "kysely";
import type { MomentsOf, SellerMoments } from "~/domain/seller-moments";
import { database, type Tx } from "./database";
import { historyEnd } from "./history-days";
import type { Row } from "./schema";

/** What happened to a seller, each the last time. */
const events = ["added", "changed", "disabled", "enabled"] as const;
/** In ms since the epoch. */
export type SellerEvents = Partial<Record<(typeof events)[number], number>>;

/**
 * Keeps the later time of each event, because a change whose outcome is known late may be older
 * than the last one.
 */
export async function noteEvents(tx: Tx, seller_id: string, times: SellerEvents): Promise<void> {
  const at = Math.max(...Object.values(times));
  await tx
    .insertInto("seller_dates")
    .values({ seller_id, at, ...times })
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

const later = (column: (typeof events)[number] | "at") => {
  const [stored, other] = [sql.ref<number>(`seller_dates.${column}`), sql.ref<number>(`excluded.${column}`)];
  return sql<number>`case when ${other} is null or ${stored} > ${other} then ${stored} else ${other} end`;
};

/** As many parameters as one query takes. */
const IDS_PER_QUERY = 500;

/** Dates of sellers, without what is older than HISTORY_DAYS. @throws DatabaseUnavailable */
export async function findMoments(sellerIds: readonly string[]): Promise<MomentsOf> {
  const moments = new Map<string, SellerMoments>();
  const db = await database();
  for (let at = 0; at < sellerIds.length; at += IDS_PER_QUERY) {
    const ids = sellerIds.slice(at, at + IDS_PER_QUERY);
    const rows = await db.selectFrom("seller_dates").selectAll().where("seller_id", "in", ids).execute();
    for (const row of rows) moments.set(row.seller_id, momentsOf(row));
  }
  return moments;
}

const ROWS_PER_QUERY = 2_000;

/** Dates of all sellers. @throws DatabaseUnavailable */
export async function findAllMoments(): Promise<MomentsOf> {
  const moments = new Map<string, SellerMoments>();
  const db = await database();
  for (let after = ""; ; ) {
    const page = db.selectFrom("seller_dates").selectAll().where("seller_id", ">", after).orderBy("seller_id");
    const rows = await page.limit(ROWS_PER_QUERY).execute();
    for (const row of rows) moments.set(row.seller_id, momentsOf(row));
    const last = rows.at(-1);
    if (rows.length < ROWS_PER_QUERY || !last) return moments;
    after = last.seller_id;
  }
}

function momentsOf({ added, changed, disabled, enabled }: Row<"seller_dates">): SellerMoments {
  const oldest = historyEnd();
  const isKnown = (at: number | null): at is number => at !== null && at > oldest;
  return {
    ...(isKnown(added) ? { added } : {}),
    ...(isKnown(changed) ? { changed } : {}),
    ...(isKnown(disabled) && disabled > (enabled ?? 0) ? { disabledSince: disabled } : {}),
  };
}
