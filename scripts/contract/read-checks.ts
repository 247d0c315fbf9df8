import { sellerEndpoint, sellersEndpoint } from "../../app/.server/backend/contract/endpoints";
import type { ListContract } from "../../app/.server/backend/contract/list-contract";
import { isWeak } from "../../app/.server/backend/contract/seller-wire";
import type { Seller } from "../../app/domain/seller";
import { collator } from "../../app/domain/seller-index";
import type { BackendSession, Finding } from "./backend-session";

const PAGE_SIZE = 50;
/** The number of pages that are compared with each other. */
const MAX_PAGES = 10;

/** Checks with reading calls alone whether a backend works as `contract` says. */
export async function checkReading(session: BackendSession, contract: ListContract): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (question: string, isMet: boolean, met: string, instead: string) =>
    findings.push({ question, isMet, text: isMet ? met : instead });
  const { params } = contract;
  const first = await session.list(contract, { size: PAGE_SIZE });
  const { sellers, total } = first;
  add("list", sellers.length > 0, `${sellers.length} sellers in the first answer`, "no sellers can be read");
  if (sellers.length === 0) return findings;

  add(
    "total",
    params.page === "" || (total !== undefined && total >= sellers.length),
    total === undefined ? "not needed" : `${total}`,
    "the panel can't read pages without the number of all sellers: set SELLERS_TOTAL_KEY",
  );
  add("pages", params.page !== "", "by number", "everything must come in one answer, up to 20,000 sellers");
  if (params.page) {
    const { text, isWhole, rows } = await readPages(session, contract);
    add(
      "pages are whole, without repetition",
      isWhole,
      text,
      `${text}: the panel refuses a page that repeats the first`,
    );
    const { maxPageSize } = contract;
    const long = await session.list(contract, { size: maxPageSize });
    add(
      `pages of ${maxPageSize}`,
      params.pageSize !== "" && long.sellers.length >= Math.min(maxPageSize, total ?? rows),
      `${long.sellers.length} rows`,
      params.pageSize === ""
        ? "the panel reads the list, up to 20,000 sellers, and cuts its pages anew"
        : `answers ${long.status} with ${long.sellers.length} rows: set SELLERS_PAGE_MAX`,
    );
  }
  add(
    "search",
    params.search !== "" && (await isSearched(session, contract, sellers)),
    `by ${params.search}`,
    "the panel reads the list, up to 20,000 sellers, and searches it",
  );
  add(
    "filter by status",
    params.accountEnabled !== "" && (await isFiltered(session, contract)),
    `by ${params.accountEnabled}`,
    "the panel reads the list, up to 20,000 sellers, and filters it",
  );
  const sorted = params.sort ? await sorting(session, contract) : undefined;
  add(
    "sorting",
    sorted !== undefined,
    `${sorted}`,
    "the panel reads the list, up to 20,000 sellers, and sorts it in Polish order",
  );

  const one = await session.call(sellerEndpoint(String(sellers[0]?.id)), {
    headers: { "Accept-Encoding": "identity" },
  });
  add("one seller", one.status === 200, "", `answers ${one.status}: no seller can be opened`);
  const tag = one.headers.get("ETag");
  add(
    "ETag",
    tag !== null && !isWeak(tag),
    `${tag}`,
    `${tag === null ? "" : `${tag} is weak: `}the panel reads a seller again before it writes, and compares`,
  );
  const missing = await session.call(sellerEndpoint("00000000-no-such-seller"));
  add(
    "404 for an unknown seller",
    missing.status === 404,
    "",
    `answers ${missing.status}: people see that error instead`,
  );
  const anonymous = await session.call(sellersEndpoint, { token: "" });
  add(
    "401 without a token",
    anonymous.status === 401,
    "",
    `answers ${anonymous.status}: the panel renews a session only after a 401`,
  );
  const times = session.times.toSorted((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  add(
    "time per call",
    median < 1_000,
    `${Math.round(median)} ms, at most ${Math.round(times.at(-1) ?? 0)} ms`,
    `${Math.round(median)} ms: each page of the panel waits for that`,
  );
  return findings;
}

async function readPages(session: BackendSession, contract: ListContract) {
  const seen = new Set<string>();
  let rows = 0;
  let total: number | undefined;
  let hasEnded = false;
  for (let page = 1; page <= MAX_PAGES && !hasEnded; page += 1) {
    const list = await session.list(contract, { page, size: PAGE_SIZE });
    for (const { id } of list.sellers) seen.add(id);
    rows += list.sellers.length;
    total = list.total;
    hasEnded = list.sellers.length === 0 || (total !== undefined && rows >= total);
  }
  const repeated = rows - seen.size;
  const isShort = hasEnded && total !== undefined && rows < total;
  if (repeated > 0) return { rows, isWhole: false, text: `${repeated} of ${rows} sellers came twice` };
  if (isShort) return { rows, isWhole: false, text: `${rows} sellers came, ${total} were counted` };
  return { rows, isWhole: true, text: `${rows} sellers on ${Math.min(MAX_PAGES, Math.ceil(rows / PAGE_SIZE))} pages` };
}

async function isSearched(session: BackendSession, contract: ListContract, [seller]: Seller[]): Promise<boolean> {
  const none = await session.list(contract, { q: "qxzjvkw7" });
  const some = await session.list(contract, { q: seller?.email ?? "" });
  return none.status === 200 && none.sellers.length === 0 && some.sellers.some(({ id }) => id === seller?.id);
}

async function isFiltered(session: BackendSession, contract: ListContract): Promise<boolean> {
  const [active, inactive] = [
    await session.list(contract, { status: "active", size: PAGE_SIZE }),
    await session.list(contract, { status: "inactive", size: PAGE_SIZE }),
  ];
  if (active.status !== 200 || inactive.status !== 200) return false;
  return (
    active.sellers.every(({ accountEnabled }) => accountEnabled) &&
    inactive.sellers.every(({ accountEnabled }) => !accountEnabled)
  );
}

/** @returns the order's description; undefined if the backend doesn't sort, or differs each time */
async function sorting(session: BackendSession, contract: ListContract): Promise<string | undefined> {
  const names = async (sort: "displayName" | "-displayName") =>
    (await session.list(contract, { sort, size: PAGE_SIZE })).sellers.map(({ displayName }) => displayName);
  const [up, again, down] = [await names("displayName"), await names("displayName"), await names("-displayName")];
  if (up.join("\n") !== again.join("\n") || (up.length > 1 && up[0] === down[0])) return undefined;
  const rises = (compare: (a: string, b: string) => number) =>
    up.every((name, at) => at === 0 || compare(up[at - 1] as string, name) <= 0);
  if (rises(collator.compare)) return "in Polish order";
  if (rises((a, b) => (a < b ? -1 : Number(a > b)))) return "by character codes: Ł stands after Z";
  return "in an order of its own";
}
