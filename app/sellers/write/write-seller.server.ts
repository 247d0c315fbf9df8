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
  /** The lease of the job that writes. */
  lease?: WriteLease;
};

/**
 * Whether the job's lease is lost or about to end. Another process may then resume the job and use
 * a history entry of the same id, so this process must change neither the seller nor the entry.
 */
export function isTakenOver({ lease }: Writer): boolean {
  return lease !== undefined && !outlastsCall(lease);
}

export type WriteOptions = Pick<HistoryEntry, "jobId" | "reason" | "undoes"> & {
  /** The id of the history entry. A job sets it, so that a retry after a crash reuses the entry. */
  changeId?: string;
  /** An earlier request with this `changeId` may have made the change: check the record first. */
  mayHaveBeenSent?: boolean;
};

/** Without `usesPut` a change of the account's status alone is sent as a PATCH. */
export type Decision<Instead> = { change: SellerChange; usesPut?: boolean } | { instead: Instead };

export type WriteOutcome<Instead> =
  /** `answerLost`: the response was lost or an error, but the record shows the change. */
  | { outcome: "saved"; record: SellerRecord; changeId: string; answerLost: boolean }
  | { outcome: "unchanged"; record: SellerRecord }
  /** `decide` refused, for example because a colleague has changed the same field. */
  | { outcome: "notSaved"; instead: Instead; record: SellerRecord }
  /** `isOwnWriteRunning`: the person sent the form twice, and the first write is still running. */
  | { outcome: "refused"; error: BackendError; isOwnWriteRunning?: boolean }
  /** The response was lost. `isChecked`: the record was read and doesn't show the change (yet). */
  | { outcome: "unknown"; isChecked: boolean };

export class IncompleteRequest extends Error {
  constructor(readonly reason: "createWithoutPayload" | "updateWithoutId") {
    super(`Seller request refused: ${reason}`);
    this.name = "IncompleteRequest";
  }
}

type Decide<Instead> = (record: SellerRecord) => Decision<Instead> | Promise<Decision<Instead>>;

const MAX_ROUNDS = 3;

/** The one way to change a seller. */
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

/**
 * Each round reads the record, lets `decide` make the change, and writes it. After that write:
 * - 412, or the seller's lease has ended: the next round decides again.
 * - The response was lost: a job's next round, or for a person a new read, shows the outcome.
 * - 500: a new read shows the outcome, because some backends make the change and still answer 500.
 * In the last round a 412 is `refused`, and after a lost response a job reads the record, too.
 */
class SellerWrite<Instead> {
  /** A write whose outcome is unknown: the next round's record shows whether it was made. */
  #unsettled: PendingWrite | undefined;
  /** The record before a half-done write (PUT made, PATCH failed), for the entry's `before`. */
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
      const leaseOptions = { jobId: this.options.jobId, mayHaveBeenSent: this.#unsettled !== undefined };
      const end = await inSellerLease(this.id, leaseOptions, (lease) => this.#round(lease));
      if (end === "busy") return this.#refuseAsBusy();
      if (end !== "again") return end;
    }
  }

  /** Another write has the seller's lease. The person sees the same as after the backend's 412. */
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
      const saved = await send(sellers, record, after, decision.usesPut || pending.entry.action === "update");
      // A backend may answer 200 with the old MPK. A new read shows whether it made the change.
      if (isIgnored(current, after, saved)) return await this.#settleLostAnswer(sellers, pending);
      await endWrite(pending, saved);
      return { outcome: "saved", record: saved, changeId: this.options.changeId, answerLost: false };
    } catch (error) {
      if (isOutcomeUnknown(error)) return this.#afterLostAnswer(error, sellers, pending);
      if (isTakenOver(this.writer)) throw error;
      return this.#afterFailure(error, sellers, pending);
    }
  }

  async #begin(current: SellerChange, after: SellerChange): Promise<Pending> {
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
    if (isServerError(error)) {
      const record = await sellers.get(this.id).catch(() => undefined);
      if (record && (await endIfMade(pending, record))) return this.#savedWithoutAnswer(record);
    }
    const hasChangedMeanwhile = isLeaseLost(error) || (isRefusal(error) && error.status === 412);
    const isRepeated = hasChangedMeanwhile && this.#roundsLeft > 0;
    if (mayBeHalfDone(pending.entry, error)) {
      if (isRepeated) return this.#settleInNextRound(pending, true);
      // A new read shows the outcome for the history, and the person needn't wait for it.
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

  #savedWithoutAnswer(record: SellerRecord): WriteOutcome<never> {
    return { outcome: "saved", record, changeId: this.options.changeId, answerLost: true };
  }
}

function send(sellers: SellersApi, record: SellerRecord, after: SellerChange, usesPut: boolean): Promise<SellerRecord> {
  const { id } = record.seller;
  const { accountEnabled } = after;
  return ifUnchanged(sellers, record, (base) =>
    usesPut ? sellers.update(id, after, base) : sellers.patch(id, { accountEnabled }, base.etag),
  );
}

async function endIfMade(pending: PendingWrite, record: SellerRecord): Promise<boolean> {
  const { entry } = pending;
  // A failed write wasn't made: if the record has its values, a colleague has set them.
  if (entry.action === "create" || entry.outcome === "failed" || !hasValuesAfter(entry, record.seller)) return false;
  await endWrite(pending, record);
  return true;
}

/** Whether the backend kept an old value. `Jan@x.pl` in place of `jan@x.pl` counts as saved. */
function isIgnored(before: SellerChange, after: SellerChange, { seller }: SellerRecord): boolean {
  const saved = editableOf(seller);
  const folded = (value: string | boolean | undefined) => String(value ?? "").toLowerCase();
  return changedFields(before, after).some(
    (field) => saved[field] === before[field] && folded(before[field]) !== folded(after[field]),
  );
}

/**
 * Clearing a first name may take a PUT and a PATCH. A BackendError says whether the PUT was made;
 * after another error a write that clears a field may be half done.
 */
function mayBeHalfDone({ before, after }: Alteration, error: unknown): boolean {
  if (error instanceof BackendError) return error.isHalfDone;
  return optionalFields.some((field) => before[field] && !after[field]);
}

/** The write wasn't sent: the process was paused, and the seller's lease ended meanwhile. */
const isLeaseLost = (error: unknown) => error instanceof BackendError && error.kind === "abandoned";

/** 503 doesn't count: an unavailable backend hasn't started the write. */
function isServerError(error: unknown): boolean {
  return error instanceof BackendError && error.kind === "status" && error.status >= 500 && error.status !== 503;
}

/** A gateway's 502 or 504 is an error page for a person (docs/product.md §8), but not for a job. */
export function throwIfGatewayError(error: unknown, { jobId }: WriteOptions): void {
  if (!jobId && isGatewayAnswer(error)) throw error;
}
