import { z } from "zod";
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

const FORMAT = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** A day as DD.MM.YYYY (docs/product.md §9), given as YYYY-MM-DD. */
export const calendarDate = () =>
  z.string().transform((text, ctx) => {
    const [, day = "", month = "", year = ""] = FORMAT.exec(text.trim()) ?? [];
    const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const rule: Rule | undefined = !year ? "dateFormat" : isDay(iso) ? undefined : "dateInvalid";
    if (!rule) return iso;
    ctx.addIssue({ code: "custom", params: { rule } });
    return z.NEVER;
  });

/** 31.02 rolls over to March when it is parsed, so a day that exists is one that comes back unchanged. */
function isDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

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
