import { known, optional } from "~/.server/backend/optional";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { listHistory } from "~/sellers/write/history-journal.server";
import { activeJobs, markInFlight } from "~/sellers/write/pending-write.server";
import { type HistoryRow, historyDays } from "./history-days";

const SHOWN = 5;

/**
 * The latest changes of one seller, for a person whom the backend has just given that seller: who may see it may see
 * its history.
 * @returns null when they couldn't be had: the page is as good without
 */
export async function sellerChanges(
  sellerId: string,
  { session }: Pick<FranchiseeContext, "session">,
): Promise<HistoryRow[] | null> {
  return known(await optional(latestRows(sellerId, session.sub)));
}

async function latestRows(sellerId: string, viewer: string): Promise<HistoryRow[]> {
  const { entries } = await listHistory({ sellerId, limit: SHOWN });
  const active = await activeJobs(entries);
  const told = entries.map((entry) => markInFlight(entry, active));
  return told.flatMap((entry) => historyDays([entry], viewer).flatMap(({ rows }) => rows));
}
