import { optional } from "~/.server/backend/optional";
import { findMoments } from "~/.server/store/seller-events";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { type HistoryColumn, historyColumns } from "~/domain/preferences";
import type { Seller } from "~/domain/seller";
import { momentOf } from "~/domain/seller-moments";
import { formatDateTime } from "~/i18n/format";
import { settleCreation } from "~/sellers/write/create-once.server";
import { listHistory } from "~/sellers/write/history-journal.server";
import { activeJobs, markInFlight, settleEntries } from "~/sellers/write/pending-write.server";
import { type HistoryRow, historyDays } from "./history-view";

const LATEST = 5;

/** Call only after the backend returned the seller to this person. Null without the store. */
export async function sellerChanges(
  seller: Seller,
  { session }: Pick<FranchiseeContext, "session">,
): Promise<HistoryRow[] | null> {
  return optional(latestRows(seller, session.sub));
}

/** Settles writes of unknown outcome that the record shows as done. */
export async function latestEntries(seller: Seller, limit: number): Promise<HistoryEntry[]> {
  await settleCreation(seller);
  const { entries } = await listHistory({ sellerId: seller.id, limit });
  return settleEntries(entries, seller);
}

async function latestRows(seller: Seller, viewer: string): Promise<HistoryRow[]> {
  const entries = await latestEntries(seller, LATEST);
  const active = await activeJobs(entries);
  return entries.flatMap((entry) => historyDays([markInFlight(entry, active)], viewer).flatMap(({ rows }) => rows));
}

/** How many of a seller's latest changes are searched for the disabling of its account. */
const SEARCHED_CHANGES = 30;

/** Call only after the backend returned the seller. Null if unknown, or without the store. */
export async function lastDisabling(sellerId: string): Promise<{ at: number; who?: string; reason?: string } | null> {
  const page = await optional(listHistory({ sellerId, limit: SEARCHED_CHANGES }));
  const switched = page?.entries.find(
    (entry) =>
      entry.outcome === "done" &&
      (entry.action === "create" || entry.before.accountEnabled !== entry.after.accountEnabled),
  );
  if (!switched || switched.action === "create" || switched.after.accountEnabled) return null;
  return { at: switched.at, who: switched.by.name, reason: switched.reason };
}

/** When a seller was added, last changed and disabled through this app, as DD.MM.YYYY HH:mm. */
export type SellerDates = Partial<Record<HistoryColumn, string>>;

/** @param sellers that the backend has just returned to this person. @returns dates by id. */
export async function sellerDates(sellers: readonly Seller[]): Promise<Record<string, SellerDates>> {
  const moments = await findMoments(sellers.map(({ id }) => id));
  const datesOf = (seller: Seller) =>
    historyColumns.flatMap((column) => {
      const at = momentOf(column, seller, moments);
      return at === undefined ? [] : [[column, formatDateTime(at)] as const];
    });
  return Object.fromEntries(sellers.map((seller) => [seller.id, Object.fromEntries(datesOf(seller))]));
}
