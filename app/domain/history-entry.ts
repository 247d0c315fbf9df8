import { changedFields } from "./merge-changes";
import { editableFields, type NewSeller, type Seller, type SellerChange } from "./seller";

/** `unknown`: sent, but no response is stored. `inFlight`: `unknown`, but still being sent. */
export type HistoryOutcome = "done" | "failed" | "unknown" | "inFlight";

export type EntryBase = {
  id: string;
  /** In ms since the epoch. */
  at: number;
  by: { sub: string; name?: string };
  /** Absent if the response to a creation had no record. */
  sellerId?: string;
  sellerName: string;
  outcome: HistoryOutcome;
  /** The outcome is `unknown`, and the write has ended without a response. */
  answerLost?: true;
  requestId: string;
  jobId?: string;
  /** A changed note about the seller; "" for none. Such an entry changes no other field. */
  note?: { before: string; after: string };
  reason?: string;
  /** The id of the entry that this entry undid. */
  undoes?: string;
  /** The id of the entry that undid this entry. */
  undoneBy?: string;
  /** Some of the entry's fields were not undone, or were set again later. */
  undonePartly?: boolean;
};

/** `after`: the values that the backend returned, or the sent ones if the outcome isn't `done`. */
type CreationFacts = { action: "create"; after: NewSeller & Partial<SellerChange> };
type AlterationFacts = { action: "update" | "enable" | "disable"; before: SellerChange; after: SellerChange };

export type Creation = EntryBase & CreationFacts;
export type Alteration = EntryBase & AlterationFacts;
export type HistoryEntry = Creation | Alteration;

/** Whether a seller has the values that an alteration set or tried to set. */
export function hasValuesAfter({ before, after }: AlterationFacts, seller: Seller): boolean {
  const alteredFields = changedFields(before, after);
  return !changedFields(after, seller).some((field) => alteredFields.includes(field));
}

export function hasValuesBefore({ action, before, after }: AlterationFacts, seller: Seller): boolean {
  return hasValuesAfter({ action, before: after, after: before }, seller);
}

export function recordedNames(entry: HistoryEntry): string[] {
  const former = entry.action === "create" ? [] : [entry.before.displayName];
  return [...new Set([...former, entry.sellerName])];
}

export const changeableFields = [...editableFields, "note"] as const;
export type ChangedField = (typeof changeableFields)[number];

export function fieldsChangedBy(entry: HistoryEntry): ChangedField[] {
  if (entry.note) return ["note"];
  return entry.action === "create" ? [] : changedFields(entry.before, entry.after);
}

/** @returns the account's new state; undefined if the entry didn't change the state */
export function newAccountState(entry: HistoryEntry): boolean | undefined {
  if (entry.action === "create" || entry.outcome !== "done" || entry.note) return undefined;
  const { before, after } = entry;
  return before.accountEnabled === after.accountEnabled ? undefined : after.accountEnabled;
}

export function alterationOf(before: SellerChange, after: SellerChange): Alteration["action"] {
  const [first, ...others] = changedFields(before, after);
  if (first !== "accountEnabled" || others.length > 0) return "update";
  return after.accountEnabled ? "enable" : "disable";
}
