import { z } from "zod";
import { cleanText } from "./clean-text";
import { isDay, parsePolishDay } from "./typed-day";

/** Rules for which zod has no issue of its own; `form-messages.ts` has their texts. */
export type Rule = "whitespace" | "unreadable" | "dateFormat" | "dateInvalid";

export const filledText = (clean = cleanText) =>
  z
    .string()
    .overwrite(clean)
    .refine((text) => text !== "", { params: { rule: "whitespace" satisfies Rule }, abort: true });

export const emptyAsMissing = (text: z.ZodString) => text.transform((value) => value || undefined).optional();

export const optionalText = (max: number) => emptyAsMissing(z.string().overwrite(cleanText).max(max));

/** Reads a day as DD.MM.YYYY (docs/product.md §9) and returns YYYY-MM-DD. */
export const calendarDate = () =>
  z.string().transform((text, ctx) => {
    const day = parsePolishDay(text);
    if (day && isDay(day)) return day;
    ctx.addIssue({ code: "custom", params: { rule: (day ? "dateInvalid" : "dateFormat") satisfies Rule } });
    return z.NEVER;
  });
