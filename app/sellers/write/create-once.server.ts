import { BackendError, isFailureInSession, isOutcomeUnknown, isRefusal } from "~/.server/backend/backend-error";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { type Outcome, runOnce } from "~/.server/db/submissions";
import { uniqueToken } from "~/.server/tokens";
import { hasSameTexts, type NewSeller, printTexts, type Seller } from "~/domain/seller";
import { findEntry } from "./history-journal.server";
import { beginWrite, endWithoutAnswer, endWrite, failWrite, newEntry } from "./pending-write.server";
import {
  IncompleteRequest,
  isTakenOver,
  throwIfGatewayError,
  type WriteOptions,
  type Writer,
} from "./write-seller.server";

export type CreateOutcome =
  /** `seller` is absent if the form was sent twice, and the first post added the seller. */
  | { outcome: "saved"; id: string; seller?: Seller; answerLost: boolean }
  /** The form had added the seller `id`, and was sent again with other values. */
  | { outcome: "keyReused"; id: string }
  | { outcome: "refused"; error: BackendError }
  /** The form was sent twice, and its first post is still running. */
  | { outcome: "running" }
  | {
      outcome: "unknown";
      /** The backend was searched, and doesn't have the seller (yet). */
      isChecked: boolean;
      /** This call sent the seller. False: only an earlier call may have sent the seller. */
      isSent: boolean;
    };

type CreateOptions = Pick<WriteOptions, "jobId" | "changeId"> & {
  /** Search before adding: an earlier attempt, whose key has expired, may have added the seller. */
  searchFirst?: boolean;
  keyLifeMs?: number;
};

/**
 * The one way to add a seller: at most once per idempotency key (`seller:3f2a…`), even after a
 * crash. After a lost response or a 5xx it searches for a seller with the same values.
 */
export async function createOnce(
  writer: Writer,
  key: string,
  input: NewSeller,
  { keyLifeMs, ...options }: CreateOptions = {},
): Promise<CreateOutcome> {
  if (Object.keys(input).length === 0) throw new IncompleteRequest("createWithoutPayload");
  const sellers = createSellersApi(writer.tokens, { leases: writer.lease && [writer.lease] });
  const changeId = options.changeId ?? uniqueToken();
  let outcome: Outcome<Created>;
  try {
    outcome = await runOnce(key, () => createWithEntry(sellers, writer, input, { ...options, changeId }), {
      fingerprint: printTexts(input),
      mayHaveHappened: isOutcomeUnknown,
      changeId,
      lifeMs: keyLifeMs,
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { outcome: "refused", error };
  }
  switch (outcome.state) {
    case "running":
      return { outcome: "running" };
    case "done":
      return { outcome: "saved", id: outcome.id, answerLost: false, ...outcome.value };
    case "keyReused":
      // Without an id the first post, which had other values, is still running.
      return outcome.id === undefined ? { outcome: "running" } : { outcome: "keyReused", id: outcome.id };
    case "unknown": {
      const { cause, changeId: firstChangeId = changeId } = outcome;
      // Without a cause this call sent nothing, because an earlier call had used the key.
      const isSent = cause !== undefined;
      const settled = await settleUnknownCreation(sellers, input, firstChangeId, { ...options, isSent });
      if (settled.outcome === "unknown") throwIfGatewayError(cause, options);
      return settled;
    }
  }
}

type Created = { id: string; seller: Seller; answerLost: boolean };

async function createWithEntry(
  sellers: SellersApi,
  writer: Writer,
  input: NewSeller,
  { searchFirst, ...options }: CreateOptions & { changeId: string },
): Promise<Created> {
  if (isTakenOver(writer)) throw new BackendError("sellers", "abandoned");
  const facts = { ...newEntry(writer.by, options), sellerName: input.displayName };
  const pending = await beginWrite({ ...facts, action: "create" as const, after: input });
  try {
    const existing = searchFirst ? await findSame(sellers, input) : undefined;
    const seller = existing ?? (await sellers.create(input)).seller;
    await endWrite(pending, { seller });
    return { id: seller.id, seller, answerLost: false };
  } catch (error) {
    // A job doesn't search now, because its retry of the item does (`searchFirst`).
    const seller = options.jobId ? undefined : await findDespiteError(sellers, input, error);
    if (seller) {
      await endWrite(pending, { seller });
      return { id: seller.id, seller, answerLost: true };
    }
    if (!isOutcomeUnknown(error) && !isTakenOver(writer)) await failWrite(pending);
    throw error;
  }
}

/** Searches for the seller after a 5xx: some backends add the seller and still answer 500. */
async function findDespiteError(sellers: SellersApi, input: NewSeller, error: unknown): Promise<Seller | undefined> {
  if (!(error instanceof BackendError) || error.kind !== "status" || error.status < 500) return undefined;
  const { status } = error;
  try {
    return await findSame(sellers, input);
  } catch (searchError) {
    // After a 503 nothing is unknown: an unavailable backend hasn't started to add the seller.
    if (status === 503) return undefined;
    throw new BackendError("sellers", "outcomeUnknown", { status, lostKind: "status", cause: searchError });
  }
}

async function settleUnknownCreation(
  sellers: SellersApi,
  input: NewSeller,
  changeId: string,
  { isSent, jobId }: Pick<CreateOptions, "jobId"> & { isSent: boolean },
): Promise<CreateOutcome> {
  let seller: Seller | undefined;
  let isChecked = true;
  try {
    seller = await findSame(sellers, input);
  } catch (error) {
    // A page reports the failed search. A job needs the error to decide whether to wait or stop.
    if (jobId || !isFailureInSession(error)) throw error;
    isChecked = false;
  }
  if (!seller) {
    await endWithoutAnswer(changeId);
    return { outcome: "unknown", isChecked, isSent };
  }
  // A failing history must not hide from the person that the seller exists.
  const entry = await findEntry(changeId).catch(() => undefined);
  if (entry?.action === "create" && entry.outcome !== "done") await endWrite({ entry, isStored: true }, { seller });
  return { outcome: "saved", id: seller.id, seller, answerLost: true };
}

async function findSame(sellers: SellersApi, input: NewSeller): Promise<Seller | undefined> {
  for (const q of [input.email, input.displayName]) {
    const page = await sellers.list({ q, sort: "displayName", page: 1, size: 100 });
    const same = page.sellers.find((seller) => hasSameTexts(seller, input));
    if (same) return same;
  }
  return undefined;
}
