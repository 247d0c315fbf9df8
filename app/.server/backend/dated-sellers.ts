import { findDatedSellers, findMoments } from "~/.server/db/seller-dates";
import { env } from "~/.server/env";
import { startOfDay } from "~/.server/times";
import { type BackendFilter, backendQuery } from "~/domain/local-filter";
import { daysOf, type Period } from "~/domain/period";
import { historyColumns } from "~/domain/preferences";
import { isFieldSort, isFilteredByDate, type SellerFilter, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { SellerIndex, type WholePage } from "~/domain/seller-index";
import { type Dates, dateOrder, type MomentRange } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/calendar";
import { inSlices } from "../in-slices";
import { MAX_APP_SELLERS, MAX_BY_ID } from "./contract/list-contract";
import type { ListReader } from "./list-reader";

/** Undefined for a filter and an order without dates. */
export function datesOf(filter: SellerFilter): Dates | undefined {
  if (isFieldSort(filter.sort) && !isFilteredByDate(filter)) return undefined;
  const today = dayOf(Date.now());
  const ranges: Dates["ranges"] = {};
  for (const column of historyColumns) {
    const period = filter[column];
    if (period) ranges[column] = rangeOf(period, today);
  }
  return { moments: new Map(), ranges };
}

/** The dates of sellers that were read already. @throws DatabaseUnavailable */
export async function findDates(filter: SellerFilter, sellers: readonly { id: string }[]): Promise<Dates | undefined> {
  const dates = datesOf(filter);
  await addMoments(dates, sellers);
  return dates;
}

/** Call it before `dates` are asked about these sellers. @throws DatabaseUnavailable */
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
  return { from: from ? startOfDay(from) : open.from, until: to ? startOfDay(to, 1) : open.until };
}

/**
 * The page of those whose dates match the filter, read by their ids where reading the list would
 * cost more.
 * @returns undefined if the list is to be read on
 */
export async function pageInPeriods(
  reader: ListReader,
  query: SellerQuery,
  appFilters: ReadonlySet<BackendFilter>,
  dates: Dates | undefined,
): Promise<WholePage | undefined> {
  if (!dates) return undefined;
  const total = await totalToFind(reader, query, appFilters);
  if (total === undefined) return undefined;
  // Fifty sellers of a list cost a backend about as much as a single one.
  const limit = Math.min(MAX_BY_ID, Math.floor(total / 50));
  const moments = await findDatedSellers({ ranges: dates.ranges, limit: limit + 1 });
  return moments.size > limit ? undefined : pageByIds(reader, query, { ...dates, moments });
}

/**
 * The page of a list that is too long to be sorted by a date: the first of known date.
 * @returns undefined for a shorter list, or one in another order
 */
export async function pageByDateOrder(
  reader: ListReader,
  query: SellerQuery,
  appFilters: ReadonlySet<BackendFilter>,
  dates: Dates | undefined,
): Promise<SellerPage | undefined> {
  if (!dates) return undefined;
  const total = await totalToFind(reader, query, appFilters);
  if (total === undefined || total <= MAX_APP_SELLERS) return undefined;
  const { ranges } = dates;
  const moments = await findDatedSellers({ ranges, order: dateOrder(query.sort), limit: MAX_BY_ID });
  return { ...(await pageByIds(reader, query, { ...dates, moments })), isDatedOnly: true };
}

/** The list's total; undefined where sellers of some dates alone can't answer the query. */
async function totalToFind(
  reader: ListReader,
  query: SellerQuery,
  appFilters: ReadonlySet<BackendFilter>,
): Promise<number | undefined> {
  // Whether a value is repeated shows among all sellers, and only the backend knows its own search.
  if (query.same || (query.q && env().SELLERS_SEARCH === "backend")) return undefined;
  const first = await reader.page(backendQuery(query, appFilters), 1, 1);
  return first.kind === "page" ? first.total : undefined;
}

async function pageByIds(reader: ListReader, query: SellerQuery, dates: Dates): Promise<WholePage> {
  const sellers = await reader.getMany([...dates.moments.keys()]);
  return inSlices(new SellerIndex(sellers).find(query, dates));
}
