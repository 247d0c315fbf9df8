import { type BulkField, bulkFields, isBulkField } from "~/domain/seller-fields";
import { newSellerSchema, sellerLabels } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";

/** The form gets back at most this much of a refused value, in characters. */
const MAX_ECHOED = 1_000;

/** One value for a field of many sellers; `problem` says in words why the value is refused. */
export type PostedChange = { field: BulkField; value: string; problem?: string };

/** By the rules of the seller form; an empty optional text clears the field. */
export function readChange(form: Pick<FormData, "get">, t: Translate): PostedChange {
  const posted = form.get("field");
  const field = isBulkField(posted) ? posted : "mpk";
  const typed = form.get("value");
  const text = typeof typed === "string" ? typed : "";
  const error = formMessages(t, sellerLabels(t));
  const read = newSellerSchema.shape[field].safeParse(text || undefined, { error: labelled(error, field) });
  if (read.success) return { field, value: read.data ?? "" };
  return { field, value: text.slice(0, MAX_ECHOED), problem: read.error.issues[0]?.message };
}

/** A field's own schema has no path to take the label from. */
function labelled(error: ReturnType<typeof formMessages>, field: BulkField): typeof error {
  return (issue) => error({ ...issue, path: [field] });
}

export function changeContent(change: PostedChange, t: Translate) {
  return {
    ...change,
    fieldLabel: t("bulk:change.field"),
    valueLabel: t("bulk:change.value"),
    hint: t("bulk:change.hint"),
    options: bulkFields.map((value) => ({ value, label: t(`sellers:fields.${value}`) })),
  };
}
