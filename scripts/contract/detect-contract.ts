import type { ListContract, ListParameter, SortNotation } from "../../app/.server/backend/contract/list-contract";
import { type BackendSession, type List, listIn, type Reply } from "./backend-session";
import { type ListKeys, locateList } from "./locate-list";
import { proveOrder } from "./prove-order";

/** Names that backends use for parameters; the agreed name is first. */
const NAMES = {
  pageSize: [
    "pageSize",
    "limit",
    "size",
    "perPage",
    "per_page",
    "page_size",
    "$top",
    "top",
    "take",
    "_limit",
    "page[size]",
  ],
  page: ["page", "pageNumber", "pageIndex", "$page", "p", "_page", "page[number]"],
  offset: ["offset", "skip", "$skip", "start", "_start"],
  search: ["search", "q", "query", "$search", "term", "filter"],
  accountEnabled: ["accountEnabled", "enabled", "active", "isActive", "isEnabled", "$enabled"],
  sort: ["sort", "orderBy", "sortBy", "$orderby", "order", "orderby", "ordering", "_sort"],
  direction: ["_order", "order", "sortOrder", "direction", "dir"],
};
const NOTATIONS: SortNotation[] = ["sign", "suffix", "comma"];
/** Sizes that work only beside the page's number: json-server 1.0. */
const SIZES_BESIDE_PAGE: Record<string, string[]> = { _page: ["_per_page"] };
/** A word that no seller holds. */
export const NONSENSE = "qxzjvkw7";
/** With fewer sellers the responses to different parameters could be equal. */
export const MIN_SELLERS = 3;
/** The agreed longest page; a shorter list can't show whether the backend has longer pages. */
const AGREED_PAGE_MAX = 100;
const MIN_PAGE_MAX = 10;
const PAGE_SIZES = [1_000, 500, 200, AGREED_PAGE_MAX, 50, 20];

/**
 * Detects the parameters of a backend's list by trying the usual names.
 * @returns undefined if the first response holds no list of sellers
 */
export async function detectContract(session: BackendSession, first: Reply): Promise<ListContract | undefined> {
  const keys = locateList(first.body);
  if (!keys) return undefined;
  const bare: ListContract = {
    params: { search: "", accountEnabled: "", sort: "", page: "", pageSize: "" },
    paging: "number",
    firstPage: 1,
    sort: "none",
    directionParam: "",
    ...keys,
    maxPageSize: AGREED_PAGE_MAX,
  };
  if (listIn(keys, first).sellers.length < MIN_SELLERS) return { ...bare, params: agreedNames(), sort: "sign" };
  const paged = await detectPaging(session, bare);
  // The panel reads everything of a backend without pages, and searches and sorts it itself. If it
  // can't read the pages, for example without a total, `checkReading` says so.
  if (!paged.params.page || (await session.list(paged)).fault) return paged;
  const filtered = await detectFilters(session, paged);
  const sorted = await detectSorting(session, filtered);
  return { ...sorted, maxPageSize: paged.params.pageSize ? await longestPage(session, sorted) : AGREED_PAGE_MAX };
}

type PagingNames = { paging: ListContract["paging"]; page: string; pageSize: string };
type Paging = Pick<ListContract, "paging" | "firstPage" | "listKey" | "totalKey"> & { total?: number };

/** Returns the first paging whose responses count all sellers, else the first one that works. */
async function detectPaging(session: BackendSession, bare: ListContract): Promise<ListContract> {
  const sizes: string[] = [];
  for (const name of NAMES.pageSize) {
    const [one, two] = [await ask(session, { [name]: "1" }), await ask(session, { [name]: "2" })];
    if (one.sellers.length === 1 && two.sellers.length === 2) sizes.push(name);
  }
  let uncounted: ListContract | undefined;
  for (const names of pagingNames(sizes)) {
    const working = await tryPaging(session, names);
    if (!working) continue;
    const { total, ...paging } = working;
    const contract = { ...bare, ...paging, params: { ...bare.params, page: names.page, pageSize: names.pageSize } };
    if (total !== undefined) return contract;
    uncounted ??= contract;
  }
  return uncounted ?? { ...bare, params: { ...bare.params, pageSize: sizes[0] ?? "" } };
}

function pagingNames(sizes: readonly string[]): PagingNames[] {
  const numbers = NAMES.page.flatMap((page) => {
    const besidePage = SIZES_BESIDE_PAGE[page] ?? [];
    // Without a size the number counts pages of the backend's own length.
    return [...sizes, ...besidePage, ""].map((pageSize) => ({ paging: "number" as const, page, pageSize }));
  });
  const offsets = NAMES.offset.flatMap((page) =>
    sizes.map((pageSize) => ({ paging: "offset" as const, page, pageSize })),
  );
  return [...numbers, ...offsets];
}

/** @returns undefined unless two pages hold different sellers, all of them compared */
async function tryPaging(session: BackendSession, names: PagingNames): Promise<Paging | undefined> {
  const { paging, page, pageSize } = names;
  const others = {
    ...(pageSize ? { [pageSize]: "2" } : {}),
    // OData counts only on request.
    ...(/^\$/.test(page) ? { $count: "true" } : {}),
  };
  const at = (value: number) => ask(session, { ...others, [page]: String(value) });
  const isOffset = paging === "offset";
  const one = await at(isOffset ? 0 : 1);
  const { keys, sellers, total } = one;
  if (!keys || sellers.length === 0 || (pageSize && sellers.length > 2)) return undefined;
  let other = await at(2);
  // Of three sellers, counted from 0, page 2 is empty and page 0 isn't.
  if (other.sellers.length === 0 && !isOffset) other = await at(0);
  if (other.sellers.length === 0 || isOverlapping(one, other)) return undefined;
  if (isOffset && (await at(1)).sellers[0]?.id !== sellers[1]?.id) return undefined;
  const start = await ask(session, others);
  const isFirst = isOffset || start.sellers[0]?.id === sellers[0]?.id;
  return { paging, firstPage: isFirst ? 1 : 0, ...keys, total };
}

type Answer = List & { keys?: ListKeys };

/** Reads a response's sellers wherever it holds them. */
async function ask(session: BackendSession, query: Record<string, string>): Promise<Answer> {
  const reply = await session.query(query);
  const keys = locateList(reply.body);
  return keys ? { ...listIn(keys, reply), keys } : { reply, sellers: [] };
}

async function detectFilters(session: BackendSession, paged: ListContract): Promise<ListContract> {
  const withName = (parameter: ListParameter, name: string) => ({
    ...paged,
    params: { ...paged.params, [parameter]: name },
  });
  const findName = async (parameter: "search" | "accountEnabled", works: typeof isSearched) => {
    for (const name of NAMES[parameter]) if (await works(session, withName(parameter, name))) return name;
    return "";
  };
  const search = await findName("search", isSearched);
  const accountEnabled = await findName("accountEnabled", isFiltered);
  return { ...paged, params: { ...paged.params, search, accountEnabled } };
}

/** Whether the backend's search finds a seller, and nobody by a word that no seller holds. */
export async function isSearched(session: BackendSession, contract: ListContract): Promise<boolean> {
  const none = await session.list(contract, { q: NONSENSE });
  if (none.fault || none.sellers.length > 0) return false;
  const [seller] = (await session.list(contract)).sellers;
  for (const text of [seller?.email, seller?.displayName, seller?.mpk]) {
    const list = await session.list(contract, { q: text });
    if (list.sellers.some(({ id }) => id === seller?.id)) return true;
  }
  return false;
}

/** Whether the backend gives only enabled, and only disabled accounts. */
export async function isFiltered(session: BackendSession, contract: ListContract): Promise<boolean> {
  const [active, inactive] = [
    await session.list(contract, { status: "active" }),
    await session.list(contract, { status: "inactive" }),
  ];
  const hasRows = active.sellers.length + inactive.sellers.length > 0;
  return hasRows && active.verdict?.kind === "page" && inactive.verdict?.kind === "page";
}

async function detectSorting(session: BackendSession, filtered: ListContract): Promise<ListContract> {
  const unsorted = await session.list(filtered);
  for (const name of NAMES.sort) {
    const byName = { ...filtered, params: { ...filtered.params, sort: name } };
    const candidates: ListContract[] = [
      ...NOTATIONS.map((sort) => ({ ...byName, sort })),
      ...NAMES.direction
        .filter((each) => each !== name)
        .map((directionParam) => ({ ...byName, sort: "sign" as const, directionParam })),
    ];
    for (const candidate of candidates) {
      // One call shows that most names have no effect.
      const down = await session.list(candidate, { sort: "-displayName" });
      if (down.fault || down.sellers[0]?.id === unsorted.sellers[0]?.id) continue;
      if ((await proveOrder(session, candidate)).order) return candidate;
    }
  }
  return filtered;
}

/** Returns the longest full page, or for a shorter list the agreed longest page at most. */
async function longestPage(session: BackendSession, contract: ListContract): Promise<number> {
  for (const size of PAGE_SIZES) {
    const { fault, sellers, total = 0 } = await session.list(contract, { size });
    if (!fault && (sellers.length === size || (size <= AGREED_PAGE_MAX && sellers.length === total))) return size;
  }
  return MIN_PAGE_MAX;
}

function agreedNames(): Record<ListParameter, string> {
  return { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" };
}

/** Whether two lists have a seller in common. */
function isOverlapping(one: List, other: List): boolean {
  const ids = new Set(one.sellers.map(({ id }) => id));
  return other.sellers.some(({ id }) => ids.has(id));
}

/** Returns the lines of the panel's configuration for the backend. */
export function printContract(contract: ListContract): string[] {
  const { params, paging, firstPage, sort, directionParam, listKey, totalKey, maxPageSize } = contract;
  const details: Partial<Record<string, string>> = {
    ...(paging === "offset" ? { page: ":offset" } : {}),
    ...(directionParam ? { sort: `:${directionParam}` } : {}),
  };
  return [
    `SELLERS_PARAMS=${Object.entries(params)
      .map(([name, theirs]) => `${name}=${theirs}${details[name] ?? ""}`)
      .join(",")}`,
    `SELLERS_FIRST_PAGE=${firstPage}`,
    `SELLERS_SORT=${sort}`,
    `SELLERS_LIST_KEY=${listKey}`,
    `SELLERS_TOTAL_KEY=${totalKey}`,
    `SELLERS_PAGE_MAX=${maxPageSize}`,
  ];
}
