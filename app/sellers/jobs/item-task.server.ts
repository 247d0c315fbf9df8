import type { z } from "zod";
import type { NewSeller, SellerChange, SellerRecord } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import type { ItemCounts, ItemOutcome } from "./job";

/** `total`: also counts the items that were skipped, failed or not reached. */
export type DoneItems = Pick<ItemCounts, "done" | "added"> & { total: number };

export type JobKind<Item, Params> = {
  item: z.ZodType<Item>;
  params: z.ZodType<Params>;
  title(t: Translate, params: Params): string;
  /** Says what the job did to its done items, of which there is at least one. */
  doneText(t: Translate, params: Params, counts: DoneItems): string;
  reasonOf?(params: Params): string | undefined;
  /** What an item shows before it has an outcome; `line`: of the imported file. */
  describe(item: Item): { name?: string; sellerId?: string; line?: number };
  /** Adapts an item for the job that retries it, if that job needs to know its outcome. */
  adaptForRetry?(item: Item, outcome: ItemOutcome): Item;
  /** What is to be written for an item (`writeItem` writes it). */
  taskOf(item: Item, params: Params): ItemTask;
};

/**
 * | job | task |
 * |---|---|
 * | disable 300 accounts, set an MPK, undo a job, a file's row with an id | change |
 * | a file's row without an id; its retry, if only the account's status is left to set | add |
 */
export type ItemTask = ChangeTask | AddTask;

export type ChangeTask = {
  write: "change";
  sellerId: string;
  /** Sees the current record, under the seller's lease; again if others change it meanwhile. */
  decide(record: SellerRecord): ItemDecision | Promise<ItemDecision>;
  /** Why an account is disabled. */
  reason?: string;
  /** The id of the history's entry that is undone. */
  undoes?: string;
};

export type ItemDecision =
  /** `isPartly`: an undo leaves a field as it is that somebody has changed since. */
  { change: SellerChange; isPartly?: boolean } | { instead: ItemOutcome };

export type AddTask = {
  write: "add";
  seller: NewSeller;
  /** The wanted account status, if the file names one. */
  accountEnabled?: boolean;
  /** The same for each run of the row, in each job that retries it. */
  idempotencyKey: string;
  /** The seller that the retried job added without setting the account's status. */
  addedId?: string;
  /** The retried job may have added the seller: it got no response. */
  searchFirst?: boolean;
};

export type AnyKind = JobKind<unknown, unknown>;

/** Describes a stored item. @returns nothing about an item of another release's shape */
export function describeStored(kind: AnyKind, item: unknown): ReturnType<AnyKind["describe"]> {
  const read = kind.item.safeParse(item);
  return read.success ? kind.describe(read.data) : {};
}

/** Adapts a stored item for a retry. An item of another release's shape stays as it is. */
export function adaptStored(kind: AnyKind, item: unknown, outcome: ItemOutcome): unknown {
  const read = kind.item.safeParse(item);
  return read.success && kind.adaptForRetry ? kind.adaptForRetry(read.data, outcome) : item;
}
