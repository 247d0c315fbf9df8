import { shortLine } from "~/domain/clean-text";
import { isRecord } from "./parse-json";

/** Problem details (RFC 9457), shortened for a page. `errors` has the backend's field names. */
export type Problem = { title?: string; detail?: string; errors: Record<string, string[]> };

/** Statuses whose response may have problem details that a page shows. */
export const PROBLEM_STATUSES = new Set([400, 403, 409, 412, 422]);

export const PROBLEM_MAX_BYTES = 64 * 1024;

export function parseProblem(body: string): Problem | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  // Some backends send `message` instead of `detail`.
  const { title, detail, message, errors } = parsed;
  return {
    title: shortText(title),
    detail: shortText(detail) ?? shortText(message),
    errors: Object.fromEntries(
      Object.entries(isRecord(errors) ? errors : {})
        .slice(0, 50)
        .map(([field, value]) => [field.slice(0, 100), texts(value)] as const)
        .filter(([, list]) => list.length > 0),
    ),
  };
}

function shortText(value: unknown): string | undefined {
  return (typeof value === "string" && shortLine(value, 300)) || undefined;
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 5) : [value];
  return list.map(shortText).filter((text) => text !== undefined);
}

/** The title, such as „Bad Request”, is only used if there is no other text. */
export function problemText(problem: Problem | undefined): string | undefined {
  const { title, detail, errors = {} } = problem ?? {};
  const text = [detail, ...Object.values(errors).flat()].filter(Boolean).join(" ") || title;
  return text ? text.slice(0, 500) : undefined;
}
