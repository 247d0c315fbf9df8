import type { z } from "zod";
import { type BulkField, bulkFields, isBulkField } from "~/domain/seller-fields";
import { newSellerSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { echoed, readValue } from "~/ui/form/messages";

/** One value for a field of many sellers; `problem` says in words why the value is refused. */
export type PostedChange = { field: BulkField; value: string; problem?: string };

/** Reads and checks the value by the seller form's rules; an empty optional text clears the field. */
export function readChange(form: Pick<FormData, "get">, t: Translate): PostedChange {
  const posted = form.get("field") ?? "mpk";
  const typed = form.get("value");
  const text = typeof typed === "string" ? typed : "";
  if (!isBulkField(posted)) return { field: "mpk", value: echoed(text), problem: t("bulk:change.otherField") };
  const schema: z.ZodType<string | undefined> = newSellerSchema.shape[posted];
  const { value = "", problem } = readValue(schema, text || undefined, t(`sellers:fields.${posted}`), t);
  return problem === undefined ? { field: posted, value } : { field: posted, value: echoed(text), problem };
}

export function changeContent(change: PostedChange, t: Translate) {
  return {
    ...change,
    fieldLabel: t("import:field"),
    valueLabel: t("bulk:change.value"),
    hint: t("bulk:change.hint"),
    options: bulkFields.map((value) => ({ value, label: t(`sellers:fields.${value}`) })),
  };
}
