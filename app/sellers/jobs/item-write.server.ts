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

/** An idempotency key lives a day longer than its job, which may resume on its last day. In ms. */
const KEY_LIFE_MS = JOB_LIFE_MS + 86_400_000;
/** How often a row's seller may be sent if no response arrives. Each request has its own key. */
const MAX_KEYS = 3;

/** Writes one item. If the process dies, another process repeats the write. */
export class ItemWrite {
  #decision: ItemDecision | undefined;

  constructor(
    /** Public, so that the caller can name the seller if `run` throws. */
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
    const result = await writeSeller(this.writer, sellerId, decide, { ...this.options, reason, undoes });
    switch (result.outcome) {
      case "saved":
        return { result: "done", ...nameOf(result.record), ...(this.#isPartly && { reason: "undonePartly" }) };
      case "unchanged":
        return { result: "skipped", reason: "same", ...nameOf(result.record) };
      case "notSaved":
        return { ...this.seller, ...result.instead };
      case "refused":
        throw result.error;
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
      const creation = await createOnce(this.writer, `${idempotencyKey}:${keyNumber}`, seller, options);
      switch (creation.outcome) {
        case "saved":
          return this.#finishAddition({ id: creation.id, name, seller: creation.seller }, task);
        case "keyReused":
          // The row already added a seller, but with other values. It must not add a second one.
          return this.#finishAddition({ id: creation.id, name }, task);
        case "refused":
          throw creation.error;
        case "running":
          return lost;
        case "unknown":
          // If this run sent the seller, the backend may still add it. If only an earlier run sent
          // the seller, `createOnce` has searched for it in vain: send it with the next key.
          if (creation.isSent) return lost;
      }
    }
    return lost;
  }

  /** Sets the account's status, if the row has one and the backend chose the other one. */
  async #finishAddition(
    { id, name, seller }: { id: string; name: string; seller?: Seller },
    { accountEnabled }: AddTask,
  ): Promise<ItemOutcome> {
    const sellerName = { sellerId: id, name: seller?.displayName ?? name };
    // If the write below throws, the outcome needs the id, or else a retry adds the seller again.
    this.seller = sellerName;
    const done: ItemOutcome = { result: "done", ...sellerName, added: true };
    if (accountEnabled === undefined || seller?.accountEnabled === accountEnabled) return done;
    const decide = (record: SellerRecord) => ({ change: { ...editableOf(record.seller), accountEnabled } });
    const options = { ...this.options, changeId: statusChangeIdOf(this.options.changeId) };
    const result = await writeSeller(this.writer, id, decide, options);
    if (result.outcome === "saved" || result.outcome === "unchanged") return done;
    if (result.outcome === "unknown") return { result: "unknown", reason: "lostAnswer", ...sellerName };
    return { result: "failed", reason: "addedOnly", ...sellerName };
  }
}

function nameOf({ seller }: SellerRecord): SellerName {
  return { sellerId: seller.id, name: seller.displayName };
}
