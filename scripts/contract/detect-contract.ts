import type { ListContract, ListParameter } from "../../app/.server/backend/contract/list-contract";
import type { Seller } from "../../app/domain/seller";
import { collator } from "../../app/domain/seller-index";
import { type BackendSession, type List, listIn, type Reply } from "./backend-session";

/** Names that backends use for parameters; the agreed name is first. */
const NAMES: Record<ListParameter, string[]> = {
  pageSize: ["pageSize", "limit", "size", "perPage", "per_page", "$top", "top", "take"],
  page: ["page", "pageNumber", "pageIndex", "$page", "p"],
  search: ["search", "q", "query", "$search", "term", "filter"],
  accountEnabled: ["accountEnabled", "enabled", "active", "isActive", "isEnabled", "$enabled"],
  sort: ["sort", "orderBy", "sortBy", "$orderby", "order", "orderby"],
};
/** A word that no seller holds. */
const NONSENSE = "qxzjvkw7";
/** With fewer sellers the responses to different parameters could be equal. */
export const MIN_SELLERS = 3;
/** The agreed longest page; a shorter list can't show whether the backend has longer pages. */
const AGREED_PAGE_MAX = 100;
const MIN_PAGE_MAX = 10;
const PAGE_SIZES = [1_000, 500, 200, AGREED_PAGE_MAX, 50, 20];
/** How deep the list may be nested in the response. */
const MAX_DEPTH = 3;

/**
 * Detects the parameters of a backend's list by trying the usual names.
 * @returns undefined if the first response holds no list of sellers
 */
export async function detectContract(session: BackendSession, first: Reply): Promise<ListContract | undefined> {
  const listKey = Array.isArray(first.body) ? "" : keysOf(first.body, isList)[0]?.[0];
  if (listKey === undefined) return undefined;
  const contract: ListContract = {
    params: { search: "", accountEnabled: "", sort: "", page: "", pageSize: "" },
    firstPage: 1,
    sort: "none",
    listKey,
    totalKey: totalKeyOf(first.body),
    maxPageSize: AGREED_PAGE_MAX,
  };
  const base = listIn(contract, first);
  if (base.sellers.length < MIN_SELLERS) return { ...contract, params: agreedNames(), sort: "sign" };
  const params = { ...contract.params };
  const ask = async (more: Record<string, string>): Promise<List> =>
    listIn(contract, await session.query(new URLSearchParams(more)));
  /** Returns the first of a parameter's names that works; "" if none does. */
  const findName = async (parameter: ListParameter, isWorking: (name: string) => Promise<boolean>) => {
    for (const name of NAMES[parameter]) if (await isWorking(name)) return name;
    return "";
  };

  params.pageSize = await findName("pageSize", async (name) => {
    const [one, two] = [await ask({ [name]: "1" }), await ask({ [name]: "2" })];
    return one.sellers.length === 1 && two.sellers.length === 2;
  });
  const size: Record<string, string> = params.pageSize ? { [params.pageSize]: "2" } : {};
  const start = params.pageSize ? await ask(size) : base;
  let firstPage = 1;
  params.page = await findName("page", async (name) => {
    const [one, two] = [await ask({ ...size, [name]: "1" }), await ask({ ...size, [name]: "2" })];
    if (!isOther(two, one)) return false;
    firstPage = isOther(one, start) ? 0 : 1;
    return true;
  });
  params.search = await findName("search", async (name) => {
    if (!isEmpty(await ask({ [name]: NONSENSE }))) return false;
    const [seller] = base.sellers;
    for (const text of [seller?.email, seller?.displayName]) {
      if ((await ask({ [name]: text ?? "" })).sellers.some(({ id }) => id === seller?.id)) return true;
    }
    return false;
  });
  params.accountEnabled = await findName("accountEnabled", async (name) => {
    const [on, off] = [await ask({ [name]: "true" }), await ask({ [name]: "false" })];
    if (on.status !== 200 || off.status !== 200 || on.sellers.length + off.sellers.length === 0) return false;
    return on.sellers.every((each) => each.accountEnabled) && off.sellers.every((each) => !each.accountEnabled);
  });
  let sort: ListContract["sort"] = "none";
  params.sort = await findName("sort", async (name) => {
    const up = await ask({ [name]: "displayName" });
    for (const [style, value] of [
      ["sign", "-displayName"],
      ["suffix", "displayName desc"],
    ] as const) {
      const down = await ask({ [name]: value });
      if (!isRising(up.sellers) || !isRising(down.sellers.toReversed()) || !isOther(down, up)) continue;
      sort = style;
      return true;
    }
    return false;
  });
  const maxPageSize =
    params.page && params.pageSize ? await longestPage(session, { ...contract, params, firstPage }) : AGREED_PAGE_MAX;
  return { ...contract, params, firstPage, sort, maxPageSize };
}

/** Returns the longest full page, or for a shorter list the agreed longest page at most. */
async function longestPage(session: BackendSession, contract: ListContract): Promise<number> {
  for (const size of PAGE_SIZES) {
    const { status, sellers, total = 0 } = await session.list(contract, { size });
    if (status === 200 && (sellers.length === size || (size <= AGREED_PAGE_MAX && sellers.length === total)))
      return size;
  }
  return MIN_PAGE_MAX;
}

function agreedNames(): Record<ListParameter, string> {
  return { search: "search", accountEnabled: "accountEnabled", sort: "sort", page: "page", pageSize: "pageSize" };
}

/** Returns the paths to wanted values in an object, such as `data.items`, the shallowest first. */
function keysOf(body: unknown, isWanted: (value: unknown, key: string) => boolean, depth = 1): [string, unknown][] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const entries = Object.entries(body);
  const here = entries.filter(([key, value]) => isWanted(value, key));
  if (depth === MAX_DEPTH) return here;
  const deeper = entries.flatMap(([key, value]) =>
    keysOf(value, isWanted, depth + 1).map(([inner, found]): [string, unknown] => [`${key}.${inner}`, found]),
  );
  return [...here, ...deeper];
}

/** Takes the largest of several numbers, because the others count the page. */
function totalKeyOf(body: unknown): string {
  const totals = keysOf(body, isTotal).toSorted(([, one], [, other]) => Number(other) - Number(one));
  return totals[0]?.[0] ?? "";
}

const isList = (value: unknown) =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null && "id" in row);
const isTotal = (value: unknown, key: string) =>
  /total|count/i.test(key) && !/pages?$/i.test(key) && /^\d{1,15}$/.test(String(value));

const isEmpty = (list: List) => list.status === 200 && list.sellers.length === 0;
/** Whether a list has sellers, and another first seller than the other list. */
const isOther = (list: List, other: List) => list.sellers.length > 0 && list.sellers[0]?.id !== other.sellers[0]?.id;

function isRising(sellers: readonly Seller[]): boolean {
  const names = sellers.map(({ displayName }) => displayName);
  const rises = (compare: (a: string, b: string) => number) =>
    names.every((name, at) => at === 0 || compare(names[at - 1] as string, name) <= 0);
  return (
    rises(collator.compare) || rises((a, b) => (a < b ? -1 : Number(a > b))) || rises((a, b) => a.localeCompare(b))
  );
}

/** Returns the lines of the panel's configuration for the backend. */
export function printContract({ params, firstPage, sort, listKey, totalKey, maxPageSize }: ListContract): string[] {
  return [
    `SELLERS_PARAMS=${Object.entries(params)
      .map(([name, theirs]) => `${name}=${theirs}`)
      .join(",")}`,
    `SELLERS_FIRST_PAGE=${firstPage}`,
    `SELLERS_SORT=${sort}`,
    `SELLERS_LIST_KEY=${listKey}`,
    `SELLERS_TOTAL_KEY=${totalKey}`,
    `SELLERS_PAGE_MAX=${maxPageSize}`,
  ];
}
