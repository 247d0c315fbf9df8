import { z } from "zod";
import type { SellerRecord } from "~/domain/seller";
import { possibleFields, undoOf } from "~/domain/undo";
import { findEntry } from "~/sellers/write/history-journal.server";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";
import { itemOutcome, type JobKind } from "./job-item.server";

const item = z.object({ changeId: z.string(), sellerId: z.string(), name: z.string().optional() });
const params = z.object({});

const reasons = {
  created: "created",
  notDone: "notDone",
  alreadyUndone: "alreadyUndone",
  already: "same",
  changedSince: "changedSince",
} as const;

/** Undoes the changes of an earlier job, except fields that were changed since. */
export const sellerUndo: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t) => t("outcomes:title.undo"),
  ended: (t) => t("outcomes:ended.undo"),
  describe: ({ sellerId, name }) => ({ sellerId, name }),
  async run({ changeId: undoes, ...item }, { writer, note, setSeller }) {
    if (!(await findEntry(undoes))) return { result: "skipped", reason: "notDone", ...item };
    const { sellerId } = item;
    let named: Pick<ItemOutcome, "sellerId" | "name"> = item;
    let isPartial = false;
    const decide = async ({ seller }: SellerRecord): Promise<Decision<ItemOutcome>> => {
      named = { sellerId, name: seller.displayName };
      setSeller(named);
      const entry = await findEntry(undoes);
      const whole = entry && undoOf(entry, seller);
      const others = possibleFields(whole?.fields ?? []);
      isPartial = whole?.possible === false && others.length > 0;
      const undo = entry && isPartial ? undoOf(entry, seller, others) : whole;
      if (undo?.possible) return { change: undo.change };
      return { no: { result: "skipped", reason: undo ? reasons[undo.because] : "notDone" } };
    };
    const written = await writeSeller(writer, sellerId, decide, { ...note, undoes });
    const outcome = itemOutcome(written, note.changeId, named);
    return outcome.result === "done" && isPartial ? { ...outcome, reason: "undonePartly" } : outcome;
  },
};
