import { outlastsCall, type WriteLease } from "~/.server/backend/backend-call";
import type { AccessTokens } from "~/.server/backend/backend-client";
import {
  BackendError,
  isFailureInSession,
  isGatewayAnswer,
  isOutcomeUnknown,
  isRefusal,
} from "~/.server/backend/backend-error";
import { optional } from "~/.server/backend/optional";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { uniqueToken } from "~/.server/tokens";
import { type Alteration, alterationOf, type HistoryEntry, hasValuesAfter } from "~/domain/history-entry";
import { changedFields, editableOf } from "~/domain/merge-changes";
import { optionalFields, type SellerChange, type SellerRecord } from "~/domain/seller";
import { ifUnchanged, inSellerLease } from "./concurrent-writes.server";
import { findEntry, listEntries } from "./history-journal.server";
import { beginWrite, endWithoutAnswer, endWrite, failWrite, newEntry, type PendingWrite } from "./pending-write.server";
import { settleChangesUnderLease } from "./settle-writes.server";

export type Writer = {
  tokens: AccessTokens;
  by: HistoryEntry["by"];
  /** The lease of the job that writes: once it is lost, another process may do the job's work. */
  lease?: WriteLease;
};

/** Another process may write instead of this one, with history entries of the same ids. */
export function isTakenOver({ lease }: Writer): boolean {
  return lease !== undefined && !outlastsCall(lease);
}

export type WriteOptions = {
  /** The job that writes. After a lost response a job sends again; a page asks the person. */
  jobId?: string;
  /** Stored only if the write disables the account. */
  reason?: string;
  /** The id of the history entry that this write undoes. */
  undoes?: string;
  /**
   * The id of the history entry. A job sets it: an item that is written again, because its process
   * was killed, keeps its entry.
   */
  changeId?: string;
  /** An earlier write with this `changeId` may have reached the backend: the record shows it. */
  mayHaveBeenSent?: boolean;
};

export type Decision<Instead> =
  /** `replaces`: send the whole record (PUT), even if only the account's status differs. */
  { change: SellerChange; replaces?: boolean } | { instead: Instead };

export type WriteOutcome<Instead> =
  /** `answerLost`: the response was lost (504), but the record shows the change. */
  | { outcome: "saved"; record: SellerRecord; changeId: string; answerLost: boolean }
  /** The form's values are the record's. */
  | { outcome: "unchanged"; record: SellerRecord }
  /** `decide` refused, for instance because somebody has changed the same field. */
  | { outcome: "notSaved"; instead: Instead; record: SellerRecord }
  /** `isOwnWriteRunning`: this person has sent the form twice, and the first write still runs. */
  | { outcome: "refused"; error: BackendError; isOwnWriteRunning?: boolean }
  /** The response was lost. `isChecked`: the record was read, and doesn't show the change (yet). */
  | { outcome: "unknown"; isChecked: boolean };

/** A write without an id or a payload (docs/product.md §5). */
export class IncompleteRequest extends Error {
  constructor(readonly reason: "createWithoutPayload" | "updateWithoutId") {
    super(`Seller request refused: ${reason}`);
    this.name = "IncompleteRequest";
  }
}

type Decide<Instead> = (record: SellerRecord) => Decision<Instead> | Promise<Decision<Instead>>;

/** Bounds the rounds, because others may keep changing the record. */
const MAX_ROUNDS = 3;

/**
 * The one way to change a seller: reads it, lets `decide` make the change, and writes over that
 * version. If others change the record meanwhile, the next round decides again.
 */
export async function writeSeller<Instead = never>(
  writer: Writer,
  id: string,
  decide: Decide<Instead>,
  options: WriteOptions = {},
): Promise<WriteOutcome<Instead>> {
  if (!id) throw new IncompleteRequest("updateWithoutId");
  return new SellerWrite(writer, id, decide, { ...options, changeId: options.changeId ?? uniqueToken() }).run();
}

type Pending = PendingWrite<Alteration & { sellerId: string }>;

class SellerWrite<Instead> {
  /** An earlier write that may have succeeded (504): the next round's record shows it. */
  #unsettled: PendingWrite | undefined;
  /** The record from before the first of two calls, PUT and PATCH, for the entry's `before`. */
  #original: SellerChange | undefined;
  #roundsLeft = MAX_ROUNDS;

  constructor(
    private readonly writer: Writer,
    private readonly id: string,
    private readonly decide: Decide<Instead>,
    private readonly options: WriteOptions & { changeId: string },
  ) {}

  async run(): Promise<WriteOutcome<Instead>> {
    const entry = this.options.mayHaveBeenSent ? await findEntry(this.options.changeId) : undefined;
    this.#unsettled = entry && { entry, isStored: true };
    for (;;) {
      this.#roundsLeft -= 1;
      const origin = { jobId: this.options.jobId, mayHaveBeenSent: this.#unsettled !== undefined };
      const end = await inSellerLease(this.id, origin, (lease) => this.#round(lease));
      if (end === "busy") return this.#refuseAsBusy();
      if (end !== "again") return end;
    }
  }

  /** Answers as if the backend had answered 412, because somebody is changing the seller. */
  async #refuseAsBusy(): Promise<WriteOutcome<Instead>> {
    const latest = await optional(listEntries({ sellerId: this.id, limit: 1 }));
    const running = latest?.find(({ outcome, answerLost }) => outcome === "unknown" && !answerLost);
    const isOwnWriteRunning = running?.by.sub === this.writer.by.sub && running.jobId === undefined;
    return { outcome: "refused", error: new BackendError("sellers", "status", { status: 412 }), isOwnWriteRunning };
  }

  async #round(sellerLease?: WriteLease): Promise<WriteOutcome<Instead> | "again"> {
    const leases = [sellerLease, this.writer.lease].filter((lease) => lease !== undefined);
    const sellers = createSellersApi(this.writer.tokens, { leases });
    const record = await sellers.get(this.id);
    if (this.#unsettled && (await endIfMade(this.#unsettled, record))) return this.#savedWithoutAnswer(record);
    const decision = await this.decide(record);
    if ("instead" in decision) {
      await settleChangesUnderLease(record.seller);
      return { outcome: "notSaved", instead: decision.instead, record };
    }
    const [current, after] = [editableOf(record.seller), editableOf(decision.change)];
    if (changedFields(current, after).length === 0) {
      await settleChangesUnderLease(record.seller);
      return { outcome: "unchanged", record };
    }
    const pending = await this.#begin(current, after);
    try {
      const saved = await send(sellers, record, after, decision.replaces || pending.entry.action === "update");
      // A 200 with the old MPK: the record decides whether the change was made.
      if (isIgnored(current, after, saved)) return await this.#settleLostAnswer(sellers, pending);
      await endWrite(pending, saved);
      return { outcome: "saved", record: saved, changeId: this.options.changeId, answerLost: false };
    } catch (error) {
      if (isOutcomeUnknown(error)) return this.#afterLostAnswer(error, sellers, pending);
      // Another process has resumed the job, and the entry is that process's now.
      if (isTakenOver(this.writer)) throw error;
      return this.#afterFailure(error, sellers, pending);
    }
  }

  async #begin(current: SellerChange, after: SellerChange): Promise<Pending> {
    // The next holder's entry has the same id and must stay.
    if (isTakenOver(this.writer)) throw new BackendError("sellers", "abandoned");
    const before = this.#original ?? current;
    const reason = before.accountEnabled && !after.accountEnabled ? this.options.reason : undefined;
    const facts = { ...newEntry(this.writer.by, { ...this.options, reason }), sellerId: this.id };
    const sellerName = after.displayName || current.displayName;
    return beginWrite({ ...facts, sellerName, action: alterationOf(before, after), before, after });
  }

  async #afterLostAnswer(
    error: BackendError,
    sellers: SellersApi,
    pending: Pending,
  ): Promise<WriteOutcome<Instead> | "again"> {
    if (this.options.jobId && this.#roundsLeft > 0) return this.#settleInNextRound(pending, error.isHalfDone);
    const settled = await this.#settleLostAnswer(sellers, pending);
    if (settled.outcome === "unknown") throwIfGatewayError(error, this.options);
    return settled;
  }

  async #afterFailure(error: unknown, sellers: SellersApi, pending: Pending): Promise<WriteOutcome<Instead> | "again"> {
    // Some backends make the change and answer 500.
    if (isServerError(error)) {
      const record = await sellers.get(this.id).catch(() => undefined);
      if (record && (await endIfMade(pending, record))) return this.#savedWithoutAnswer(record);
    }
    const hasChangedMeanwhile = isLeaseLost(error) || (isRefusal(error) && error.status === 412);
    const isRepeated = hasChangedMeanwhile && this.#roundsLeft > 0;
    if (mayBeHalfDone(pending.entry, error)) {
      if (isRepeated) return this.#settleInNextRound(pending, true);
      // Only a new read shows how half a change ended, and the person needn't wait for the history.
      void this.#settleLostAnswer(sellers, pending).catch(() => undefined);
    } else {
      await failWrite(pending);
      if (isRepeated) return "again";
    }
    if (!isRefusal(error)) throw error;
    return { outcome: "refused", error };
  }

  #settleInNextRound(pending: Pending, isHalfDone: boolean): "again" {
    this.#unsettled = pending;
    if (isHalfDone) this.#original = pending.entry.before;
    return "again";
  }

  async #settleLostAnswer(sellers: SellersApi, pending: Pending): Promise<WriteOutcome<never>> {
    let isChecked = true;
    try {
      const record = await sellers.get(this.id);
      if (await endIfMade(pending, record)) return this.#savedWithoutAnswer(record);
    } catch (error) {
      if (this.options.jobId || !isFailureInSession(error)) throw error;
      isChecked = false;
    }
    await endWithoutAnswer(this.options.changeId, pending.isStored ? undefined : pending.entry);
    return { outcome: "unknown", isChecked };
  }

  /** The response was lost or had other values, but the record shows the change. */
  #savedWithoutAnswer(record: SellerRecord): WriteOutcome<never> {
    return { outcome: "saved", record, changeId: this.options.changeId, answerLost: true };
  }
}

function send(sellers: SellersApi, record: SellerRecord, after: SellerChange, whole: boolean): Promise<SellerRecord> {
  const { id } = record.seller;
  const { accountEnabled } = after;
  return ifUnchanged(sellers, record, (base) =>
    whole ? sellers.update(id, after, base) : sellers.patch(id, { accountEnabled }, base.etag),
  );
}

/** If the record has the values of a failed write, another write has set them. */
async function endIfMade(pending: PendingWrite, record: SellerRecord): Promise<boolean> {
  const { entry } = pending;
  if (entry.action === "create" || entry.outcome === "failed" || !hasValuesAfter(entry, record.seller)) return false;
  await endWrite(pending, record);
  return true;
}

/** Whether the record still has an old value. Letter case may be the backend's choice. */
function isIgnored(before: SellerChange, after: SellerChange, { seller }: SellerRecord): boolean {
  const saved = editableOf(seller);
  const folded = (value: string | boolean | undefined) => String(value ?? "").toLowerCase();
  return changedFields(before, after).some(
    (field) => saved[field] === before[field] && folded(before[field]) !== folded(after[field]),
  );
}

/** Clearing a first name may take two calls, PUT and PATCH; an unknown error may be of either. */
function mayBeHalfDone({ before, after }: Alteration, error: unknown): boolean {
  if (error instanceof BackendError) return error.isHalfDone;
  return optionalFields.some((field) => before[field] && !after[field]);
}

/** The write wasn't sent, because its process was paused for longer than the seller's lease. */
const isLeaseLost = (error: unknown) => error instanceof BackendError && error.kind === "abandoned";

/** Except 503: a backend that is unavailable hasn't begun. */
function isServerError(error: unknown): boolean {
  return error instanceof BackendError && error.kind === "status" && error.status >= 500 && error.status !== 503;
}

/** A page shows a gateway's own error as it is (docs/product.md §8). */
export function throwIfGatewayError(error: unknown, { jobId }: WriteOptions): void {
  if (!jobId && isGatewayAnswer(error)) throw error;
}
