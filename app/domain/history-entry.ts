import { changedFields } from "./merge-changes";
import { editableFields, type NewSeller, type Seller, type SellerChange } from "./seller";

/** `unknown`: sent, but no response is stored. `inFlight`: being sent now, which is never stored. */
export type HistoryOutcome = "done" | "failed" | "unknown" | "inFlight";

export type EntryBase = {
  id: string;
  /** Milliseconds since the epoch (UTC). */
  at: number;
  /** The author. */
  by: { sub: string; name?: string };
  /** Absent if the response to a creation had no record. */
  sellerId?: string;
  sellerName: string;
  outcome: HistoryOutcome;
  /** The write of an `unknown` entry has ended, but its response was lost. */
  answerLost?: true;
  /** The request's id in the logs of the app and of the backend. */
  requestId: string;
  jobId?: string;
  /** The seller's note, which this app keeps; "" for none. Such an entry changes no field. */
  note?: { before: string; after: string };
  reason?: string;
  /** The id of an entry, as is `undoneBy`. */
  undoes?: string;
  undoneBy?: string;
  /** Some of the entry's fields were not undone, or were set again later. */
  undonePartly?: boolean;
};

/** The values that the backend returned, or the sent values while the outcome isn't `done`. */
type CreationFacts = { action: "create"; after: NewSeller & Partial<SellerChange> };
type AlterationFacts = { action: "update" | "enable" | "disable"; before: SellerChange; after: SellerChange };

export type Creation = EntryBase & CreationFacts;
export type Alteration = EntryBase & AlterationFacts;
export type HistoryEntry = Creation | Alteration;

/** Whether a seller has the values that an alteration set or tried to set. */
export function hasValuesAfter({ before, after }: AlterationFacts, seller: Seller): boolean {
  const setFields = changedFields(before, after);
  return !changedFields(after, seller).some((field) => setFields.includes(field));
}

/** Whether a seller has the values from before an alteration again. */
export function hasValuesBefore({ action, before, after }: AlterationFacts, seller: Seller): boolean {
  return hasValuesAfter({ action, before: after, after: before }, seller);
}

/** Returns the names that the seller had before and after the change. */
export function recordedNames(entry: HistoryEntry): string[] {
  const former = entry.action === "create" ? [] : [entry.before.displayName];
  return [...new Set([...former, entry.sellerName])];
}

export const changeableFields = [...editableFields, "note"] as const;
export type ChangedField = (typeof changeableFields)[number];

/** Returns the fields to which a change gave other values; none for an addition. */
export function fieldsChangedBy(entry: HistoryEntry): ChangedField[] {
  if (entry.note) return ["note"];
  return entry.action === "create" ? [] : changedFields(entry.before, entry.after);
}

/** @returns undefined for an addition, a write that isn't done, or an unchanged account state */
export function switchedTo(entry: HistoryEntry): boolean | undefined {
  if (entry.action === "create" || entry.outcome !== "done" || entry.note) return undefined;
  const { before, after } = entry;
  return before.accountEnabled === after.accountEnabled ? undefined : after.accountEnabled;
}

export function alterationOf(before: SellerChange, after: SellerChange): Alteration["action"] {
  const [first, ...others] = changedFields(before, after);
  if (first !== "accountEnabled" || others.length > 0) return "update";
  return after.accountEnabled ? "enable" : "disable";
}
