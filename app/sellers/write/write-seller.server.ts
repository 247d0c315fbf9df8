import type { AccessTokens } from "~/.server/backend/backend-client";
import { BackendError, isGatewaysWord, isOutcomeUnknown } from "~/.server/backend/backend-error";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { changedFields, editableOf } from "~/domain/change";
import { alterationOf, type HistoryEntry, isInPlace } from "~/domain/history-entry";
import { IncompleteRequest } from "~/domain/incomplete-request";
import type { SellerChange, SellerRecord } from "~/domain/seller";
import { findEntry, newEntryId } from "./history-journal.server";
import { beginWrite, endWrite, failWrite, loseWrite, newEntry } from "./written-down.server";

/** How often a record that changes between our reading and our writing, or a write whose answer was lost, is tried. */
const MAX_ROUNDS = 3;

/** Statuses that are about what the person typed, and so the caller's to tell (docs/product.md §8). */
const REFUSALS = new Set([400, 409, 412]);

/** On whose behalf a seller is written: the context of a page is one, and a job makes its own. */
export type Writer = {
  tokens: AccessTokens;
  by: HistoryEntry["by"];
};

/** What is known of a write beyond the change itself. */
export type WriteNote = {
  jobId?: string;
  /** Why an account is disabled (`disableReason`). */
  reason?: string;
  /** The history's entry that this write takes back. */
  undoes?: string;
  /** Given by a job, so that an item which is tried again after a crash has one entry. */
  changeId?: string;
  /** An earlier try under this `changeId` may have reached the backend. */
  again?: boolean;
  /**
   * For jobs: after a lost answer the write is sent again unless the record shows it, and throws if the record can't be had. A page
   * asks the person instead.
   */
  resends?: boolean;
};

/** What is to become of a record: the whole of its editable part, or a reason to leave it. */
export type Decision<No> =
  /** `replaces`: sent as a whole (PUT) even when only the account's state differs, which else is a PATCH. */
  { change: SellerChange; replaces?: boolean } | { no: No };

/** How a write ended; whatever isn't named here was thrown. */
export type Written<No> =
  /** `lostAnswer`: no answer came, but the record shows the change. `changeId`: by which it can be taken back. */
  | { outcome: "saved"; record: SellerRecord; changeId: string; lostAnswer: boolean }
  /** It is already as decided; nothing was sent. */
  | { outcome: "unchanged"; record: SellerRecord }
  | { outcome: "notSaved"; no: No; record: SellerRecord }
  /** By the backend: 400, 409, or 412 as often as it was tried. */
  | { outcome: "refused"; error: BackendError }
  /** The answer was lost and the record doesn't show it; `checked` is false when the record can't be had. */
  | { outcome: "unknown"; checked: boolean };

/**
 * The one way to change a seller: reads the record, lets `decide` make the change, and writes it over that very version
 * (If-Match, or the record just read where a backend has no versions). Somebody else's change in between is read
 * and decided upon again. The history's entry is written down before the write is sent and ended when its outcome is known,
 * which after a lost answer is what the record shows.
 * @param decide is asked once for each reading of the record
 * @throws IncompleteRequest without an id (docs/product.md §5); BackendError for what is neither refused nor unknown;
 * SessionOver, ProviderUnavailable
 */
export async function writeSeller<No = never>(
  writer: Writer,
  id: string,
  decide: (record: SellerRecord) => Decision<No> | Promise<Decision<No>>,
  note: WriteNote = {},
): Promise<Written<No>> {
  if (!id) throw new IncompleteRequest("updateWithoutId");
  const sellers = createSellersApi(writer.tokens);
  const changeId = note.changeId ?? newEntryId();
  let earlier = note.again ? await findEntry(changeId) : undefined;
  /** The history's "before", once half of the change was made: the record no longer shows it. */
  let original: SellerChange | undefined;
  for (let round = 1; ; round += 1) {
    const record = await sellers.get(id);
    if (earlier && (await wasHeard(earlier, record))) return { outcome: "saved", record, changeId, lostAnswer: true };
    const decision = await decide(record);
    if ("no" in decision) return { outcome: "notSaved", no: decision.no, record };
    const [before, after] = [editableOf(record.seller), editableOf(decision.change)];
    if (changedFields(before, after).length === 0) return { outcome: "unchanged", record };

    const sellerName = after.displayName || before.displayName;
    const action = alterationOf(original ?? before, after);
    const named = { ...newEntry(writer.by, { ...note, changeId }), sellerId: id, sellerName };
    const entry = await beginWrite({ ...named, action, before: original ?? before, after });
    try {
      const written = await send(sellers, record, after, decision.replaces || action === "update");
      await endWrite(entry, written);
      return { outcome: "saved", record: written, changeId, lostAnswer: false };
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        if (!note.resends || round === MAX_ROUNDS)
          return tellLostAnswer(error, await settleLostAnswer(sellers, entry, note), note);
        earlier = entry;
        if (error.isHalfDone) original = entry.before;
        continue;
      }
      const isOvertaken = isRefusal(error) && error.status === 412 && round < MAX_ROUNDS;
      // After half a change the record decides how the entry ends: in the next round, or beside the answer that is given now.
      if (!mayBeHalfDone(entry, error)) await failWrite(entry);
      else if (isOvertaken) [earlier, original] = [entry, entry.before];
      else void settleLostAnswer(sellers, entry, note).catch(() => undefined);
      if (isOvertaken) continue;
      if (!isRefusal(error)) throw error;
      return { outcome: "refused", error };
    }
  }
}

/** Whether the backend says no to what was typed, which is the caller's to tell; by 422 only where it names fields. */
export function isRefusal(error: unknown): error is BackendError {
  if (!(error instanceof BackendError) || error.kind !== "status") return false;
  return REFUSALS.has(error.status) || (error.status === 422 && Object.keys(error.problem?.errors ?? {}).length > 0);
}

function send(sellers: SellersApi, record: SellerRecord, after: SellerChange, whole: boolean): Promise<SellerRecord> {
  const { id } = record.seller;
  const { accountEnabled } = after;
  return whole ? sellers.update(id, after, record) : sellers.patch(id, { accountEnabled }, record.etag);
}

/** Looks at the record to find out about a write whose answer was lost; unknown if the record can't be had either. */
async function settleLostAnswer(
  sellers: SellersApi,
  entry: Alteration,
  { resends }: WriteNote,
): Promise<Written<never>> {
  try {
    const record = await sellers.get(entry.sellerId);
    if (!(await wasHeard(entry, record))) {
      await loseWrite(entry.id);
      return { outcome: "unknown", checked: true };
    }
    return { outcome: "saved", record, changeId: entry.id, lostAnswer: true };
  } catch (error) {
    const unaskable = error instanceof BackendError && error.kind !== "unauthorized";
    if (!unaskable || resends) throw error;
    await loseWrite(entry.id);
    return { outcome: "unknown", checked: false };
  }
}

/** A gateway's own answer is shown as it came, as any other status is (docs/product.md §8). */
export function tellLostAnswer<T extends { outcome: string }>(error: unknown, settled: T, { resends }: WriteNote): T {
  if (settled.outcome === "unknown" && !resends && isGatewaysWord(error)) throw error;
  return settled;
}

type Alteration = Exclude<HistoryEntry, { action: "create" }> & { sellerId: string };

/** Whether the record shows the change that an entry asked for; if so, ends the entry as done. */
async function wasHeard(entry: HistoryEntry, record: SellerRecord): Promise<boolean> {
  if (entry.action === "create" || entry.outcome === "failed" || !isInPlace(entry, record.seller)) return false;
  await endWrite(entry, record);
  return true;
}

/** Clearing a name may take two calls (`SellersApi.update`): the first may have been accepted before the second failed. */
function mayBeHalfDone({ before, after }: Alteration, error: unknown): boolean {
  if (error instanceof BackendError) return error.isHalfDone;
  return Boolean((before.firstName && !after.firstName) || (before.surname && !after.surname));
}
