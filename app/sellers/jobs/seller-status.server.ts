import { z } from "zod";
import { env } from "~/.server/env";
import { editableOf } from "~/domain/change";
import { sellerFilter } from "~/domain/local-filter";
import type { SellerRecord } from "~/domain/seller";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";
import { itemOutcome, type JobKind } from "./job-item.server";

const item = z.object({ id: z.string(), name: z.string().optional() });
const params = z.object({
  accountEnabled: z.boolean(),
  reason: z.string().optional(),
  /** The list's filter if all matching sellers were chosen: each must still match when it is written. */
  filter: z
    .object({
      q: z.string(),
      status: z.enum(["active", "inactive"]).optional(),
      mpk: z.string().optional(),
      names: z.literal("none").optional(),
    })
    .optional(),
});

export const sellerStatus: JobKind<z.infer<typeof item>, z.infer<typeof params>> = {
  item,
  params,
  title: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:title.enable" : "outcomes:title.disable"),
  ended: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:ended.enable" : "outcomes:ended.disable"),
  describe: ({ id, name }) => ({ sellerId: id, name }),
  async run({ id, name }, { writer, note, params: { accountEnabled, reason, filter = { q: "" } }, setSeller }) {
    // Only the backend can tell what its own search finds.
    const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter);
    let named: Pick<ItemOutcome, "sellerId" | "name"> = { sellerId: id, name };
    const decide = ({ seller }: SellerRecord): Decision<ItemOutcome> => {
      named = { sellerId: id, name: seller.displayName };
      setSeller(named);
      if (seller.accountEnabled === accountEnabled) {
        return { no: { result: "skipped", reason: accountEnabled ? "alreadyEnabled" : "alreadyDisabled" } };
      }
      if (matches && !matches(seller)) return { no: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), accountEnabled } };
    };
    const written = await writeSeller(writer, id, decide, { ...note, reason });
    return itemOutcome(written, note.changeId, named);
  },
};
