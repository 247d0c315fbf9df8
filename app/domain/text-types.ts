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

/** A domain's labels may hold letters of any language; the name before @ anything but what needs quoting. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u;
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{Cc}.]+(?:\.[^\s@"(),:;<>[\]\\\p{Cc}.]+)*$/u;

/** An e-mail address that mail can be sent to: RFC 5321 lengths, a domain with a dot, no quoting. */
export const emailAddress = () =>
  filledText()
    .max(254, { abort: true })
    .refine(isEmailAddress, { params: { expected: "email" } });

function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).split(".");
  return (
    at > 0 &&
    at <= 64 &&
    LOCAL_PART.test(text.slice(0, at)) &&
    domain.length > 1 &&
    domain.every((label) => label.length <= 63 && LABEL.test(label)) &&
    /^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(domain.at(-1) ?? "")
  );
}
