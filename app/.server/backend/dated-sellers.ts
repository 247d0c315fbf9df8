import { findAllMoments } from "~/.server/db/seller-dates";
import { env } from "~/.server/env";
import { startOfDay } from "~/.server/warsaw-day";
import { type BackendFilter, backendQuery } from "~/domain/local-filter";
import { daysOf, type Period } from "~/domain/period";
import { historyColumns } from "~/domain/preferences";
import { isFieldSort, isFilteredByDate, type SellerFilter, type SellerQuery } from "~/domain/query";
import type { SellerPage } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import { type Dates, datesFilter, isDated, type MomentRange, sortByDate } from "~/domain/seller-moments";
import { dayOf, daysBefore } from "~/i18n/calendar";
import { inSlices } from "../in-slices";
import { MAX_OWN_SELLERS } from "./contract/list-contract";
import type { ListReader } from "./list-reader";
import { MAX_BY_ID } from "./sellers-api";

/** So many sellers of a list cost a backend about as much as a single one. */
const ROWS_PER_SELLER = 50;

/** Undefined for a filter and an order without dates. @throws StoreUnavailable */
export async function findDates(filter: SellerFilter): Promise<Dates | undefined> {
  if (isFieldSort(filter.sort) && !isFilteredByDate(filter)) return undefined;
  const today = dayOf(Date.now());
  const ranges: Dates["ranges"] = {};
  for (const column of historyColumns) {
    const period = filter[column];
    if (period) ranges[column] = rangeOf(period, today);
  }
  return { moments: await findAllMoments(), ranges };
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
  own: ReadonlySet<BackendFilter>,
  dates: Dates | undefined,
): Promise<SellerPage | undefined> {
  if (!dates || query.same) return undefined;
  // Only the backend can tell whom its own search finds.
  if (query.q && env().SELLERS_SEARCH === "backend") return undefined;
  const first = await reader.page(backendQuery(query, own), 1, 1);
  if (first.kind !== "page") return undefined;
  // Whether an account is still disabled is known once the seller is read.
  const known = [...dates.moments.keys()].map((id) => ({ id, accountEnabled: false }));
  const isInPeriods = datesFilter(query, dates);
  let candidates: { id: string }[];
  if (isInPeriods) {
    candidates = known.filter(isInPeriods);
    if (candidates.length > Math.min(MAX_BY_ID, first.total / ROWS_PER_SELLER)) return undefined;
  } else {
    if (first.total <= MAX_OWN_SELLERS) return undefined;
    const dated = known.filter((seller) => isDated(query.sort, seller, dates));
    candidates = sortByDate(dated, query.sort, dates).slice(0, MAX_BY_ID);
  }
  const found = await reader.getMany(candidates.map(({ id }) => id));
  const page = await inSlices(new SellerIndex(found).find(query, dates));
  return isInPeriods ? page : { ...page, isDatedOnly: true };
}
