import { z } from "zod";
import { editableOf } from "~/domain/change";
import type { SellerRecord } from "~/domain/seller";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";
import { itemOutcome, type JobKind } from "./job-item.server";
import { chosenSeller, listFilter, stillMatches } from "./list-filter.server";

const params = z.object({
  accountEnabled: z.boolean(),
  reason: z.string().optional(),
  filter: listFilter,
});

export const sellerStatus: JobKind<z.infer<typeof chosenSeller>, z.infer<typeof params>> = {
  item: chosenSeller,
  params,
  title: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:title.enable" : "outcomes:title.disable"),
  ended: (t, { accountEnabled }) => t(accountEnabled ? "outcomes:ended.enable" : "outcomes:ended.disable"),
  givenReason: ({ reason }) => reason,
  describe: ({ id, name }) => ({ sellerId: id, name }),
  async run({ id, name }, { writer, note, params: { accountEnabled, reason, filter }, setSeller }) {
    let named: Pick<ItemOutcome, "sellerId" | "name"> = { sellerId: id, name };
    const decide = ({ seller }: SellerRecord): Decision<ItemOutcome> => {
      named = { sellerId: id, name: seller.displayName };
      setSeller(named);
      if (seller.accountEnabled === accountEnabled) {
        return { no: { result: "skipped", reason: accountEnabled ? "alreadyEnabled" : "alreadyDisabled" } };
      }
      if (!stillMatches(filter, seller)) return { no: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), accountEnabled } };
    };
    const written = await writeSeller(writer, id, decide, { ...note, reason });
    return itemOutcome(written, note.changeId, named);
  },
};
