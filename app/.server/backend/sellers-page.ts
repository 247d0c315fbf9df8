import { env } from "~/.server/env";
import { localFilter } from "~/domain/local-filter";
import { isFieldSort, type SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { SellerIndex } from "~/domain/seller-index";
import type { Dates } from "~/domain/seller-moments";
import { inSlices } from "../in-slices";
import { datedPage, findDates, MAX_SORTED } from "./dated-sellers";
import { FilterIgnored, isPageRefusal } from "./list-client";
import type { ListReader } from "./list-reader";
import { SeenIds } from "./seen-ids";
import type { Asking } from "./sellers-backend";

const SCAN_SIZE = 1_000;
const AHEAD = 4;
/** Bounds of the work for one page: more sellers than any franchisee has. */
const MAX_SCANNED = 50_000;
const MAX_CALLS = 200;

/** A page of a list; `scannedCount` says how much of a long list was read for it. */
export async function sellersPage(reader: ListReader, asking: Asking, query: SellerQuery): Promise<SellerPage> {
  const { backend } = reader;
  const { params } = backend.contract;
  const dates = await findDates(query);
  try {
    if (params.page && params.sort && !query.same && !dates && !localFilter(query, backend.ownFilters)) {
      const page = params.pageSize ? await askedPage(reader, query) : await mappedPage(reader, query);
      if (page) return page;
    }
    const isSorted = params.sort !== "" && !query.same && isFieldSort(query.sort);
    return await backend.scans.run(asking, () => (isSorted ? scannedPage : sortedPage)(reader, query, dates));
  } catch (error) {
    if (!(error instanceof FilterIgnored)) throw error;
    return sellersPage(reader, asking, query);
  }
}

/** The backend's own page; undefined if its answer doesn't tell how many pages there are. */
async function askedPage(reader: ListReader, query: SellerQuery): Promise<SellerPage | undefined> {
  const { client, backend } = reader;
  const { page, size } = query;
  if (size > backend.maxPageSize) return mappedPage(reader, query);
  const answer = await client.page(query, page, size).catch((error: unknown) => {
    if (!isPageRefusal(error)) throw error;
  });
  if (!answer) return mappedPage(reader, query);
  const { sellers, total } = answer;
  if (reader.isTooLong(answer, size) || (backend.isUnpaged && total === undefined)) {
    const isWhole = total !== undefined || backend.isUnpaged || !(await reader.hasMore(query, answer, size));
    if (!isWhole) return undefined;
    backend.isUnpaged ||= total === undefined;
    return inSlices(answer.makeIndex().find(query));
  }
  if (total === undefined) return undefined;
  const last = Math.max(1, Math.ceil(total / size));
  if (page > last) {
    // A page beyond the last may be answered with the last, unless the total counts the page.
    if (total === sellers.length && !backend.isTotalProven) return undefined;
    if (sellers.length > 0) client.check(query, sellers);
    if (sellers.length > 0 || total === 0) return { sellers, total, page: last };
    return askedPage(reader, { ...query, page: last });
  }
  const expected = Math.min(size, total - (page - 1) * size);
  if (sellers.length === 0 ? expected > 0 : sellers.length > expected) return undefined;
  if (page > 1 && !backend.isPagingProven) client.comparePages(await client.page(query, 1, size), answer);
  client.check(query, sellers);
  if (sellers.length < expected) return mappedPage(reader, query);
  if (total > sellers.length) backend.isTotalProven = true;
  else if (
    sellers.length > 0 &&
    !reader.isComplete(sellers.length, size) &&
    (await reader.hasMore(query, answer, size))
  )
    return undefined;
  return { sellers, total, page };
}

/** A page made of the shorter pages of the backend; undefined as for `askedPage`. */
async function mappedPage(reader: ListReader, query: SellerQuery): Promise<SellerPage | undefined> {
  const { client } = reader;
  const { size } = query;
  const { first } = await reader.firstPage(query, size);
  const { sellers, total } = first;
  const { length } = sellers;
  if (total === undefined || length > total || (length === 0 && total > 0)) return undefined;
  if (length === total && !reader.isComplete(length, size) && (await reader.hasMore(query, first, size))) {
    return undefined;
  }
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / size)));
  const [start, end] = [(page - 1) * size, Math.min(page * size, total)];
  const rows: Seller[] = [];
  const firstPage = Math.floor(start / Math.max(1, length)) + 1;
  for (let at = firstPage; (at - 1) * length < end; at += AHEAD) {
    const numbers = Array.from({ length: AHEAD }, (_, n) => at + n).filter((number) => (number - 1) * length < end);
    const answers = await Promise.all(
      numbers.map((number) => (number === 1 ? first : client.page(query, number, length))),
    );
    for (const [n, answer] of answers.entries()) {
      if (numbers[n] !== 1) client.comparePages(first, answer);
      client.check(query, answer.sellers);
      rows.push(...answer.sellers);
    }
  }
  const skipped = start - (firstPage - 1) * length;
  const wanted = rows.slice(skipped, skipped + end - start);
  return wanted.length < end - start ? undefined : { sellers: wanted, total, page };
}

/**
 * Reads a list for one page of it: yields those who match, each once, or the page itself where it
 * needs no scan. `scannedCount` is of the sellers read so far, `total` of those who match in all.
 */
async function* scan(reader: ListReader, query: SellerQuery, dates: Dates | undefined, maxSellers: number) {
  const until = performance.now() + env().BACKEND_TIMEOUT_MS;
  const matches = query.same ? undefined : localFilter(query, reader.backend.ownFilters, dates);
  const seen = new SeenIds();
  let scannedCount = 0;
  const most = { sellers: maxSellers, calls: MAX_CALLS };
  for await (const part of reader.parts(query, { size: SCAN_SIZE, ahead: AHEAD, most })) {
    const found = part.whole
      ? await inSlices(part.whole.find(query, dates))
      : scannedCount === 0 && (await datedPage(reader, query, dates, part));
    if (found) {
      yield { found };
      return;
    }
    scannedCount += part.sellers.length;
    // A seller that moves while the pages are read may come twice.
    const sellers = part.sellers.filter((seller) => (!matches || matches(seller)) && seen.add(seller.id));
    yield { sellers, scannedCount, total: matches ? undefined : part.total, isLast: part.isLast };
    if (scannedCount >= maxSellers || performance.now() >= until) return;
  }
}

async function scannedPage(reader: ListReader, query: SellerQuery, dates?: Dates): Promise<SellerPage> {
  const { page, size } = query;
  let rows: Seller[] = [];
  let total = 0;
  let scannedCount = 0;
  const found = () => ({ sellers: rows, total, page: Math.max(1, Math.min(page, Math.ceil(total / size))) });
  for await (const part of scan(reader, query, dates, MAX_SCANNED)) {
    if (part.found) return part.found;
    for (const seller of part.sellers) {
      // Only the requested page is kept, or the last one before it.
      if (total < page * size) {
        if (total % size === 0) rows = [];
        rows.push(seller);
      }
      total += 1;
    }
    scannedCount = part.scannedCount;
    if (part.isLast) return found();
    if (part.total !== undefined && total >= page * size) {
      return { ...found(), total: Math.max(part.total, scannedCount) };
    }
  }
  return { ...found(), scannedCount };
}

/** Reads all that may match, because the backend can't sort so, or tell who shares a value. */
async function sortedPage(reader: ListReader, query: SellerQuery, dates?: Dates): Promise<SellerPage> {
  const { same, sort, page, size } = query;
  const rows: Seller[] = [];
  let scannedCount = 0;
  let isWhole = false;
  for await (const part of scan(reader, query, dates, MAX_SORTED)) {
    if (part.found) return part.found;
    rows.push(...part.sellers);
    ({ scannedCount, isLast: isWhole } = part);
  }
  // The rows match already; how the backend searched, the app may not be able to repeat.
  const matchingPage = await inSlices(new SellerIndex(rows).find(same ? query : { q: "", sort, page, size }, dates));
  if (isWhole) return matchingPage;
  const { everything, ...first } = matchingPage;
  return { ...first, scannedCount };
}
