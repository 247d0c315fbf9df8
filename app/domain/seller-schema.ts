import { z } from "zod";
import type { Translate } from "~/i18n/catalogues";
import { cleanCode, cleanText, isReadable } from "./clean-text";
import { isEmailAddress } from "./email-address";
import { editableOf } from "./merge-changes";
import {
  editableFields,
  type FieldRules,
  type OptionalField,
  type RequiredField,
  type SellerChange,
  type SellerRecord,
  sellerFields,
  textFields,
} from "./seller";
import { emptyAsMissing, filledText, type optionalText, type Rule } from "./text-types";

type TextSchemas = { [field in RequiredField]: ReturnType<typeof filledText> } & {
  [field in OptionalField]: ReturnType<typeof optionalText>;
};

export function textSchema(rules: FieldRules) {
  const { isRequired, maxLength, isCode } = rules;
  const clean = isCode ? cleanCode : cleanText;
  const cleaned = (isRequired ? filledText(clean) : z.string().overwrite(clean)).max(maxLength, { abort: true });
  const text = isCode
    ? cleaned.refine(isReadable, { params: { rule: "unreadable" satisfies Rule }, abort: true })
    : cleaned;
  const checked = withFormat(text, rules.format);
  return isRequired ? checked : emptyAsMissing(checked);
}

/** Lets an empty text pass: of a required field, it was refused before. */
function withFormat(text: z.ZodString, format: FieldRules["format"]): z.ZodString {
  if (!format) return text;
  if (format !== "email") return text.regex(new RegExp(`^$|${format.source}`, format.flags));
  return text.refine((value) => value === "" || isEmailAddress(value), { params: { expected: "email" } });
}

export const newSellerSchema = z.object(
  Object.fromEntries(textFields.map((field) => [field, textSchema(sellerFields[field])])) as TextSchemas,
);

/** A box that isn't ticked isn't posted. */
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

export function sellerLabels(t: Translate): Record<string, string> {
  return Object.fromEntries(editableFields.map((field) => [field, t(`sellers:fields.${field}`)]));
}

/** The record that an edit started from, for a hidden field. */
export function printOriginalRecord(record: SellerRecord): string {
  return JSON.stringify(editableOf(record.seller));
}

export function parseOriginalRecord(text: unknown): SellerChange | undefined {
  if (typeof text !== "string" || text.length > 64 * 1024) return undefined;
  try {
    return storedChangeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
