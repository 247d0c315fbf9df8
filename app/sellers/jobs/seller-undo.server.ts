import { z } from "zod";
import { undoableFields, undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type JobKind, writeItem } from "./job-item.server";

const item = z.object({ changeId: z.string(), sellerId: z.string(), name: z.string().optional() });
const params = z.object({});

/** Undoes the changes of an earlier job, except fields that were changed since. */
export const sellerUndo: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t) => t("jobs:title.undo"),
  doneText: (t, _params, { done }) => t("history:did.undo", { count: done }),
  describe: ({ sellerId, name }) => ({ sellerId, name }),
  async run({ changeId: undoes, sellerId }, context) {
    let isPartial = false;
    const outcome = await writeItem(sellerId, context, { undoes }, async ({ seller }) => {
      // Read the entry within the seller's lease, as others may have undone or erased the change.
      const entry = await findEntry(undoes);
      if (!entry) return { instead: { result: "skipped", reason: "notDone" } };
      const whole = undoOf(entry, seller);
      const undoable = undoableFields(whole.fields);
      isPartial = !whole.possible && undoable.length > 0;
      const undo = isPartial ? undoOf(entry, seller, undoable) : whole;
      if (undo.possible) return { change: undo.change };
      return { instead: { result: "skipped", reason: undo.obstacle === "restored" ? "same" : undo.obstacle } };
    });
    return outcome.result === "done" && isPartial ? { ...outcome, reason: "undonePartly" } : outcome;
  },
};
