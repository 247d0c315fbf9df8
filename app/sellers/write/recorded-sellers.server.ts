import { AsyncLocalStorage } from "node:async_hooks";
import { type AccessTokens, BackendError } from "~/.server/backend/backend-client";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { requestScope } from "~/.server/http/edge";
import { log } from "~/.server/log";
import { changedFields, editableOf } from "~/sellers/change";
import { alterationOf, type HistoryEntry, isInPlace } from "~/sellers/history-entry";
import type { SellerChange, SellerRecord } from "~/sellers/seller";
import { beginEntry, endEntry, markUndone, newEntryId } from "./change-journal.server";

/** What a write did, and the id of its entry in the history, by which it can be taken back; none if it changed nothing. */
export type RecordedWrite = SellerRecord & { changeId?: string };

/** The sellers backend whose every write is kept in the history. */
export interface RecordedSellers extends SellersApi {
  create(...parameters: Parameters<SellersApi["create"]>): Promise<RecordedWrite>;
  update(...parameters: Parameters<SellersApi["update"]>): Promise<RecordedWrite>;
  patch(...parameters: Parameters<SellersApi["patch"]>): Promise<RecordedWrite>;
}

/** What an entry says beyond the write itself. */
type Note = {
  jobId?: string;
  undoes?: string;
  /** Given by a job, so that an item which is tried again after a crash has one entry. */
  changeId?: string;
};

const notes = new AsyncLocalStorage<Note>();

/** Runs work whose writes to sellers are noted in the history as a job's, or as taking an entry back, or as both. */
export function noted<T>(note: Note, run: () => T): T {
  return notes.run({ ...notes.getStore(), ...note }, run);
}

/** The recorded sellers of a person whose request, or whose job, it is. */
export function recordedFor({ tokens, by }: { tokens: AccessTokens; by: HistoryEntry["by"] }): RecordedSellers {
  return recordedSellers(createSellersApi(tokens), by);
}

/** Records read lately, kept for a patch's `before`. */
const MAX_REMEMBERED = 32;

/**
 * Keeps every write in the history: begun before it is sent, ended when its outcome is known. A history that can't be
 * written is logged and never fails the write.
 */
export function recordedSellers(api: SellersApi, by: HistoryEntry["by"]): RecordedSellers {
  const read = new Map<string, SellerRecord>();

  async function get(id: string): Promise<SellerRecord> {
    const record = await api.get(id);
    read.delete(id);
    read.set(id, record);
    const [oldest] = read.keys();
    if (oldest !== undefined && read.size > MAX_REMEMBERED) read.delete(oldest);
    return record;
  }

  /** The record as the caller has it, or as it now is. */
  async function beforePatch(id: string, etag: string | undefined): Promise<SellerRecord> {
    const known = read.get(id);
    return known && (etag === undefined || etag === known.etag) ? known : api.get(id);
  }

  async function alter(
    id: string,
    was: SellerRecord,
    after: SellerChange,
    write: () => Promise<SellerRecord>,
  ): Promise<RecordedWrite> {
    read.delete(id);
    const before = editableOf(was.seller);
    const changed = changedFields(before, after);
    if (changed.length === 0) return write();
    const sellerName = after.displayName || before.displayName;
    const action = alterationOf(before, after);
    return recorded({ ...circumstances(by), sellerId: id, sellerName, action, before, after }, write);
  }

  async function recorded(entry: HistoryEntry, write: () => Promise<SellerRecord>): Promise<RecordedWrite> {
    await keep(() => beginEntry(entry));
    try {
      const record = await write();
      await keep(() => end(done(entry, record)));
      return { ...record, changeId: entry.id };
    } catch (error) {
      if (surelyFailed(entry, error)) await keep(() => endEntry({ ...entry, outcome: "failed" }));
      else void keep(() => lookAfterwards(entry));
      throw error;
    }
  }

  /** After a lost answer the record tells whether the write happened; the person isn't kept waiting for it. */
  async function lookAfterwards(entry: HistoryEntry): Promise<void> {
    if (entry.action === "create" || !entry.sellerId) return;
    const record = await api.get(entry.sellerId).catch(() => undefined);
    if (!record) return;
    if (isInPlace(entry, record.seller)) await end(done(entry, record));
  }

  return {
    get,
    list: (query) => api.list(query),
    // Without a payload or an id nothing is sent (docs/product.md §5), so nothing is written down.
    async create(input) {
      if (!input || Object.keys(input).length === 0) return api.create(input);
      const { displayName: sellerName } = input;
      return recorded({ ...circumstances(by), sellerName, action: "create", after: input }, () => api.create(input));
    },
    async update(id, change, base) {
      if (!id) return api.update(id, change, base);
      return alter(id, base, editableOf(change), () => api.update(id, change, base));
    },
    async patch(id, fields, etag) {
      if (!id) return api.patch(id, fields, etag);
      const was = await beforePatch(id, etag);
      const after = editableOf({ ...editableOf(was.seller), ...fields });
      return alter(id, was, after, () => api.patch(id, fields, etag));
    },
  };
}

function circumstances(by: HistoryEntry["by"]) {
  const { changeId = newEntryId(), jobId, undoes } = notes.getStore() ?? {};
  const outcome: HistoryEntry["outcome"] = "unknown";
  return { id: changeId, at: Date.now(), by, outcome, requestId: requestScope().id, jobId, undoes };
}

async function end(entry: HistoryEntry): Promise<void> {
  await endEntry(entry);
  if (entry.undoes) await markUndone(entry.undoes, entry.id);
}

function done(entry: HistoryEntry, { seller }: SellerRecord): HistoryEntry {
  const ended = { ...entry, sellerId: seller.id, sellerName: seller.displayName || entry.sellerName };
  return { ...ended, after: editableOf(seller), outcome: "done" };
}

/** An update that clears a name may be two calls (SellersApi.update), of which the first may have been accepted. */
function surelyFailed(entry: HistoryEntry, error: unknown): boolean {
  if (error instanceof BackendError && error.kind === "outcomeUnknown") return false;
  if (entry.action === "create" || (error instanceof BackendError && error.status === 412)) return true;
  const { before, after } = entry;
  return !(before.firstName && !after.firstName) && !(before.surname && !after.surname);
}

async function keep(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (err) {
    log().error({ err, requestId: requestScope().id }, "the history can't be written");
  }
}
