import { BackendError, isOutcomeUnknown } from "~/.server/backend/backend-error";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { type Outcome, once } from "~/.server/store/idempotency";
import { IncompleteRequest } from "~/domain/incomplete-request";
import type { NewSeller, Seller } from "~/domain/seller";
import { findSame, fingerprint } from "./find-same.server";
import { findEntry, newEntryId } from "./history-journal.server";
import { isRefusal, tellLostAnswer, type WriteNote, type Writer } from "./write-seller.server";
import { beginWrite, endWrite, failWrite, loseWrite, newEntry } from "./written-down.server";

/** How a creation ended; whatever isn't named here was thrown. */
export type Created =
  /** `seller` is absent when another submission did it; `lostAnswer`: no answer came, or an error's, but the backend has it. */
  | { outcome: "saved"; id: string; seller?: Seller; lostAnswer: boolean }
  /** The key has made a seller with other values. */
  | { outcome: "other"; id: string }
  /** By the backend: 400, 409 or 412. */
  | { outcome: "refused"; error: BackendError }
  /** Another submission is still at it. */
  | { outcome: "running" }
  /**
   * The answer was lost and no such seller is found; `checked` is false when nobody could be asked. `sent`: by this
   * very call, so that the seller may yet appear.
   */
  | { outcome: "unknown"; checked: boolean; sent: boolean };

type Addition = Pick<WriteNote, "jobId" | "changeId" | "resends"> & {
  /** An earlier try, under a key that is forgotten by now, may have made it: looked for before it is sent. */
  sought?: boolean;
  /** How long the key is remembered, in seconds; as long as a form's if this isn't given. */
  ttl?: number;
};

/**
 * The one way to add a seller: at most once for each key, whatever becomes of this process and however often it is tried
 * (`once`). After a lost answer or a 5xx the backend is looked through for a seller with just these values, and
 * its entry in the history ends as done, in that seller's own history, too.
 * @param key `kind:id`, remembered by the store
 * @throws IncompleteRequest without a payload; BackendError for what is neither refused nor unknown; StoreUnavailable with
 * nothing sent; SessionOver, ProviderUnavailable
 */
export async function createOnce(
  writer: Writer,
  key: string,
  input: NewSeller,
  { ttl, ...note }: Addition = {},
): Promise<Created> {
  if (Object.keys(input).length === 0) throw new IncompleteRequest("createWithoutPayload");
  const sellers = createSellersApi(writer.tokens);
  const changeId = note.changeId ?? newEntryId();
  const inputFingerprint = fingerprint(input);
  let seller: Seller | undefined;
  let lostAnswer = false;
  const create = async () => {
    ({ seller, lostAnswer } = await createWritingDown(sellers, writer, input, { ...note, changeId }));
    return `${inputFingerprint} ${seller.id}`;
  };
  let outcome: Outcome;
  try {
    outcome = await once(key, create, { mayHaveHappened: isOutcomeUnknown, trace: changeId, ttl });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { outcome: "refused", error };
  }
  if (outcome.state === "running") return { outcome: "running" };
  if (outcome.state === "unknown") {
    const { cause, trace = changeId } = outcome;
    const found = await findLost(sellers, input, { changeId: trace, sent: cause !== undefined, resends: note.resends });
    return tellLostAnswer(cause, found, note);
  }
  const id = outcome.result.slice(outcome.result.indexOf(" ") + 1);
  if (!outcome.result.startsWith(`${inputFingerprint} `)) return { outcome: "other", id };
  return { outcome: "saved", id, seller, lostAnswer };
}

async function createWritingDown(
  sellers: SellersApi,
  { by }: Writer,
  input: NewSeller,
  { sought, ...note }: Pick<Addition, "jobId" | "sought"> & { changeId: string },
): Promise<{ seller: Seller; lostAnswer: boolean }> {
  const named = { ...newEntry(by, note), sellerName: input.displayName };
  const entry = await beginWrite({ ...named, action: "create" as const, after: input });
  try {
    const found = sought ? await findSame(sellers, input) : undefined;
    const record = found ? { seller: found } : await sellers.create(input);
    await endWrite(entry, record);
    return { seller: record.seller, lostAnswer: false };
  } catch (error) {
    const seller = isServerError(error) && !note.jobId ? await findDone(sellers, input, error) : undefined;
    if (seller) {
      await endWrite(entry, { seller });
      return { seller, lostAnswer: true };
    }
    if (!isOutcomeUnknown(error)) await failWrite(entry);
    throw error;
  }
}

/** A backend may fail after it has done what was asked. Whoever tries a row of a job again looks for its seller first (`sought`). */
function isServerError(error: unknown): error is BackendError {
  return error instanceof BackendError && error.kind === "status" && error.status >= 500;
}

/**
 * Looks for what may have been done before a fault. One that is away (503) hasn't begun it.
 * @throws BackendError `outcomeUnknown`, with the fault's status, where nobody can be asked
 */
async function findDone(sellers: SellersApi, input: NewSeller, { status }: BackendError): Promise<Seller | undefined> {
  try {
    return await findSame(sellers, input);
  } catch (cause) {
    if (status === 503) return undefined;
    throw new BackendError("sellers", "outcomeUnknown", { status, lostBy: "status", cause });
  }
}

/** Looks for a seller whose creation got no answer. */
async function findLost(
  sellers: SellersApi,
  input: NewSeller,
  { changeId, sent, resends }: { changeId: string; sent: boolean; resends?: boolean },
): Promise<Created> {
  let found: Seller | undefined;
  try {
    found = await findSame(sellers, input);
  } catch (error) {
    const unaskable = error instanceof BackendError && error.kind !== "unauthorized";
    if (!unaskable || resends) throw error;
    await loseWrite(changeId);
    return { outcome: "unknown", checked: false, sent };
  }
  if (!found) {
    await loseWrite(changeId);
    return { outcome: "unknown", checked: true, sent };
  }
  // The seller is there, whether or not the history can be told.
  const entry = await findEntry(changeId).catch(() => undefined);
  if (entry?.action === "create" && entry.outcome !== "done") await endWrite(entry, { seller: found });
  return { outcome: "saved", id: found.id, seller: found, lostAnswer: true };
}
