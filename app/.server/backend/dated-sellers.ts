import { env } from "~/.server/env";
import { findMoments } from "~/.server/store/seller-events";
import { startOfDay } from "~/.server/warsaw-day";
import { daysOf, type Period } from "~/domain/period";
import { historyColumns } from "~/domain/preferences";
import { isFieldSort, isFilteredByDate, type SellerFilter, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { type Dates, datesFilter, isDated, type MomentRange, sortByDate } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/calendar";
import { inSlices } from "../in-slices";
import type { ListPart, ListReader } from "./list-reader";
import { readSellers } from "./read-sellers";

/** Sellers that are read one by one for a list. */
const MAX_BY_ID = 1_000;
/** A page of a list costs a backend about as much as so many single sellers. */
const SELLERS_PER_PAGE = 10;
/** The most sellers that the app sorts itself; it can't sort in parts. */
export const MAX_SORTED = 20_000;

/** Undefined for a filter and an order without dates. @throws StoreUnavailable */
export async function findDates(filter: SellerFilter): Promise<Dates | undefined> {
  if (isFieldSort(filter.sort) && !isFilteredByDate(filter)) return undefined;
  const today = dayOf(Date.now());
  const ranges: Dates["ranges"] = {};
  for (const column of historyColumns) {
    const period = filter[column];
    if (period) ranges[column] = rangeOf(period, today);
  }
  return { moments: await findMoments(), ranges };
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
 * The page out of sellers that are read by their ids, where reading the list on would cost more:
 * those whose dates match the filter or, of a list that is too long to be sorted by a date, the
 * first of known date.
 * @returns undefined if the list is to be read on
 */
export async function datedPage(
  reader: ListReader,
  query: SellerQuery,
  dates: Dates | undefined,
  { total = Number.POSITIVE_INFINITY, sellers, isLast }: ListPart,
): Promise<SellerPage | undefined> {
  if (!dates || isLast || query.same) return undefined;
  // Only the backend can tell whom its own search finds.
  if (query.q && env().SELLERS_SEARCH === "backend") return undefined;
  // Whether an account is still disabled is known once the seller is read.
  const known = [...dates.moments.keys()].map((id) => ({ id, accountEnabled: false }));
  const isInPeriods = datesFilter(query, dates);
  let candidates: { id: string }[];
  if (isInPeriods) {
    candidates = known.filter(isInPeriods);
    const pages = total / Math.max(1, sellers.length);
    if (candidates.length > Math.min(MAX_BY_ID, SELLERS_PER_PAGE * pages)) return undefined;
  } else {
    if (total <= MAX_SORTED) return undefined;
    const dated = known.filter((seller) => isDated(query.sort, seller, dates));
    candidates = sortByDate(dated, query.sort, dates).slice(0, MAX_BY_ID);
  }
  const found = await readSellers(
    reader.get,
    candidates.map(({ id }) => id),
  );
  const page = await inSlices(new SellerIndex(found).find(query, dates));
  return isInPeriods ? page : { ...page, isDatedOnly: true };
}
