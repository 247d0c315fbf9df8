import type { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { DatabaseUnavailable } from "~/.server/db/database";
import { runInNewScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { SessionOver } from "~/auth/session/access-tokens.server";
import type { SellerRecord } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import { loseWrite } from "~/sellers/write/pending-write.server";
import { type Decision, type WriteOptions, type Writer, writeSeller } from "~/sellers/write/write-seller.server";
import { statusChangeIdOf } from "./item-store.server";
import type { ItemCounts, ItemOutcome, ItemReason, Unavailable } from "./job";
import { recordedOutcome } from "./settle-items.server";

type SellerName = Pick<ItemOutcome, "sellerId" | "name">;

export type ItemContext<Params> = {
  writer: Writer;
  options: WriteOptions & { changeId: string };
  params: Params;
  /** Names the item's seller for an outcome that `run` can't return because it throws. */
  setSeller(seller: SellerName): void;
};

/** `total`: also counts the items that were skipped, failed or not reached. */
export type DoneItems = Pick<ItemCounts, "done" | "added"> & { total: number };

export type JobKind<Item, Params> = {
  item: z.ZodType<Item>;
  params: z.ZodType<Params>;
  title(t: Translate, params: Params): string;
  /** Says what the job did to its done items, of which there is at least one. */
  doneText(t: Translate, params: Params, counts: DoneItems): string;
  reasonOf?(params: Params): string | undefined;
  /** What an item shows before it has an outcome; `line`: of the imported file. */
  describe(item: Item): { name?: string; sellerId?: string; line?: number };
  /** Adapts an item for the job that retries it, if that job needs to know its outcome. */
  adaptForRetry?(item: Item, outcome: ItemOutcome): Item;
  /** Must be safe to repeat: an item runs again if its process died. @throws BackendError */
  run(item: Item, context: ItemContext<Params>): Promise<ItemOutcome>;
};

export type AnyKind = JobKind<unknown, unknown>;

/** Describes a stored item. @returns nothing about an item of another release's shape */
export function describeStored(kind: AnyKind, item: unknown): ReturnType<AnyKind["describe"]> {
  const read = kind.item.safeParse(item);
  return read.success ? kind.describe(read.data) : {};
}

/** Adapts a stored item for a retry. An item of another release's shape stays as it is. */
export function adaptStored(kind: AnyKind, item: unknown, outcome: ItemOutcome): unknown {
  const read = kind.item.safeParse(item);
  return read.success && kind.adaptForRetry ? kind.adaptForRetry(read.data, outcome) : item;
}

/**
 * The reason why a job can't go on with any item. `interrupted`: this process lost the lease or the
 * database, and the next holder of the lease goes on.
 */
export type Halt = { halt: "signedOut" } | { halt: "interrupted" } | UnavailableHalt;
/** `retryAfter`: in seconds. */
export type UnavailableHalt = { halt: Unavailable; retryAfter?: number };

type StoredItemContext = Omit<ItemContext<unknown>, "setSeller">;

export function runItem(kind: AnyKind, item: unknown, context: StoredItemContext): Promise<ItemOutcome | Halt> {
  return runInNewScope(async () => {
    const outcome = await attemptItem(kind, item, context);
    // Without this mark the history would show the write as in flight while the job runs.
    if (!("halt" in outcome) && outcome.result === "unknown") {
      const { changeId } = context.options;
      for (const id of [changeId, statusChangeIdOf(changeId)]) await loseWrite(id);
    }
    return outcome;
  });
}

async function attemptItem(kind: AnyKind, item: unknown, context: StoredItemContext): Promise<ItemOutcome | Halt> {
  const { options } = context;
  const read = kind.item.safeParse(item);
  // An earlier run of this job, by a release that could read the item, may have sent it.
  if (!read.success) return { result: options.isRerun ? "unknown" : "failed", reason: "unreadable" };
  let seller: SellerName = kind.describe(read.data);
  const setSeller = (named: SellerName) => {
    seller = named;
  };
  try {
    return await kind.run(read.data, { ...context, setSeller });
  } catch (error) {
    const halt = haltOf(error);
    if (halt) return halt;
    if (error instanceof BackendError) {
      const outcome = (await outcomeInHistory(options.changeId, read.data)) ?? outcomeOf(error);
      return "halt" in outcome ? outcome : { ...seller, ...outcome };
    }
    log().error({ err: error, jobId: options.jobId }, "an item of a job failed");
    return { ...seller, result: "failed", reason: "fault" };
  }
}

type Decide = (record: SellerRecord) => Decision<ItemOutcome> | Promise<Decision<ItemOutcome>>;

/** Changes an item's seller. @throws BackendError for a refusal, which `runItem` catches */
export async function writeItem(
  sellerId: string,
  { writer, options, setSeller }: ItemContext<unknown>,
  more: Pick<WriteOptions, "reason" | "undoes">,
  decide: Decide,
): Promise<ItemOutcome> {
  let seller: SellerName = { sellerId };
  const decideNamed: Decide = (record) => {
    seller = nameOf(record);
    setSeller(seller);
    return decide(record);
  };
  const written = await writeSeller(writer, sellerId, decideNamed, { ...options, ...more });
  switch (written.outcome) {
    case "saved":
      return { result: "done", ...nameOf(written.record) };
    case "unchanged":
      return { result: "skipped", reason: "same", ...nameOf(written.record) };
    case "notSaved":
      return { ...seller, ...written.instead };
    case "refused":
      throw written.error;
    case "unknown":
      return { result: "unknown", reason: "lostAnswer", ...seller };
  }
}

function nameOf({ seller }: SellerRecord): SellerName {
  return { sellerId: seller.id, name: seller.displayName };
}

/** @returns a halt for a failure that all further items would meet, so that it fails no item */
function haltOf(error: unknown): Halt | undefined {
  if (error instanceof SessionOver) return { halt: "signedOut" };
  if (error instanceof DatabaseUnavailable) return { halt: "interrupted" };
  if (error instanceof ProviderUnavailable) return { halt: "signInUnavailable" };
  if (!(error instanceof BackendError)) return undefined;
  const { kind, status, retryAfter } = error;
  if (kind === "unauthorized") return { halt: "signedOut" };
  if (kind === "abandoned") return { halt: "interrupted" };
  const isNotSent = kind === "unreachable" || kind === "busy" || kind === "circuitOpen";
  const isSystemUnavailable = kind === "status" && (status === 429 || status === 503);
  return isNotSent || isSystemUnavailable ? { halt: "unavailable", retryAfter } : undefined;
}

/** @returns undefined unless the history says that an earlier call succeeded or may have */
async function outcomeInHistory(changeId: string, item: unknown): Promise<ItemOutcome | Halt | undefined> {
  try {
    return await recordedOutcome(changeId, item);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { halt: "interrupted" };
    throw error;
  }
}

const REASONS: Record<number, ItemReason> = {
  403: "forbidden",
  404: "gone",
  410: "gone",
  409: "taken",
  412: "changing",
};

function outcomeOf({ kind, status, problem }: BackendError): ItemOutcome {
  if (kind === "outcomeUnknown") return { result: "unknown", reason: "lostAnswer" };
  const detail = problemText(problem);
  return { result: "failed", reason: reasonOf(kind, status), ...(detail ? { detail } : {}) };
}

function reasonOf(kind: BackendError["kind"], status: number): ItemReason {
  switch (kind) {
    case "timeout":
      return "timeout";
    case "status":
      return REASONS[status] ?? (status >= 500 ? "badAnswer" : "refused");
    case "badBody":
    case "tooLarge":
    case "redirect":
      return "badAnswer";
    default:
      return "fault";
  }
}
