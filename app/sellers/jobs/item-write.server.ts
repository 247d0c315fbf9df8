import { editableOf } from "~/domain/merge-changes";
import type { Seller, SellerRecord } from "~/domain/seller";
import { createOnce } from "~/sellers/write/create-once.server";
import { type WriteOptions, type Writer, writeSeller } from "~/sellers/write/write-seller.server";
import { statusChangeIdOf } from "./item-store.server";
import type { AddTask, ChangeTask, ItemDecision, ItemTask } from "./item-task.server";
import type { ItemOutcome } from "./job";
import { JOB_LIFE_MS } from "./job-store.server";

export type SellerName = Pick<ItemOutcome, "sellerId" | "name">;
export type ItemOptions = WriteOptions & { changeId: string };

/** How long a row's idempotency key is kept: a job may be paused until its last day. */
const KEY_LIFE_MS = JOB_LIFE_MS + 86_400_000;
/** Each run of a row sends its seller at most once, so no more than MAX_KEYS runs may send it. */
const MAX_KEYS = 3;

/** The write of one item. Safe to repeat: an item is written again if its process died. */
export class ItemWrite {
  /** The last decision about the record. */
  #decision: ItemDecision | undefined;

  /** @param seller names the seller for the outcome of a write that throws, too */
  constructor(
    public seller: SellerName,
    private readonly writer: Writer,
    private readonly options: ItemOptions,
  ) {}

  /** @throws BackendError for a refusal, SessionOver, ProviderUnavailable, DatabaseUnavailable */
  run(task: ItemTask): Promise<ItemOutcome> {
    return task.write === "change" ? this.#change(task) : this.#add(task);
  }

  async #change(task: ChangeTask): Promise<ItemOutcome> {
    const { sellerId, reason, undoes } = task;
    const decide = (record: SellerRecord) => this.#decide(task, record);
    const written = await writeSeller(this.writer, sellerId, decide, { ...this.options, reason, undoes });
    switch (written.outcome) {
      case "saved":
        return { result: "done", ...nameOf(written.record), ...(this.#isPartly && { reason: "undonePartly" }) };
      case "unchanged":
        return { result: "skipped", reason: "same", ...nameOf(written.record) };
      case "notSaved":
        return { ...this.seller, ...written.instead };
      case "refused":
        throw written.error;
      case "unknown":
        return { result: "unknown", reason: "lostAnswer", ...this.seller };
    }
  }

  async #decide(task: ChangeTask, record: SellerRecord): Promise<ItemDecision> {
    this.seller = nameOf(record);
    this.#decision = await task.decide(record);
    return this.#decision;
  }

  get #isPartly(): boolean {
    return this.#decision !== undefined && "change" in this.#decision && this.#decision.isPartly === true;
  }

  async #add(task: AddTask): Promise<ItemOutcome> {
    const { seller, idempotencyKey, addedId } = task;
    const name = seller.displayName;
    if (addedId) return this.#finishAddition({ id: addedId, name }, task);
    const lost: ItemOutcome = { result: "unknown", reason: "lostAnswer", name };
    for (let keyNumber = 1; keyNumber <= MAX_KEYS; keyNumber += 1) {
      const searchFirst = task.searchFirst && keyNumber === 1;
      const options = { ...this.options, searchFirst, keyLifeMs: KEY_LIFE_MS };
      const created = await createOnce(this.writer, `${idempotencyKey}:${keyNumber}`, seller, options);
      switch (created.outcome) {
        case "saved":
          return this.#finishAddition({ id: created.id, name, seller: created.seller }, task);
        case "keyReused":
          // The row has added a seller, though with other values, and must not add another seller.
          return this.#finishAddition({ id: created.id, name }, task);
        case "refused":
          throw created.error;
        case "running":
          return lost;
        case "unknown":
          // A seller that this run sent may still appear. A seller that an earlier run sent wasn't
          // found by `createOnce`, so the next key sends the row again.
          if (created.isSent) return lost;
      }
    }
    return lost;
  }

  /** The backend decides whether a new account is enabled; the file may say otherwise. */
  async #finishAddition(
    { id, name, seller }: { id: string; name: string; seller?: Seller },
    { accountEnabled }: AddTask,
  ): Promise<ItemOutcome> {
    const named = { sellerId: id, name: seller?.displayName ?? name };
    // A retry must not add the seller again, even if its status can't be set.
    this.seller = named;
    const done: ItemOutcome = { result: "done", ...named, added: true };
    if (accountEnabled === undefined || seller?.accountEnabled === accountEnabled) return done;
    const decide = (record: SellerRecord) => ({ change: { ...editableOf(record.seller), accountEnabled } });
    const options = { ...this.options, changeId: statusChangeIdOf(this.options.changeId) };
    const written = await writeSeller(this.writer, id, decide, options);
    if (written.outcome === "saved" || written.outcome === "unchanged") return done;
    if (written.outcome === "unknown") return { result: "unknown", reason: "lostAnswer", ...named };
    return { result: "failed", reason: "addedOnly", ...named };
  }
}

function nameOf({ seller }: SellerRecord): SellerName {
  return { sellerId: seller.id, name: seller.displayName };
}
