import type { z } from "zod";
import type { NewSeller, SellerChange, SellerRecord } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import type { ItemCounts, ItemOutcome } from "./job";

/** `total` also counts the items that were skipped, failed or not reached. */
export type DoneItems = Pick<ItemCounts, "done" | "added"> & { total: number };

export type JobKind<Item, Params> = {
  item: z.ZodType<Item>;
  params: z.ZodType<Params>;
  title(t: Translate, params: Params): string;
  /** For example „Wyłączono 5 z 7 kont”. The job has at least one done item. */
  doneText(t: Translate, params: Params, counts: DoneItems): string;
  reasonOf?(params: Params): string | undefined;
  /** Describes an item that has no outcome yet. `line`: the row's line in the imported file. */
  describe(item: Item): { name?: string; sellerId?: string; line?: number };
  /** Adds to an item what its retry must know, for example the id of the seller that was added. */
  adaptForRetry?(item: Item, outcome: ItemOutcome): Item;
  taskOf(item: Item, params: Params): ItemTask;
};

/** An imported row without an id is an addition; all other items are changes. */
export type ItemTask = ChangeTask | AddTask;

export type ChangeTask = {
  write: "change";
  sellerId: string;
  /** Runs under the seller's lease; runs again if somebody changes the seller before the write. */
  decide(record: SellerRecord): ItemDecision | Promise<ItemDecision>;
  reason?: string;
  /** The id of the history entry to undo. */
  undoes?: string;
};

export type ItemDecision =
  /** `isPartly`: an undo skips fields that somebody has changed since. */
  { change: SellerChange; isPartly?: boolean } | { instead: ItemOutcome };

export type AddTask = {
  write: "add";
  seller: NewSeller;
  accountEnabled?: boolean;
  /** Stays the same in every job that retries the row. */
  idempotencyKey: string;
  /** The seller that the retried job added, but without setting the account's status. */
  addedId?: string;
  /** Before adding: the retried job got no response, so the seller may exist already. */
  searchFirst?: boolean;
};

export type AnyKind = JobKind<unknown, unknown>;

/** @returns {} if another release stored the item in another shape */
export function describeStored(kind: AnyKind, item: unknown): ReturnType<AnyKind["describe"]> {
  const parsed = kind.item.safeParse(item);
  return parsed.success ? kind.describe(parsed.data) : {};
}

export function adaptStored(kind: AnyKind, item: unknown, outcome: ItemOutcome): unknown {
  const parsed = kind.item.safeParse(item);
  return parsed.success && kind.adaptForRetry ? kind.adaptForRetry(parsed.data, outcome) : item;
}
