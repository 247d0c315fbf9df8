import { z } from "zod";
import { env } from "~/.server/env";
import { editableOf } from "~/domain/change";
import { sellerFilter } from "~/domain/local-filter";
import type { SellerRecord } from "~/domain/seller";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";
import type { JobKind } from "./job-kind.server";
import { endOfWrite } from "./run-item.server";

const item = z.object({ id: z.string(), name: z.string().optional() });
const params = z.object({
  accountEnabled: z.boolean(),
  reason: z.string().optional(),
  /** The list's filter when all its sellers were chosen: each of them must still match it at the write. */
  filter: z
    .object({
      q: z.string(),
      status: z.enum(["active", "inactive"]).optional(),
      mpk: z.string().optional(),
      names: z.literal("none").optional(),
    })
    .optional(),
});

/** Enables or disables accounts; those that already are as asked are skipped. */
export const sellerStatus: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:title.enable" : "outcomes:title.disable"),
  ended: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:ended.enable" : "outcomes:ended.disable"),
  undoable: true,
  describe: ({ id, name }) => ({ sellerId: id, name }),
  async run({ id, name }, { writer, note, params: { accountEnabled, reason, filter = { q: "" } }, isAbout }) {
    // Only the backend can tell what its own search finds.
    const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter);
    let named: Pick<ItemOutcome, "sellerId" | "name"> = { sellerId: id, name };
    const decide = ({ seller }: SellerRecord): Decision<ItemOutcome> => {
      named = { sellerId: id, name: seller.displayName };
      isAbout(named);
      if (seller.accountEnabled === accountEnabled) {
        return { no: { result: "skipped", reason: accountEnabled ? "alreadyEnabled" : "alreadyDisabled" } };
      }
      if (matches && !matches(seller)) return { no: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), accountEnabled } };
    };
    const written = await writeSeller(writer, id, decide, { ...note, reason });
    return endOfWrite(written, note.changeId, named);
  },
};
