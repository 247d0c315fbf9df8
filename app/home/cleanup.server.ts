import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { BackendError } from "~/.server/backend/backend-error";
import { MAX_APP_SELLERS } from "~/.server/backend/contract/list-contract";
import { optional } from "~/.server/backend/optional";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { findMoments } from "~/.server/db/seller-dates";
import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import { runInNewScope } from "~/.server/http/request-scope";
import { inSlices } from "~/.server/in-slices";
import { endOfDay, isRecent } from "~/.server/times";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerFilter } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import { sellersWithSame } from "~/domain/seller-index";
import { momentOf } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/format";

const COUNT_TTL_MS = 5 * 60_000;
const RETRY_AFTER_MS = 60_000;
const MAX_COUNT_MS = 60_000;

/** One count makes one call at a time, so that people's own requests come first. */
const countSlots = new FairSlots({ maxRunning: 1, maxRunningPerPerson: 1, maxWaiting: 200, maxWaitingPerPerson: 1 });

/** How many sellers lack something or repeat it. */
export type CleanupCounts = {
  /** In ms since the epoch. */
  at: number;
  sameMpk: number;
  sameEmail: number;
  nameless: number;
  longDisabled: number;
  /** Set if only the first so many sellers were read. */
  scannedCount?: number;
};

/** A person's latest counts; `counting`: a newer count is running, or has failed. */
export type Cleanup = { counts: CleanupCounts | null; counting?: "running" | "failed" };

type Person = Pick<FranchiseeContext, "session" | "tokens">;
type CacheEntry = { latest?: CleanupCounts; failedAt?: number; running?: Promise<void> };

/** Its keys are persons: a backend may show each of them other sellers. */
const cache = new LRUCache<string, CacheEntry>({ max: 5_000 });

/** How long an account must be disabled to be listed: the first span that the history covers. */
const disabledSpans = [
  { span: "year", days: 365 },
  { span: "halfYear", days: 180 },
] as const;

export type LongDisabled = { span: (typeof disabledSpans)[number]["span"]; lastDay: string };

/**
 * The span, and the last day on which an account must have been disabled.
 * @returns undefined if the history is too short
 */
export function longDisabledSpan(): LongDisabled | undefined {
  const covered = disabledSpans.find(({ days }) => env().HISTORY_DAYS > days);
  return covered && { span: covered.span, lastDay: daysBefore(dayOf(Date.now()), covered.days) };
}

/** Starts a new count in the background if the person's latest is missing or old. Never rejects. */
export async function latestCleanup({ session, tokens }: Person): Promise<Cleanup> {
  const entry = cache.get(session.sub) ?? {};
  cache.set(session.sub, entry);
  const isDue = !isRecent(COUNT_TTL_MS, entry.latest?.at) && !isRecent(RETRY_AFTER_MS, entry.failedAt);
  if (isDue)
    entry.running ??= runInNewScope(() => recordCount(entry, countInSlot(createSellersApi(tokens), session.sub)));
  // A page waits a second for a person's first numbers.
  if (entry.running && !entry.latest) await Promise.race([entry.running, pause(1_000)]);
  const { latest, running, failedAt } = entry;
  if (running) return { counts: latest ?? null, counting: "running" };
  return { counts: latest ?? null, counting: failedAt ? "failed" : undefined };
}

/** Changes the entry in place, where the person's later pages find the counts. */
async function recordCount(entry: CacheEntry, counting: Promise<CleanupCounts>): Promise<void> {
  const counted = await optional(counting);
  entry.latest = counted ?? entry.latest;
  entry.failedAt = counted ? undefined : Date.now();
  entry.running = undefined;
}

async function countInSlot(sellers: Pick<SellersApi, "allMatching">, person: string): Promise<CleanupCounts> {
  const release = await countSlots.take(person);
  return countCleanup(sellers).finally(release);
}

/** @throws BackendError */
export async function countCleanup({ allMatching }: Pick<SellersApi, "allMatching">): Promise<CleanupCounts> {
  const until = performance.now() + MAX_COUNT_MS;
  const sellers: Seller[] = [];
  let isWhole = true;
  try {
    for await (const batch of allMatching({ q: "", sort: "displayName" })) {
      isWhole = sellers.length < MAX_APP_SELLERS && performance.now() < until;
      if (!isWhole) break;
      sellers.push(...batch.sellers);
    }
  } catch (error) {
    if (!(error instanceof BackendError) || error.kind !== "incomplete") throw error;
    isWhole = false;
  }
  const isNameless = sellerFilter({ names: "none" });
  const moments = await findMoments(sellers.map(({ id }) => id));
  const lastDay = longDisabledSpan()?.lastDay;
  const endOfLastDay = lastDay ? endOfDay(lastDay) : 0;
  // A seller without a known date isn't counted.
  const isLongDisabled = (seller: Seller) => (momentOf("disabledSince", seller, moments) ?? Date.now()) < endOfLastDay;
  return {
    at: Date.now(),
    sameMpk: (await inSlices(sellersWithSame("mpk", sellers))).length,
    sameEmail: (await inSlices(sellersWithSame("email", sellers))).length,
    nameless: sellers.filter((seller) => isNameless?.(seller)).length,
    longDisabled: sellers.filter(isLongDisabled).length,
    ...(isWhole ? {} : { scannedCount: sellers.length }),
  };
}
