import { z } from "zod";
import { fromPolish, isDay } from "./calendar-day";
import { cleanText } from "./clean-text";

/** The rules that zod has no issue of its own for; `messages.ts` finds the words for them. */
export type Rule = "whitespace" | "dateFormat" | "dateInvalid";

/** Text as a person meant it (cleanText); nothing but spaces is refused. Further checks may follow. */
export const filledText = () =>
  z
    .string()
    .overwrite(cleanText)
    .refine((text) => text !== "", { params: { rule: "whitespace" satisfies Rule }, abort: true });

/** Text that may be missing; what is empty after cleaning is missing too. */
export const optionalText = (max: number) =>
  z
    .string()
    .overwrite(cleanText)
    .max(max)
    .transform((text) => text || undefined)
    .optional();

/** A day as DD.MM.YYYY (docs/product.md §9), given as YYYY-MM-DD. */
export const calendarDate = () =>
  z.string().transform((text, ctx) => {
    const day = fromPolish(text);
    if (day && isDay(day)) return day;
    ctx.addIssue({ code: "custom", params: { rule: (day ? "dateInvalid" : "dateFormat") satisfies Rule } });
    return z.NEVER;
  });
