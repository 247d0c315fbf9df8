import { findDatedSellers, findMoments } from "~/.server/db/seller-dates";
import { env } from "~/.server/env";
import { endOfDay, startOfDay } from "~/.server/times";
import { daysOf, type Period } from "~/domain/days";
import { type AppFilters, type BackendQuery, backendQuery } from "~/domain/local-filter";
import { historyColumns } from "~/domain/preferences";
import { isFieldSort, isFilteredByDate, type SellerFilter, type SellerQuery } from "~/domain/query";
import { SellerIndex, type WholePage } from "~/domain/seller-index";
import { type Dates, dateOrder, type MomentRange } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/format";
import { inSlices } from "../in-slices";
import { MAX_APP_SELLERS, MAX_BY_ID } from "./contract/list-contract";
import type { ListReader } from "./list-reader";

/** @returns the ranges, without moments yet; undefined if neither filter nor order has dates */
export function datesOfFilter(filter: SellerFilter): Dates | undefined {
  if (isFieldSort(filter.sort) && !isFilteredByDate(filter)) return undefined;
  const today = dayOf(Date.now());
  const ranges: Dates["ranges"] = {};
  for (const column of historyColumns) {
    const period = filter[column];
    if (period) ranges[column] = rangeOf(period, today);
  }
  return { moments: new Map(), ranges };
}

/** Like `datesOfFilter`, with the moments of these sellers. @throws DatabaseUnavailable */
export async function loadDates(filter: SellerFilter, sellers: readonly { id: string }[]): Promise<Dates | undefined> {
  const dates = datesOfFilter(filter);
  await addMoments(dates, sellers);
  return dates;
}

/** Adds the moments of these sellers to `dates`. @throws DatabaseUnavailable */
export async function addMoments(dates: Dates | undefined, sellers: readonly { id: string }[]): Promise<void> {
  if (!dates) return;
  for (const [id, moments] of await findMoments(sellers.map(({ id }) => id))) dates.moments.set(id, moments);
}

function rangeOf(period: Period, today: string): MomentRange {
  const open = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };
  if (period === "month") return { ...open, from: startOfDay(`${today.slice(0, 7)}-01`) };
  if (period === "7d" || period === "30d") {
    return { ...open, from: startOfDay(daysBefore(today, Number.parseInt(period, 10) - 1)) };
  }
  const { from, to } = daysOf(period);
  return { from: from ? startOfDay(from) : open.from, until: to ? endOfDay(to) : open.until };
}

/** `needsList` means that the list is needed, or costs less than reading sellers one by one. */
type DatedPage = { kind: "page"; page: WholePage } | { kind: "needsList" };

const needsList = { kind: "needsList" } as const;

/**
 * Makes the page of a query that filters or sorts by dates from the sellers with such dates, read
 * one by one. If the list is too long for the app to sort, an order by a date alone gets only the
 * first MAX_BY_ID sellers whose date is known.
 */
export async function pageByDates(
  reader: ListReader,
  query: SellerQuery,
  appFilters: AppFilters,
  dates: Dates,
): Promise<DatedPage> {
  const total = canReadOneByOne(query) ? await countMatches(reader, backendQuery(query, appFilters)) : undefined;
  if (total === undefined) return needsList;
  const { ranges } = dates;
  if (isFilteredByDate(query)) {
    // A single seller costs the backend about as much as fifty rows of a list.
    const limit = Math.min(MAX_BY_ID, Math.floor(total / 50));
    const moments = await findDatedSellers({ ranges, limit: limit + 1 });
    return moments.size > limit
      ? needsList
      : { kind: "page", page: await readPage(reader, query, { ranges, moments }) };
  }
  if (total <= MAX_APP_SELLERS) return needsList;
  const moments = await findDatedSellers({ ranges, order: dateOrder(query.sort), limit: MAX_BY_ID });
  return { kind: "page", page: { ...(await readPage(reader, query, { ranges, moments })), isDatedOnly: true } };
}

/** Only all sellers show that a value is repeated, and only the backend knows its own search. */
function canReadOneByOne({ same, q }: SellerQuery): boolean {
  return !same && !(q && env().SELLERS_SEARCH === "backend");
}

/** @returns undefined if the backend doesn't page its list */
async function countMatches(reader: ListReader, query: BackendQuery): Promise<number | undefined> {
  const first = await reader.page(query, 1, 1);
  return first.kind === "page" ? first.total : undefined;
}

async function readPage(reader: ListReader, query: SellerQuery, dates: Dates): Promise<WholePage> {
  const sellers = await reader.getMany([...dates.moments.keys()]);
  return inSlices(new SellerIndex(sellers).find(query, dates));
}
