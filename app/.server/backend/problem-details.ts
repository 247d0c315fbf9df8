/** Problem details (RFC 9457) as the app shows them: plain, short texts; `errors` by field name as the backend wrote it. */
export type Problem = { title?: string; detail?: string; errors: Record<string, string[]> };

/** A backend's error body larger than this many bytes is not read. */
export const PROBLEM_MAX_BYTES = 64 * 1024;
const MAX_FIELDS = 50;
const MAX_TEXTS = 5;
const MAX_LENGTH = 300;
const MAX_SAID = 500;

/** One line without control characters, at most MAX_LENGTH long; undefined when nothing is left. */
function shortText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value
    .slice(0, MAX_LENGTH * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  if (!text) return undefined;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text;
}

function texts(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, MAX_TEXTS) : [value];
  return list.map(shortText).filter((text) => text !== undefined);
}

/** What the backend says, in one line of at most MAX_SAID characters; undefined when it says nothing. */
export function problemText(problem: Problem | undefined): string | undefined {
  const { title, detail, errors = {} } = problem ?? {};
  const said = [detail ?? title, ...Object.values(errors).flat()].filter(Boolean).join(" ");
  return said ? said.slice(0, MAX_SAID) : undefined;
}

/** Reads what it can of an error body, which may be an older one with a `message` in place of `detail`: undefined when it isn't a JSON object, never an exception. */
export function parseProblem(body: string): Problem | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
  const { title, detail, message, errors } = parsed as Record<string, unknown>;
  const byField = typeof errors === "object" && errors !== null && !Array.isArray(errors) ? errors : {};
  return {
    title: shortText(title),
    detail: shortText(detail) ?? shortText(message),
    errors: Object.fromEntries(
      Object.entries(byField)
        .slice(0, MAX_FIELDS)
        .map(([field, value]) => [field.slice(0, 100), texts(value)] as const)
        .filter(([, list]) => list.length > 0),
    ),
  };
}
