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

/** Rules for which zod has no issue of its own. */
export type Rule = "whitespace" | "unreadable" | "letterOrDigit" | "dateFormat" | "dateInvalid";

export const filledText = (clean = cleanText) =>
  z
    .string()
    .overwrite(clean)
    .refine((text) => text !== "", { params: { rule: "whitespace" satisfies Rule }, abort: true });

const emptyAsMissing = (text: z.ZodString) => text.transform((value) => value || undefined).optional();

export const optionalText = (max: number) => emptyAsMissing(z.string().overwrite(cleanText).max(max));

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

/** An empty text passes: in a required field `filledText` has refused it already. */
function withFormat(text: z.ZodString, format: FieldRules["format"]): z.ZodString {
  if (!format) return text;
  if (format === "letterOrDigit") {
    return text.refine((value) => /^$|[\p{L}\p{N}]/u.test(value), {
      params: { rule: "letterOrDigit" satisfies Rule },
    });
  }
  return text.refine((value) => value === "" || isEmailAddress(value), { params: { expected: "email" } });
}

export const newSellerSchema = z.object(
  Object.fromEntries(textFields.map((field) => [field, textSchema(sellerFields[field])])) as TextSchemas,
);

/** Browsers don't post an unticked box, so `accountEnabled` is false by default. */
export const sellerChangeSchema = newSellerSchema.extend({ accountEnabled: z.boolean().default(false) });

const storedText = (field: keyof TextSchemas) => (sellerFields[field].isRequired ? z.string() : z.string().optional());
type StoredTexts = { [field in RequiredField]: z.ZodString } & { [field in OptionalField]: z.ZodOptional<z.ZodString> };

/** For values that the app itself stored in a form, the history or a job. No rule is checked. */
export const storedChangeSchema = z.object({
  ...(Object.fromEntries(textFields.map((field) => [field, storedText(field)])) as StoredTexts),
  accountEnabled: z.boolean(),
});

/** Browsers post `on` for a ticked box. @returns undefined for an unknown value */
export function postedEnabled(value: unknown): boolean | undefined {
  if (value === "on" || value === "true") return true;
  return value === "false" ? false : undefined;
}

export function sellerLabels(t: Translate): Record<string, string> {
  return Object.fromEntries(editableFields.map((field) => [field, t(`sellers:fields.${field}`)]));
}

/** A seller's values when a form was loaded. The form posts them back for `mergeChanges`. */
export function printLoadedValues(record: SellerRecord): string {
  return JSON.stringify(editableOf(record.seller));
}

export function parseLoadedValues(text: unknown): SellerChange | undefined {
  if (typeof text !== "string" || text.length > 64 * 1024) return undefined;
  try {
    return storedChangeSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
