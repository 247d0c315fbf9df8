import { z } from "zod";
import { editableOf } from "~/domain/change";
import type { SellerRecord } from "~/domain/seller";
import { bulkFields } from "~/domain/seller-fields";
import { type Decision, writeSeller } from "~/sellers/write/write-seller.server";
import type { ItemOutcome } from "./job";
import { itemOutcome, type JobKind } from "./job-item.server";
import { chosenSeller, listFilter, stillMatches } from "./list-filter.server";

const params = z.object({
  field: z.enum(bulkFields),
  /** An empty text clears the field. */
  value: z.string(),
  filter: listFilter,
});

/** Gives many sellers the same value of one field. */
export const sellerChange: JobKind<z.infer<typeof chosenSeller>, z.infer<typeof params>> = {
  item: chosenSeller,
  params,
  title: (t, { field, value }) =>
    t(value ? "outcomes:title.change" : "outcomes:title.clear", { field: t(`sellers:fields.${field}`), value }),
  ended: (t, { field, value }) =>
    t(value ? "outcomes:ended.change" : "outcomes:ended.clear", { field: t(`sellers:fields.${field}`) }),
  describe: ({ id, name }) => ({ sellerId: id, name }),
  async run({ id, name }, { writer, note, params: { field, value, filter }, setSeller }) {
    let named: Pick<ItemOutcome, "sellerId" | "name"> = { sellerId: id, name };
    const decide = ({ seller }: SellerRecord): Decision<ItemOutcome> => {
      named = { sellerId: id, name: seller.displayName };
      setSeller(named);
      const change = { ...editableOf(seller), [field]: value };
      const isSame = (seller[field] ?? "") === value;
      if (!isSame && !stillMatches(filter, seller)) return { no: { result: "skipped", reason: "noLongerMatches" } };
      return { change };
    };
    const written = await writeSeller(writer, id, decide, note);
    return itemOutcome(written, note.changeId, named);
  },
};
