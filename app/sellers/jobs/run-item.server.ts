import { BackendError } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/problem-details";
import { inNewScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { StoreUnavailable } from "~/.server/store/open-store";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { SessionOver } from "~/auth/session/access-tokens.server";
import type { SellerRecord } from "~/domain/seller";
import { findEntry } from "~/sellers/write/history-journal.server";
import type { Written } from "~/sellers/write/write-seller.server";
import { loseWrite } from "~/sellers/write/written-down.server";
import type { ItemOutcome, ItemReason, Unavailable } from "./job";
import type { ItemContext, JobKind } from "./job-kind.server";

/**
 * Why a job can't go on with any item: its session is over, a system is away (and may have said for how many seconds), or this process has
 * to stop.
 */
type Halt = { halt: "signedOut" | Unavailable | "interrupted"; retryAfter?: number };

/** Runs one item in a scope of its own. What stands in the way of all items isn't this one's failure. */
export async function runItem(
  kind: JobKind<unknown, unknown>,
  item: unknown,
  given: Omit<ItemContext<unknown>, "isAbout">,
): Promise<ItemOutcome | Halt> {
  return inNewScope(async () => {
    const ended = await attemptItem(kind, item, given);
    if (!("halt" in ended) && ended.result === "unknown") await loseWrite(given.note.changeId);
    return ended;
  });
}

async function attemptItem(
  kind: JobKind<unknown, unknown>,
  item: unknown,
  given: Omit<ItemContext<unknown>, "isAbout">,
): Promise<ItemOutcome | Halt> {
  const read = kind.item.safeParse(item);
  // Another release wrote it, or its chunk can't be opened any more; a process that knew it may have tried it.
  if (!read.success) return { result: given.note.again ? "unknown" : "failed", reason: "unreadable" };
  let about = kind.describe(read.data);
  const isAbout = (seller: typeof about) => {
    about = seller;
  };
  const context = { ...given, isAbout };
  try {
    return await kind.run(read.data, context);
  } catch (error) {
    const halt = haltOf(error);
    if (halt) return halt;
    if (error instanceof BackendError) return { ...about, ...((await soFar(given.note.changeId)) ?? outcomeOf(error)) };
    log().error({ err: error, jobId: given.note.jobId }, "an item of a job failed");
    return { ...about, result: "failed", reason: "fault" };
  }
}

/**
 * The outcome of an item, from how its write ended. A write whose outcome is unknown isn't repeated any more.
 * @param named the seller that the outcome names where there is no record to name
 * @throws BackendError for a refusal, of which `runItem` says why
 */
export function endOfWrite(
  written: Written<ItemOutcome>,
  changeId: string,
  named: Pick<ItemOutcome, "sellerId" | "name">,
): ItemOutcome {
  switch (written.outcome) {
    case "saved":
      return { result: "done", changeId, ...nameOf(written.record) };
    case "unchanged":
      return { result: "skipped", reason: "same", ...nameOf(written.record) };
    case "notSaved":
      return { ...named, ...written.no };
    case "refused":
      throw written.error;
    case "unknown":
      return { result: "unknown", reason: "lostAnswer", ...named };
  }
}

function nameOf({ seller }: SellerRecord): Pick<ItemOutcome, "sellerId" | "name"> {
  return { sellerId: seller.id, name: seller.displayName };
}

function haltOf(error: unknown): Halt | undefined {
  if (error instanceof SessionOver) return { halt: "signedOut" };
  if (error instanceof StoreUnavailable) return { halt: "interrupted" };
  if (error instanceof ProviderUnavailable) return { halt: "signInUnavailable" };
  if (!(error instanceof BackendError)) return undefined;
  if (error.kind === "unauthorized") return { halt: "signedOut" };
  // Nothing was sent, or it was turned away before it ran.
  const away = error.kind === "unreachable" || error.kind === "busy" || error.kind === "circuitOpen";
  return away || (error.kind === "status" && (error.status === 429 || error.status === 503))
    ? { halt: "unavailable", retryAfter: error.retryAfter }
    : undefined;
}

/**
 * What an item has done, or may have, before it failed: a write whose answer was lost, with a record that couldn't be had afterwards, or an
 * addition whose account then couldn't be set. Absent where nothing came of it.
 */
async function soFar(changeId: string): Promise<ItemOutcome | Halt | undefined> {
  try {
    const entry = await findEntry(changeId);
    if (entry?.outcome === "unknown") return { result: "unknown", reason: "lostAnswer" };
    if (entry?.outcome !== "done") return undefined;
    if (entry.action !== "create") return { result: "done", changeId };
    return { result: "failed", reason: "addedOnly", sellerId: entry.sellerId };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { halt: "interrupted" };
    throw error;
  }
}

const REASONS: Record<number, ItemReason> = {
  403: "forbidden",
  404: "gone",
  410: "gone",
  409: "taken",
  412: "changing",
  503: "unreachable",
};

/** The failure of one item, in the end. */
function outcomeOf({ kind, status, problem }: BackendError): ItemOutcome {
  if (kind === "outcomeUnknown") return { result: "unknown", reason: "lostAnswer" };
  const detail = problemText(problem);
  return { result: "failed", reason: reasonOf(kind, status), ...(detail ? { detail } : {}) };
}

/** Whose fault it was: only a 4xx turns a change away. */
function reasonOf(kind: BackendError["kind"], status: number): ItemReason {
  switch (kind) {
    case "timeout":
      return "timeout";
    case "status":
      return REASONS[status] ?? (status >= 500 ? "badAnswer" : "refused");
    case "badBody":
    case "tooLarge":
    case "notPaged":
    case "redirect":
      return "badAnswer";
    default:
      return "fault";
  }
}
