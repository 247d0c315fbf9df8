import { requestScope } from "~/.server/http/request-scope";
import { pagePath, storeFailedForm, type TypedFields } from "~/auth/failed-form.server";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { openFormKey } from "~/auth/form-key.server";
import { fieldsChangedBy, type HistoryEntry } from "~/domain/history-entry";
import { optionalText } from "~/domain/text-types";
import type { Translate } from "~/i18n/catalogues";
import { listEntries } from "~/sellers/write/history-journal.server";
import { cutForEcho, readValue } from "~/ui/form/form-messages";

/* What the forms of a record share. */

export function postedKey(form: FormData): string {
  const key = form.get("formKey");
  return typeof key === "string" ? key : "";
}

/**
 * Whether the form was opened under another person's session in this browser: the history would
 * name the person who is signed in now.
 */
export function isOpenedByAnother({ form, session }: Pick<FranchiseeContext, "form" | "session">): boolean {
  const key = openFormKey(form.get("formKey"));
  return key !== undefined && key.sub !== session.sub;
}

const reasonSchema = optionalText(200);

/** Why accounts are to be disabled; `problem` says in words why the reason is refused. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const { value, problem } = readValue(reasonSchema, text, t("sellers:disablePage.reason"), t);
  return problem === undefined ? { reason: value } : { reason: text && cutForEcho(text), problem };
}

/** The account's last change, if the same form was sent twice. */
export async function repeatedDisabling(
  { session }: Pick<FranchiseeContext, "session">,
  sellerId: string,
  reason: string,
): Promise<HistoryEntry | undefined> {
  const entries = await listEntries({ sellerId, limit: 20 });
  const last = entries.find((entry) => entry.outcome !== "failed" && fieldsChangedBy(entry).includes("accountEnabled"));
  return last?.by.sub === session.sub && last.reason === reason ? last : undefined;
}

/**
 * Stores what was typed as a draft, and redirects to the error page that offers it.
 * @returns undefined if the draft can't be stored
 */
export async function errorPageWithDraft(
  ctx: FranchiseeContext,
  text: string,
  typed: TypedFields,
): Promise<Response | undefined> {
  const { request, form } = ctx;
  const stored = await storeFailedForm({ request, form, typed });
  if (!stored.draft) return undefined;
  const query = new URLSearchParams({ from: pagePath(request), ...stored, id: requestScope().id });
  return ctx.redirect(`/error/503?${query}`, { flash: { kind: "error", text } });
}
