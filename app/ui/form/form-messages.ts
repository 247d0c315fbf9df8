import type { z } from "zod";
import type { Rule } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";

type Issue = Parameters<z.core.$ZodErrorMap>[0];
const TYPES = ["string", "number", "integer", "boolean", "date", "array", "object", "email", "url"] as const;
type TypeName = (typeof TYPES)[number];

/** The messages of docs/product.md §5. @param labels by path, for example `address.city` */
export function formMessages(t: Translate, labels: Record<string, string>): z.core.$ZodErrorMap {
  return (issue) => {
    const path = issue.path ?? [];
    const label = labels[path.filter((part) => typeof part !== "number").join(".")] ?? String(path.at(-1) ?? "");
    return messageOf(t, label, issue);
  };
}

type ReadValue<T> = { value: T; problem?: undefined } | { problem: string; value?: undefined };

export function readValue<T>(schema: z.ZodType<T>, value: unknown, label: string, t: Translate): ReadValue<T> {
  const read = schema.safeParse(value, { error: formMessages(t, { "": label }) });
  return read.success ? { value: read.data } : { problem: read.error.issues[0]?.message ?? "" };
}

/** Cuts a refused text for the form that shows it again (docs/product.md §5). */
export const cutForEcho = (text: string) => text.slice(0, 4_000);

function messageOf(t: Translate, label: string, issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null || issue.input === "")
        return t("forms:required", { label });
      return issue.expected === "date" && issue.input instanceof Date
        ? t("forms:date.invalid", { label })
        : typeMismatch(t, label, issue.expected);
    case "invalid_value":
    case "invalid_union":
      return t("forms:oneOf", {
        label,
        values: (issue.code === "invalid_value" ? issue.values : []).map(String).join(", "),
      });
    case "invalid_format":
      return formatMismatch(t, label, issue);
    case "too_small":
    case "too_big":
      return sizeMismatch(t, label, issue);
    case "custom":
      return customMismatch(t, label, issue.params);
    default:
      return t("forms:invalid", { label });
  }
}

function typeMismatch(t: Translate, label: string, expected: string): string {
  const named = expected === "int" ? "integer" : expected;
  const type: TypeName | undefined = TYPES.find((type) => type === named);
  return type ? t(`forms:type.${type}`, { label }) : t("forms:invalid", { label });
}

function formatMismatch(t: Translate, label: string, issue: Extract<Issue, { code: "invalid_format" }>): string {
  if (issue.format === "date" || issue.format === "datetime") return t("forms:date.format", { label });
  if (issue.format === "email" || issue.format === "url") return typeMismatch(t, label, issue.format);
  return t("forms:pattern", { label });
}

function customMismatch(t: Translate, label: string, params: Record<string, unknown> = {}): string {
  switch (params.rule as Rule | undefined) {
    case "whitespace":
      return t("forms:whitespace", { label });
    case "unreadable":
      return t("forms:unreadable", { label });
    case "letterOrDigit":
      return t("forms:letterOrDigit", { label });
    case "dateFormat":
      return t("forms:date.format", { label });
    case "dateInvalid":
      return t("forms:date.invalid", { label });
    default:
      return typeof params.expected === "string"
        ? typeMismatch(t, label, params.expected)
        : t("forms:invalid", { label });
  }
}

/** The messages' group by the value's type. A date has no message for a wrong size. */
const SIZE_MESSAGES = { string: "string", array: "array", set: "array", number: "number", int: "number" } as const;

function sizeMismatch(t: Translate, label: string, issue: Extract<Issue, { code: "too_small" | "too_big" }>): string {
  const group = SIZE_MESSAGES[issue.origin as keyof typeof SIZE_MESSAGES];
  if (!group) return t("forms:invalid", { label });
  const limit = Number(issue.code === "too_small" ? issue.minimum : issue.maximum);
  const bounds = boundsOf(issue);
  if (issue.exact || (bounds && bounds.min === bounds.max)) return t(`forms:${group}.exact`, { label, count: limit });
  if (bounds) return t(`forms:${group}.range`, { label, min: bounds.min, count: bounds.max });
  return t(issue.code === "too_small" ? `forms:${group}.min` : `forms:${group}.max`, { label, count: limit });
}

/** @returns both limits for a single message; undefined if the schema has only one */
function boundsOf({ schema }: Issue): { min: number; max: number } | undefined {
  const { minimum: min, maximum: max } = (schema?._zod.bag ?? {}) as { minimum?: unknown; maximum?: unknown };
  return isLimit(min) && isLimit(max) ? { min, max } : undefined;
}

/** zod gives whole numbers the limits of safe integers, which no message should mention. */
function isLimit(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}
