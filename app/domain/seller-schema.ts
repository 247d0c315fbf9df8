import { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import { cleanCode, cleanLines, cleanText, isReadable } from "./clean-text";
import { isEmailAddress } from "./email-address";
import { editableFields, type OptionalField, type RequiredField, sellerFields, textFields } from "./seller-fields";
import { filledText, optionalText, type Rule } from "./text-types";

type TextSchemas = { [field in RequiredField]: ReturnType<typeof filledText> } & {
  [field in OptionalField]: ReturnType<typeof optionalText>;
};

function schemaOf(field: keyof TextSchemas) {
  const { isRequired, maxLength, ...rules } = sellerFields[field];
  if (!isRequired) return optionalText(maxLength);
  const cleaned = filledText("isCode" in rules ? cleanCode : cleanText).max(maxLength, { abort: true });
  const text =
    "isCode" in rules
      ? cleaned.refine(isReadable, { params: { rule: "unreadable" satisfies Rule }, abort: true })
      : cleaned;
  if (!("format" in rules)) return text;
  return rules.format === "email"
    ? text.refine(isEmailAddress, { params: { expected: "email" } })
    : text.regex(rules.format);
}

/** MPK is a text, because its leading zeros count. */
export const newSellerSchema = z.object(
  Object.fromEntries(textFields.map((field) => [field, schemaOf(field)])) as TextSchemas,
);

export const sellerChangeSchema = newSellerSchema.extend({ accountEnabled: z.boolean().default(false) });

const storedText = (field: keyof TextSchemas) => (sellerFields[field].isRequired ? z.string() : z.string().optional());
type StoredTexts = { [field in RequiredField]: z.ZodString } & { [field in OptionalField]: z.ZodOptional<z.ZodString> };

/** As the app itself wrote it into a form, the history or a job: not checked again. */
export const storedChangeSchema = z.object({
  ...(Object.fromEntries(textFields.map((field) => [field, storedText(field)])) as StoredTexts),
  accountEnabled: z.boolean(),
});

/** Reads an account's posted state: `on` from a ticked box, or the word. */
export function postedEnabled(value: unknown): boolean | undefined {
  if (value === "on" || value === "true") return true;
  return value === "false" ? false : undefined;
}

/** In characters. */
const MAX_NOTE = 500;

export const noteSchema = z.string().overwrite(cleanLines).max(MAX_NOTE);

/** In characters. */
const MAX_REASON = 200;

export const disableReasonSchema = optionalText(MAX_REASON);

export function sellerLabels(t: Translate): Record<string, string> {
  return Object.fromEntries(editableFields.map((field) => [field, t(`sellers:fields.${field}`)]));
}
