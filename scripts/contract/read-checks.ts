import { remedies } from "../../app/.server/backend/contract/contradictions";
import { sellerEndpoint, sellersEndpoint } from "../../app/.server/backend/contract/endpoints";
import type { ListContract } from "../../app/.server/backend/contract/list-contract";
import { isWeak } from "../../app/.server/backend/contract/seller-wire";
import { requiredFields, type Seller } from "../../app/domain/seller";
import type { BackendSession, Finding, JudgedList } from "./backend-session";
import { isFiltered, isSearched, NONSENSE } from "./detect-contract";
import { hasNextPage } from "./locate-list";
import { proveOrder } from "./prove-order";

/** As long as a page of the panel is by default. */
const PAGE_SIZE = 20;
/** The number of pages that are compared with each other. */
const MAX_PAGES = 10;
const APP_READS = "the panel reads the list, up to 20,000 sellers,";

/** Checks with reading calls alone whether a backend works as `contract` says. */
export async function checkReading(session: BackendSession, contract: ListContract): Promise<Finding[]> {
  const findings = new Findings();
  const first = await session.list(contract, { size: PAGE_SIZE });
  if (first.fault) findings.fatal("list", first.fault);
  else if (first.sellers.length === 0)
    findings.fatal("list", "no sellers came: try the token of a person who has some");
  if (findings.hasFatal) return findings.list;
  findings.add("list", true, `${first.sellers.length} sellers in the first response`, "");
  checkFields(findings, first);
  if (first.verdict?.kind === "everything") checkEverything(findings, contract, first);
  else await checkPages(findings, session, contract, first);
  await checkFilters(findings, session, contract);
  await checkSorting(findings, session, contract);
  await checkOneSeller(findings, session, String(first.sellers[0]?.id));
  await checkAccess(findings, session);
  return findings.list;
}

class Findings {
  readonly list: Finding[] = [];

  get hasFatal(): boolean {
    return this.list.some(({ isFatal }) => isFatal);
  }

  add(question: string, isMet: boolean, textIfMet: string, textIfNot: string): void {
    this.list.push({ question, isMet, text: isMet ? textIfMet : textIfNot });
  }

  fatal(question: string, text: string): void {
    this.list.push({ question, isMet: false, text, isFatal: true });
  }
}

/** Whether rows have the required fields beside the id. JSON:API has them within `attributes`. */
function checkFields(findings: Findings, { sellers }: JudgedList): void {
  const missing = requiredFields.filter((field) => sellers.every((seller) => !seller[field]));
  const text = `no row has ${missing.join(", ")} beside its id: the panel can't read other names, or fields within "attributes" (JSON:API)`;
  if (missing.length === requiredFields.length) findings.fatal("fields", text);
  else findings.add("fields", missing.length === 0, `${requiredFields.join(", ")} beside the id`, text);
}

function checkEverything(findings: Findings, { params }: ListContract, { reply, total }: JudgedList): void {
  if (total === undefined && hasNextPage(reply)) {
    findings.fatal(
      "pages",
      "it leads on with a link or cursor, which the panel can't follow: it needs a page's number or an offset",
    );
    return;
  }
  // All sellers came at once: right without a parameter for pages, which is ignored otherwise.
  findings.add("pages", params.page === "", "everything in one response, up to 20,000 sellers", remedies.everything);
}

async function checkPages(findings: Findings, session: BackendSession, contract: ListContract, first: JudgedList) {
  const { sellers, total = 0 } = first;
  findings.add("total", true, `${total}`, "");
  await checkSecondPage(findings, session, contract, { sellers, total });
  await checkAllPages(findings, session, contract);
  await checkLongestPage(findings, session, contract);
}

async function checkSecondPage(
  findings: Findings,
  session: BackendSession,
  contract: ListContract,
  { sellers, total }: { sellers: readonly Seller[]; total: number },
): Promise<void> {
  const question = "page 2";
  const second = await session.list(contract, { page: 2, size: PAGE_SIZE });
  const firstIds = new Set(sellers.map(({ id }) => id));
  const repeated = second.sellers.filter(({ id }) => firstIds.has(id)).length;
  // An order by name alone may repeat a few sellers of the same name: `checkAllPages` reports them.
  const isOther = second.sellers.length > 0 && repeated < second.sellers.length / 2;
  if (total <= sellers.length) {
    if (isOther)
      findings.fatal(question, "it holds further sellers, so that the total counts page 1: set SELLERS_TOTAL_KEY");
  } else if (second.fault) findings.fatal(question, second.fault);
  else if (isOther) findings.add(question, true, "other sellers than page 1", "");
  else {
    const value = contract.paging === "offset" ? "offset" : "page's number";
    const text = `${repeated} of its ${second.sellers.length} sellers are on page 1, too: the ${value} has no effect, so set SELLERS_PARAMS=page=NAME`;
    findings.fatal(question, text);
  }
}

async function checkAllPages(findings: Findings, session: BackendSession, contract: ListContract): Promise<void> {
  const question = "each seller once";
  const seen = new Set<string>();
  let rows = 0;
  let total = Number.POSITIVE_INFINITY;
  let pages = 0;
  while (pages < MAX_PAGES && rows < total) {
    pages += 1;
    const list = await session.list(contract, { page: pages, size: PAGE_SIZE });
    if (list.fault) return findings.fatal(question, `page ${pages}: ${list.fault}`);
    for (const { id } of list.sellers) seen.add(id);
    rows += list.sellers.length;
    total = list.total ?? rows;
    if (list.sellers.length === 0) break;
  }
  const repeated = rows - seen.size;
  const isShort = pages < MAX_PAGES && rows < total;
  const text =
    repeated > 0 ? `${repeated} of ${rows} sellers came twice` : `${rows} sellers came, ${total} were counted`;
  findings.add(
    question,
    repeated === 0 && !isShort,
    `${rows} sellers on ${pages} pages`,
    `${text}: exports miss sellers, and say so. The order needs a last key that differs, such as the id`,
  );
}

async function checkLongestPage(findings: Findings, session: BackendSession, contract: ListContract): Promise<void> {
  const question = `pages of ${contract.maxPageSize}`;
  if (contract.params.pageSize === "") {
    return findings.add(question, false, "", `${APP_READS} and cuts its pages anew`);
  }
  const { fault, sellers } = await session.list(contract, { size: contract.maxPageSize });
  if (fault) findings.fatal(question, fault);
  else findings.add(question, true, `${sellers.length} rows`, "");
}

async function checkFilters(findings: Findings, session: BackendSession, contract: ListContract): Promise<void> {
  const { params } = contract;
  const filters = [
    { question: "search", name: params.search, works: isSearched, request: { q: NONSENSE }, app: "searches it" },
    {
      question: "filter by status",
      name: params.accountEnabled,
      works: isFiltered,
      request: { status: "inactive" as const },
      app: "filters it",
    },
  ];
  for (const { question, name, works, request, app } of filters) {
    const isAsked = params.page !== "" && name !== "";
    const { fault } = isAsked ? await session.list(contract, request) : {};
    if (fault) findings.fatal(question, fault);
    else findings.add(question, isAsked && (await works(session, contract)), `by ${name}`, `${APP_READS} and ${app}`);
  }
}

async function checkSorting(findings: Findings, session: BackendSession, contract: ListContract): Promise<void> {
  const question = "sorting";
  if (!contract.params.page || !contract.params.sort) {
    return findings.add(question, false, "", `${APP_READS} and sorts it in Polish order`);
  }
  const { order, fault } = await proveOrder(session, contract);
  if (fault) return findings.fatal(question, fault);
  const instead = "ascending and descending don't turn the list round: set SELLERS_SORT, or SELLERS_SORT=none";
  findings.add(question, order !== undefined, `${order}`, instead);
}

async function checkOneSeller(findings: Findings, session: BackendSession, id: string): Promise<void> {
  const reply = await session.call(sellerEndpoint(id), { headers: { "Accept-Encoding": "identity" } });
  if (reply.status !== 200) {
    return findings.fatal("one seller", `${sellerEndpoint("ID")} answers ${reply.status}: no seller can be opened`);
  }
  findings.add("one seller", true, "", "");
  const tag = reply.headers.get("ETag");
  findings.add(
    "ETag",
    tag !== null && !isWeak(tag),
    `${tag}`,
    `${tag === null ? "" : `${tag} is weak: `}the panel reads a seller again before it writes, and compares`,
  );
}

async function checkAccess(findings: Findings, session: BackendSession): Promise<void> {
  const missing = await session.call(sellerEndpoint("00000000-no-such-seller"));
  findings.add(
    "404 for an unknown seller",
    missing.status === 404,
    "",
    `answers ${missing.status}: people see that error instead`,
  );
  const anonymous = await session.call(sellersEndpoint, { token: "" });
  findings.add(
    "401 without a token",
    anonymous.status === 401,
    "",
    `answers ${anonymous.status}: the panel renews a session only after a 401`,
  );
  const times = session.times.toSorted((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  findings.add(
    "time per call",
    median < 1_000,
    `${Math.round(median)} ms, at most ${Math.round(times.at(-1) ?? 0)} ms`,
    `${Math.round(median)} ms: each page of the panel waits for that`,
  );
}
