import { BackendError } from "~/.server/backend/backend-error";
import { problemText } from "~/.server/backend/contract/problem-details";
import { DatabaseUnavailable } from "~/.server/db/database";
import { runInNewScope } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { SessionOver } from "~/auth/session/access-tokens.server";
import { endWithoutAnswer } from "~/sellers/write/pending-write.server";
import type { Writer } from "~/sellers/write/write-seller.server";
import { statusChangeIdOf } from "./item-store.server";
import type { AnyKind } from "./item-task.server";
import { type ItemOptions, ItemWrite } from "./item-write.server";
import type { ItemOutcome, ItemReason, UnavailableSystem } from "./job";
import { recordedOutcome } from "./settle-items.server";

/** Why the job can't write any further item at the moment. */
export type Halt =
  /** The session ended, or the backend returned 401. */
  | { halt: "signedOut" }
  /** The database is unavailable, or another process took over the job's lease. */
  | { halt: "interrupted" }
  | UnavailableHalt;
/** A 429, a 503 or no connection: the job retries later. `retryAfter`: in seconds. */
export type UnavailableHalt = { halt: UnavailableSystem; retryAfter?: number };

type ItemContext = { writer: Writer; options: ItemOptions; params: unknown };

export function runItem(kind: AnyKind, item: unknown, context: ItemContext): Promise<ItemOutcome | Halt> {
  return runInNewScope(async () => {
    const outcome = await attemptItem(kind, item, context);
    // Without `endWithoutAnswer` the history would show the write as in flight while the job runs.
    if (!("halt" in outcome) && outcome.result === "unknown") {
      const { changeId } = context.options;
      for (const id of [changeId, statusChangeIdOf(changeId)]) await endWithoutAnswer(id);
    }
    return outcome;
  });
}

async function attemptItem(
  kind: AnyKind,
  item: unknown,
  { writer, options, params }: ItemContext,
): Promise<ItemOutcome | Halt> {
  const parsed = kind.item.safeParse(item);
  // "unknown": an earlier run, by a release that could read the item, may have sent the item.
  if (!parsed.success) return { result: options.mayHaveBeenSent ? "unknown" : "failed", reason: "unreadable" };
  const write = new ItemWrite(kind.describe(parsed.data), writer, options);
  try {
    return await write.run(kind.taskOf(parsed.data, params));
  } catch (error) {
    const halt = haltOf(error);
    if (halt) return halt;
    if (error instanceof BackendError) {
      const outcome = (await outcomeInHistory(options.changeId, parsed.data)) ?? outcomeOf(error);
      return "halt" in outcome ? outcome : { ...write.seller, ...outcome };
    }
    log().error({ err: error, jobId: options.jobId }, "an item of a job failed");
    return { ...write.seller, result: "failed", reason: "fault" };
  }
}

/** @returns undefined for a failure of this item alone, such as 404 or 422 */
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

/** An item may be saved although its last request failed: for example a 504 (saved), then a 403. */
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
