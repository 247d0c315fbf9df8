import { z } from "zod";
import { Lease } from "~/.server/db/lease";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type ItemOutcome, isProblem } from "./job";
import { progressOf, putProgress } from "./job-state.server";
import {
  boundedOutcome,
  CHUNK_ITEMS,
  changeIdOf,
  itemsOf,
  type Job,
  outcomesOf,
  putOutcomes,
} from "./job-store.server";

const LEASE_MS = 10_000;

/**
 * Once a job is over, takes over what the history knows by now of a chunk's items of unknown
 * outcome: their changes are settled when somebody reads the seller (docs/product.md §11).
 * @returns whether there was anything to take over; @throws StoreUnavailable
 */
export async function settleItems(job: Job, chunk: number): Promise<boolean> {
  if (!(await outcomesOf(job.id, chunk))?.some(isUnknown)) return false;
  // Two pages of the job would count an item twice.
  const lease = await Lease.take(`settle:${job.id}`, LEASE_MS);
  if (!lease) return false;
  try {
    const [items, outcomes = [], progress] = await Promise.all([
      itemsOf(job, chunk),
      outcomesOf(job.id, chunk),
      progressOf(job.id),
    ]);
    const settled = await Promise.all(
      outcomes.map(async (outcome, at) => {
        const changeId = changeIdOf(job.id, chunk * CHUNK_ITEMS + at);
        return isUnknown(outcome) ? ((await settledOutcome(changeId, items[at])) ?? outcome) : outcome;
      }),
    );
    const counts = { ...progress.counts };
    for (const [at, outcome] of settled.entries()) {
      if (!outcome || outcome === outcomes[at]) continue;
      counts.unknown -= 1;
      counts[outcome.result] += 1;
      if (outcome.added) counts.added += 1;
    }
    if (counts.unknown === progress.counts.unknown || lease.left <= 0) return false;
    const hasProblem = settled.some((outcome) => outcome && isProblem(outcome));
    const problems = hasProblem ? progress.problems : progress.problems.filter((each) => each !== chunk);
    await putOutcomes(job, chunk, settled);
    await putProgress(job.id, { ...progress, counts, problems });
    return true;
  } finally {
    await lease.release();
  }
}

const isUnknown = (outcome: ItemOutcome | null) => outcome?.result === "unknown";

/** The state that an imported row asks for is set after the seller is added. */
const withState = z.object({ accountEnabled: z.boolean() });

async function settledOutcome(changeId: string, item: unknown): Promise<ItemOutcome | undefined> {
  const entry = await findEntry(changeId);
  if (entry?.outcome !== "done") return undefined;
  const named = { sellerId: entry.sellerId, name: entry.sellerName };
  if (entry.action !== "create") return boundedOutcome({ result: "done", changeId, ...named });
  const asked = withState.safeParse(item).data;
  return asked && entry.after.accountEnabled !== asked.accountEnabled
    ? boundedOutcome({ result: "failed", reason: "addedOnly", ...named })
    : boundedOutcome({ result: "done", changeId, added: true, ...named });
}
