import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError, isGatewayAnswer, isOutcomeUnknown } from "~/.server/backend/backend-error";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { uniqueToken } from "~/.server/unique-token";
import { changedFields, editableOf } from "~/domain/change";
import { alterationOf, type HistoryEntry, isInPlace } from "~/domain/history-entry";
import { IncompleteRequest } from "~/domain/incomplete-request";
import type { SellerChange, SellerRecord } from "~/domain/seller";
import { optionalFields } from "~/domain/seller-fields";
import { findEntry } from "./history-journal.server";
import { ifUnchanged } from "./if-unchanged.server";
import { beginWrite, endWrite, failWrite, loseWrite, newEntry, type PendingWrite } from "./pending-write.server";
import { inSellerLease } from "./seller-lease.server";

/** How often a write is tried when others change the record meanwhile or its response is lost. */
const MAX_ROUNDS = 3;

/** Statuses about what the person typed: the caller shows them (docs/product.md §8). */
const REFUSALS = new Set([400, 409, 412]);

export type Writer = {
  tokens: AccessTokens;
  by: HistoryEntry["by"];
  /** Called right before each write: a paused process may have lost its work to another one. */
  maySend?: () => boolean;
};

export type WriteNote = {
  jobId?: string;
  reason?: string;
  undoes?: string;
  /** The id of the history entry. A job sets it, so that a retried item keeps its entry. */
  changeId?: string;
  /** An earlier try with this `changeId` may have reached the backend. */
  isRetry?: boolean;
  /** A job sends again after a lost response, where a page asks the person. */
  resends?: boolean;
};

export type Decision<No> =
  /** `replaces`: send the whole record (PUT), even if only the account's status differs. */
  { change: SellerChange; replaces?: boolean } | { no: No };

export type WriteOutcome<No> =
  /** `lostAnswer`: the response was lost, but the record shows the change. */
  | { outcome: "saved"; record: SellerRecord; changeId: string; lostAnswer: boolean }
  | { outcome: "unchanged"; record: SellerRecord }
  | { outcome: "notSaved"; no: No; record: SellerRecord }
  | { outcome: "refused"; error: BackendError }
  /** The response was lost; `checked` says whether the record was read, and shows no change. */
  | { outcome: "unknown"; checked: boolean };

type Decide<No> = (record: SellerRecord) => Decision<No> | Promise<Decision<No>>;

/**
 * The one way to change a seller: reads it, lets `decide` make the change, and writes over that
 * version. If others change the record meanwhile, the next round decides again.
 */
export async function writeSeller<No = never>(
  writer: Writer,
  id: string,
  decide: Decide<No>,
  note: WriteNote = {},
): Promise<WriteOutcome<No>> {
  if (!id) throw new IncompleteRequest("updateWithoutId");
  const changeId = note.changeId ?? uniqueToken();
  const entry = note.isRetry ? await findEntry(changeId) : undefined;
  let left: LeftOver = { earlier: entry && { entry, isStored: true } };
  for (let round = 1; ; round += 1) {
    const isLast = round === MAX_ROUNDS;
    const end = await inSellerLease(id, note, (hasLease) =>
      writeOnce({ writer, id, decide, note: { ...note, changeId }, isLast, hasLease }, left),
    );
    if (end === "busy") {
      return { outcome: "refused", error: new BackendError("sellers", "status", { status: 412 }) };
    }
    if ("outcome" in end) return end;
    left = end.left;
  }
}

/** What a round of a write leaves to the next one. */
type LeftOver = {
  /** A write that may have been made: the record shows whether it was. */
  earlier?: PendingWrite;
  /** The entry's "before" once half of the change is made. */
  original?: SellerChange;
};

type Round<No> = {
  writer: Writer;
  id: string;
  decide: Decide<No>;
  note: WriteNote & { changeId: string };
  isLast: boolean;
  hasLease: () => boolean;
};

type RoundEnd<No> = WriteOutcome<No> | { left: LeftOver };

async function writeOnce<No>(round: Round<No>, left: LeftOver): Promise<RoundEnd<No>> {
  const { writer, id, decide, note, hasLease } = round;
  const isOwn = () => writer.maySend?.() ?? true;
  const sellers = createSellersApi(writer.tokens, { maySend: () => hasLease() && isOwn() });
  const record = await sellers.get(id);
  if (left.earlier && (await endIfInPlace(left.earlier, record))) return savedWithoutAnswer(record, note.changeId);
  const decision = await decide(record);
  if ("no" in decision) return { outcome: "notSaved", no: decision.no, record };
  const [current, after] = [editableOf(record.seller), editableOf(decision.change)];
  if (changedFields(current, after).length === 0) return { outcome: "unchanged", record };
  // The next holder's entry has the same id and must stay.
  if (!isOwn()) throw new BackendError("sellers", "abandoned");

  const before = left.original ?? current;
  const action = alterationOf(before, after);
  const named = { ...newEntry(writer.by, note), sellerId: id, sellerName: after.displayName || current.displayName };
  const pending = await beginWrite({ ...named, action, before, after });
  try {
    const saved = await send(sellers, record, after, decision.replaces || action === "update");
    if (isIgnored(current, after, saved)) return await settleLostAnswer(sellers, pending, note);
    await endWrite(pending, saved);
    return { outcome: "saved", record: saved, changeId: note.changeId, lostAnswer: false };
  } catch (error) {
    if (isOutcomeUnknown(error)) return afterLostAnswer(error, round, { sellers, pending, left });
    if (!isOwn()) throw error;
    return afterRefusal(error, round, { sellers, pending, left });
  }
}

type Sent = { sellers: SellersApi; pending: PendingWrite<Alteration>; left: LeftOver };

async function afterLostAnswer<No>(
  error: BackendError,
  { note, isLast }: Round<No>,
  { sellers, pending, left }: Sent,
): Promise<RoundEnd<No>> {
  if (note.resends && !isLast) {
    return { left: { earlier: pending, original: error.isHalfDone ? pending.entry.before : left.original } };
  }
  const settled = await settleLostAnswer(sellers, pending, note);
  if (settled.outcome === "unknown") throwGatewayError(error, note);
  return settled;
}

async function afterRefusal<No>(
  error: unknown,
  { id, note, isLast }: Round<No>,
  { sellers, pending, left }: Sent,
): Promise<RoundEnd<No>> {
  // Some backends make the change and answer 500.
  if (isServerError(error)) {
    const now = await sellers.get(id).catch(() => undefined);
    if (now && (await endIfInPlace(pending, now))) return savedWithoutAnswer(now, note.changeId);
  }
  const isHalfDone = mayBeHalfDone(pending.entry, error);
  if (!isHalfDone) await failWrite(pending);
  const isOvertaken = isLeaseLost(error) || (isRefusal(error) && error.status === 412);
  if (isOvertaken && !isLast) return { left: isHalfDone ? { earlier: pending, original: pending.entry.before } : left };
  // After half a change only the record, read later, tells how the write ended.
  if (isHalfDone) void settleLostAnswer(sellers, pending, note).catch(() => undefined);
  if (!isRefusal(error)) throw error;
  return { outcome: "refused", error };
}

/** The response was lost, or said something else, but the record shows the change. */
function savedWithoutAnswer(record: SellerRecord, changeId: string) {
  return { outcome: "saved", record, changeId, lostAnswer: true } as const;
}

/** The write wasn't sent, because its process was paused for longer than the seller's lease. */
const isLeaseLost = (error: unknown) => error instanceof BackendError && error.kind === "abandoned";

/** Whether the record still has an old value. Letter case may be the backend's choice. */
function isIgnored(before: SellerChange, after: SellerChange, { seller }: SellerRecord): boolean {
  const saved = editableOf(seller);
  const folded = (value: string | boolean | undefined) => String(value ?? "").toLowerCase();
  return changedFields(before, after).some(
    (field) => saved[field] === before[field] && folded(before[field]) !== folded(after[field]),
  );
}

/** Except 503: a backend that is unavailable hasn't begun. */
function isServerError(error: unknown): boolean {
  return error instanceof BackendError && error.kind === "status" && error.status >= 500 && error.status !== 503;
}

/** Whether the backend refused the typed values. A 422 counts if it names fields. */
export function isRefusal(error: unknown): error is BackendError {
  if (!(error instanceof BackendError) || error.kind !== "status") return false;
  return REFUSALS.has(error.status) || (error.status === 422 && Object.keys(error.problem?.errors ?? {}).length > 0);
}

/** Whether the backend failed to answer, rather than refused this person. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof BackendError && error.kind !== "unauthorized";
}

/** A page shows a gateway's own error as it is (docs/product.md §8). */
export function throwGatewayError(error: unknown, { resends }: WriteNote): void {
  if (!resends && isGatewayAnswer(error)) throw error;
}

function send(sellers: SellersApi, record: SellerRecord, after: SellerChange, whole: boolean): Promise<SellerRecord> {
  const { id } = record.seller;
  const { accountEnabled } = after;
  return ifUnchanged(sellers, record, (base) =>
    whole ? sellers.update(id, after, base) : sellers.patch(id, { accountEnabled }, base.etag),
  );
}

type Alteration = Exclude<HistoryEntry, { action: "create" }> & { sellerId: string };

async function settleLostAnswer(
  sellers: SellersApi,
  pending: PendingWrite<Alteration>,
  { resends }: WriteNote,
): Promise<WriteOutcome<never>> {
  const { entry } = pending;
  let checked = true;
  try {
    const record = await sellers.get(entry.sellerId);
    if (await endIfInPlace(pending, record)) return savedWithoutAnswer(record, entry.id);
  } catch (error) {
    if (!isUnavailable(error) || resends) throw error;
    checked = false;
  }
  await loseWrite(entry.id, pending.isStored ? undefined : entry);
  return { outcome: "unknown", checked };
}

async function endIfInPlace(pending: PendingWrite, record: SellerRecord): Promise<boolean> {
  const { entry } = pending;
  if (entry.action === "create" || entry.outcome === "failed" || !isInPlace(entry, record.seller)) return false;
  await endWrite(pending, record);
  return true;
}

/** Clearing a text may take two calls (`SellersApi.update`). */
function mayBeHalfDone({ before, after }: Alteration, error: unknown): boolean {
  if (error instanceof BackendError) return error.isHalfDone;
  return optionalFields.some((field) => before[field] && !after[field]);
}
