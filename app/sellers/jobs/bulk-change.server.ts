import type { z } from "zod";
import { type BulkField, bulkFields, isBulkField } from "~/domain/seller-fields";
import { newSellerSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { readValue } from "~/ui/form/messages";

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
  const schema: z.ZodType<string | undefined> = newSellerSchema.shape[field];
  const { value = "", problem } = readValue(schema, text || undefined, t(`sellers:fields.${field}`), t);
  return problem === undefined ? { field, value } : { field, value: text.slice(0, MAX_ECHOED), problem };
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
