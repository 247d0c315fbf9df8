import { z } from "zod";
import { env } from "~/.server/env";
import { sellerFilter } from "~/domain/local-filter";
import { editableOf } from "~/domain/merge-changes";
import { bulkFields, type Seller } from "~/domain/seller";
import type { Translate } from "~/i18n/catalogues";
import { type JobKind, writeItem } from "./job-item.server";

/* These two kinds of job change the sellers selected in the list. */

const item = z.object({ id: z.string(), name: z.string().optional() });
type Item = z.infer<typeof item>;

const describe = ({ id, name }: Item) => ({ sellerId: id, name });

/** If all matching sellers were chosen, each must still match when it is written. */
const listFilter = z
  .object({
    q: z.string(),
    status: z.enum(["active", "inactive"]).optional(),
    mpk: z.string().optional(),
    names: z.literal("none").optional(),
  })
  .optional();

function matchesFilter(filter: z.infer<typeof listFilter>, seller: Seller): boolean {
  if (!filter) return true;
  // The app can't repeat the backend's own search, so it checks the other filters alone.
  const matches = sellerFilter(env().SELLERS_SEARCH === "backend" ? { ...filter, q: "" } : filter);
  return !matches || matches(seller);
}

const statusParams = z.object({ accountEnabled: z.boolean(), reason: z.string().optional(), filter: listFilter });

export const sellerStatus: JobKind<Item, z.infer<typeof statusParams>> = {
  item,
  params: statusParams,
  title: (t, { accountEnabled }) => t(accountEnabled ? "jobs:title.enable" : "jobs:title.disable"),
  doneText: (t, { accountEnabled }, { done }) =>
    t(accountEnabled ? "history:did.enable" : "history:did.disable", { count: done }),
  reasonOf: ({ reason }) => reason,
  describe,
  run({ id }, context) {
    const { accountEnabled, reason, filter } = context.params;
    const skipReason = accountEnabled ? "alreadyEnabled" : "alreadyDisabled";
    return writeItem(id, context, { reason }, ({ seller }) => {
      if (seller.accountEnabled === accountEnabled) return { instead: { result: "skipped", reason: skipReason } };
      if (!matchesFilter(filter, seller)) return { instead: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), accountEnabled } };
    });
  },
};

/** An empty `value` clears the field. */
const changeParams = z.object({ field: z.enum(bulkFields), value: z.string(), filter: listFilter });

function titleOfChange(t: Translate, { field, value }: Pick<z.infer<typeof changeParams>, "field" | "value">): string {
  return value
    ? t(`jobs:title.change.${field}`, { value })
    : t("jobs:title.clear", { field: t(`sellers:fields.${field}`) });
}

export const sellerChange: JobKind<Item, z.infer<typeof changeParams>> = {
  item,
  params: changeParams,
  title: titleOfChange,
  doneText: (t, params, { done }) => `${titleOfChange(t, params)}: ${t("history:did.update", { count: done })}`,
  describe,
  run({ id }, context) {
    const { field, value, filter } = context.params;
    return writeItem(id, context, {}, ({ seller }) => {
      const isSame = (seller[field] ?? "") === value;
      // An unchanged seller is reported as such, whether or not it still matches.
      if (!isSame && !matchesFilter(filter, seller))
        return { instead: { result: "skipped", reason: "noLongerMatches" } };
      return { change: { ...editableOf(seller), [field]: value } };
    });
  },
};
