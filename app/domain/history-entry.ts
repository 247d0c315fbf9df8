import { changedFields } from "./change";
import type { NewSeller, Seller, SellerChange } from "./seller";

/** `unknown`: the write was sent and no response is recorded. `inFlight` is never stored: `markInFlight` derives it. */
export type HistoryOutcome = "done" | "failed" | "unknown" | "inFlight";

type EntryBase = {
  id: string;
  /** Milliseconds since the epoch (UTC). */
  at: number;
  by: { sub: string; name?: string };
  /** Absent for a create that didn't come back with a record. */
  sellerId?: string;
  sellerName: string;
  outcome: HistoryOutcome;
  /** Of the request, or the job's item, that made it: the same as in the logs of the app and of the backend. */
  /** Of an `unknown` one: the write has ended, and its response was lost. */
  answerLost?: true;
  requestId: string;
  jobId?: string;
  /** Why an account was disabled, in the words of who did it. */
  reason?: string;
  /** The entry that this one took back. */
  undoes?: string;
  /** The entry that took this one back. */
  undoneBy?: string;
  /** Not all of it: some fields have newer values, or were given theirs again. */
  undonePartly?: boolean;
};

/** Values as the backend answered them; as they were sent while the outcome isn't `done`. */
type Creation = { action: "create"; after: NewSeller & Partial<SellerChange> };
type Alteration = { action: "update" | "enable" | "disable"; before: SellerChange; after: SellerChange };

/** One write to a seller that was made through this app. */
export type HistoryEntry = EntryBase & (Creation | Alteration);

/** Whether a seller has the values that an alteration gave, or was to give, it. */
export function isInPlace({ before, after }: Alteration, seller: Seller): boolean {
  const own = changedFields(before, after);
  return !changedFields(after, seller).some((field) => own.includes(field));
}

/** Whether a seller has the values that it had before an alteration. */
export function isTakenBack({ action, before, after }: Alteration, seller: Seller): boolean {
  return isInPlace({ action, before: after, after: before }, seller);
}

/** Names an alteration by what it changes. */
export function alterationOf(before: SellerChange, after: SellerChange): Alteration["action"] {
  const [first, ...others] = changedFields(before, after);
  if (first !== "accountEnabled" || others.length > 0) return "update";
  return after.accountEnabled ? "enable" : "disable";
}
