import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { BackendError } from "~/.server/backend/backend-error";
import { optional } from "~/.server/backend/optional";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { findMoments } from "~/.server/db/seller-dates";
import { env } from "~/.server/env";
import { FairSlots } from "~/.server/fair-slots";
import { inNewScope } from "~/.server/http/request-scope";
import { inSlices } from "~/.server/in-slices";
import { isRecent, startOfDay } from "~/.server/times";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { sellerFilter } from "~/domain/local-filter";
import type { Seller } from "~/domain/seller";
import { sellersWithSame } from "~/domain/seller-index";
import { momentOf } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/calendar";

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

/** The latest numbers, and what becomes of the next ones. */
export type Cleanup = { counts: CleanupCounts | null; next?: "counting" | "failed" };

type PersonsCount = { latest?: CleanupCounts; failedAt?: number; running?: Promise<void> };

/** Its keys are persons: a backend may show each of them other sellers. */
const counts = new LRUCache<string, PersonsCount>({ max: 5_000 });

/** In days; the history may reach only so far back that the shorter one counts. */
const longSpans = [
  { span: "year", days: 365 },
  { span: "halfYear", days: 180 },
] as const;

export type LongDisabled = { span: (typeof longSpans)[number]["span"]; lastDay: string };

/** The last day of disablings of long ago; undefined where the history can't know of any. */
export function longDisabledSpan(): LongDisabled | undefined {
  const known = longSpans.find(({ days }) => env().HISTORY_DAYS > days);
  return known && { span: known.span, lastDay: daysBefore(dayOf(Date.now()), known.days) };
}

/**
 * The person's latest numbers; counts in the background if they are missing or old. Never rejects.
 */
export async function cleanup({ session, tokens }: Pick<FranchiseeContext, "session" | "tokens">): Promise<Cleanup> {
  const own = counts.get(session.sub) ?? {};
  counts.set(session.sub, own);
  const isDue = !isRecent(5 * 60_000, own.latest?.at) && !isRecent(60_000, own.failedAt);
  if (isDue) own.running ??= inNewScope(() => update(own, countInSlot(createSellersApi(tokens), session.sub)));
  // A page waits a second for a person's first numbers.
  if (own.running && !own.latest) await Promise.race([own.running, pause(1_000)]);
  const next = own.running ? "counting" : own.failedAt ? "failed" : undefined;
  return { counts: own.latest ?? null, next };
}

async function update(own: PersonsCount, counting: Promise<CleanupCounts>): Promise<void> {
  const counted = await optional(counting);
  own.latest = counted ?? own.latest;
  own.failedAt = counted ? undefined : Date.now();
  own.running = undefined;
}

async function countInSlot(sellers: Pick<SellersApi, "allMatching">, person: string): Promise<CleanupCounts> {
  const release = await countSlots.take(person);
  try {
    return await countCleanup(sellers);
  } finally {
    release();
  }
}

/** @throws BackendError */
export async function countCleanup({ allMatching }: Pick<SellersApi, "allMatching">): Promise<CleanupCounts> {
  const until = performance.now() + 60_000;
  const sellers: Seller[] = [];
  let isWhole = true;
  try {
    for await (const batch of allMatching({ q: "", sort: "displayName" })) {
      // The list's filter of same values compares as many sellers.
      isWhole = sellers.length < 20_000 && performance.now() < until;
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
  const longAgo = lastDay ? startOfDay(lastDay, 1) : 0;
  const isLongDisabled = (seller: Seller) => (momentOf("disabledSince", seller, moments) ?? Date.now()) < longAgo;
  return {
    at: Date.now(),
    sameMpk: (await inSlices(sellersWithSame("mpk", sellers))).length,
    sameEmail: (await inSlices(sellersWithSame("email", sellers))).length,
    nameless: sellers.filter((seller) => isNameless?.(seller)).length,
    longDisabled: sellers.filter(isLongDisabled).length,
    ...(isWhole ? {} : { scannedCount: sellers.length }),
  };
}
