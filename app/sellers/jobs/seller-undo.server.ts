import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-client";
import { isInPlace } from "~/sellers/history-entry";
import { undoOf } from "~/sellers/undo";
import { endEntry, findEntry, markUndone } from "~/sellers/write/change-journal.server";
import { noted } from "~/sellers/write/recorded-sellers.server";
import type { ItemOutcome } from "./job";
import type { ItemContext, JobKind } from "./job-kind.server";

const MAX_ROUNDS = 3;

const item = z.object({ changeId: z.string(), sellerId: z.string(), name: z.string().optional() });
const params = z.object({});
type Item = z.infer<typeof item>;

/** Takes back what an earlier job did: each seller gets the values it had, unless they were changed since. */
export const sellerUndo: JobKind<Item, z.infer<typeof params>> = {
  item,
  params,
  title: (t) => t("outcomes:title.undo"),
  undoable: true,
  describe: ({ sellerId, name }) => ({ sellerId, name }),
  async run(undone, context) {
    for (let round = 1; ; round += 1) {
      try {
        return await takeBack(undone, context);
      } catch (error) {
        const lost = error instanceof BackendError && error.kind === "outcomeUnknown";
        const changed = error instanceof BackendError && error.status === 412;
        if (!(lost || changed) || round === MAX_ROUNDS) throw error;
        if (lost) context = { ...context, again: true };
      }
    }
  },
};

async function takeBack({ changeId: undoes, ...item }: Item, context: ItemContext<object>): Promise<ItemOutcome> {
  const { api, again, changeId, isAbout } = context;
  const { sellerId } = item;
  const entry = await findEntry(undoes);
  if (!entry) return { result: "skipped", reason: "notDone", ...item };
  const record = await api.get(sellerId);
  const named = { sellerId, name: record.seller.displayName };
  isAbout(named);
  const undo = undoOf(entry, record.seller, { keepOthers: true });
  if (undo.possible) {
    const { accountEnabled } = undo.change;
    const statusOnly = undo.fields.every((field) => field === "accountEnabled");
    const written = await noted({ undoes }, () =>
      statusOnly ? api.patch(sellerId, { accountEnabled }, record.etag) : api.update(sellerId, undo.change, record),
    );
    return { result: "done", changeId: written.changeId, ...named };
  }
  const mine = again ? await findEntry(changeId) : undefined;
  if (mine && mine.action !== "create" && isInPlace(mine, record.seller)) {
    if (mine.outcome !== "done") await endEntry({ ...mine, outcome: "done" });
    await markUndone(undoes, changeId);
    return { result: "done", changeId, ...named };
  }
  return { result: "skipped", reason: undo.because, ...named };
}
