import type { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import type { WriteNote, Writer } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";

export type ItemContext<Params> = {
  /** Writes carry the token of the job's owner, and stand in the history as theirs. */
  writer: Writer;
  /** What the history is to know of this item's change: the job, and the id of the entry. */
  note: WriteNote & { changeId: string };
  params: Params;
  /** Tells whom the item is about as soon as it is known, for an outcome that `run` can't return because it throws. */
  isAbout(seller: Pick<ItemOutcome, "sellerId" | "name">): void;
};

/**
 * What a job does to each of its items. `run` must be safe to repeat: an item is run again when its first run was cut
 * off. It returns how the item ended and throws BackendError for what it doesn't decide itself.
 */
export type JobKind<Item, Params> = {
  item: z.ZodType<Item>;
  params: z.ZodType<Params>;
  /** What the job is called. */
  title(t: Translate, params: Params): string;
  /** Says that such a job is over. */
  ended(t: Translate, params: Params): string;
  /** Whether what it did to sellers can be taken back as a whole. */
  undoable: boolean;
  /** How an item that hasn't ended yet is shown. */
  describe(item: Item): { name?: string; sellerId?: string /** Of the file that it comes from. */; line?: number };
  /** An item that failed, or may have been tried, as another job tries it again, if that is to know how it ended. */
  retried?(item: Item, outcome: ItemOutcome): Item;
  run(item: Item, context: ItemContext<Params>): Promise<ItemOutcome>;
};

/** As `describe` shows a stored item; nothing is known of one whose shape only another release knows. */
export function describeStored(kind: JobKind<unknown, unknown>, item: unknown): ReturnType<typeof kind.describe> {
  const read = kind.item.safeParse(item);
  return read.success ? kind.describe(read.data) : {};
}

/** As `retried` tries a stored item again. One that can't be read stays as it is: another release may know it. */
export function retryStored(kind: JobKind<unknown, unknown>, item: unknown, outcome: ItemOutcome): unknown {
  const read = kind.item.safeParse(item);
  return read.success && kind.retried ? kind.retried(read.data, outcome) : item;
}
