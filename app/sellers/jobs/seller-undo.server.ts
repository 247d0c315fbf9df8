import { z } from "zod";
import { possibleFields, undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type JobKind, writeItem } from "./job-item.server";

const item = z.object({ changeId: z.string(), sellerId: z.string(), name: z.string().optional() });
const params = z.object({});

const reasons = {
  created: "created",
  notDone: "notDone",
  alreadyUndone: "alreadyUndone",
  restored: "same",
  changedSince: "changedSince",
} as const;

/** Undoes the changes of an earlier job, except fields that were changed since. */
export const sellerUndo: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t) => t("jobs:title.undo"),
  doneText: (t, _params, { done }) => t("history:did.undo", { count: done }),
  describe: ({ sellerId, name }) => ({ sellerId, name }),
  async run({ changeId: undoes, ...item }, context) {
    if (!(await findEntry(undoes))) return { result: "skipped", reason: "notDone", ...item };
    let isPartial = false;
    const outcome = await writeItem(item.sellerId, context, { undoes }, async ({ seller }) => {
      const entry = await findEntry(undoes);
      const whole = entry && undoOf(entry, seller);
      const others = possibleFields(whole?.fields ?? []);
      isPartial = whole?.possible === false && others.length > 0;
      const undo = entry && isPartial ? undoOf(entry, seller, others) : whole;
      if (undo?.possible) return { change: undo.change };
      return { instead: { result: "skipped", reason: undo ? reasons[undo.obstacle] : "notDone" } };
    });
    return outcome.result === "done" && isPartial ? { ...outcome, reason: "undonePartly" } : outcome;
  },
};
