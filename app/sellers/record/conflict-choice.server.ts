import { optional } from "~/.server/backend/optional";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { type Conflict, changedFields, choiceName } from "~/domain/merge-changes";
import { type EditableField, textFields } from "~/domain/seller";
import { parseOriginalRecord } from "~/domain/seller-schema";
import { formatDateTime } from "~/i18n/format";
import { fieldLabel } from "~/sellers/history/change-parts";
import { listEntries } from "~/sellers/write/history-journal.server";
import type { FormErrors } from "./seller-form.server";

/**
 * Puts the chosen versions into the form's fields.
 * @returns the choices (`mpk:theirs`), as a key with which React mounts the form anew
 */
export function applyConflictChoices(form: FormData): string {
  const applied: string[] = [];
  // On a conflict's page `base` is the newer record, and `original` the one the edit began with.
  const versions = {
    theirs: parseOriginalRecord(form.get("base")),
    original: parseOriginalRecord(form.get("original")),
  };
  for (const field of textFields) {
    const choice = form.get(choiceName(field));
    form.delete(choiceName(field));
    const version = choice === "theirs" || choice === "original" ? versions[choice] : undefined;
    if (!version) continue;
    form.set(field, version[field] ?? "");
    applied.push(`${field}:${choice}`);
  }
  return applied.join(" ");
}

/**
 * Says at each field in conflict who gave it its newer value. Call only after the backend has shown
 * the seller to this person.
 * @param merged fields in which the newer value was taken over without a question
 */
export async function conflictErrors(
  { session, t }: Pick<FranchiseeContext, "session" | "t">,
  sellerId: string,
  conflicts: readonly Conflict[],
  merged: readonly EditableField[],
): Promise<FormErrors> {
  // Others hardly make 30 changes to one seller during an edit.
  const entries = await optional(listEntries({ sellerId, limit: 30 }));
  const authorOf = (conflict: Conflict): string => {
    if (!entries) return t("problems:author.unknown");
    const entry = entries.find((each) => isSource(each, conflict));
    if (!entry) return t("problems:author.elsewhere");
    const when = formatDateTime(entry.at);
    const { name, sub } = entry.by;
    if (sub === session.sub) return t("problems:author.self", { when });
    return t("problems:author.other", { name: name || t("history:someone"), when });
  };
  const atFields = conflicts.map((conflict) => {
    return [conflict.field, [t("problems:changedField", { by: authorOf(conflict) })]];
  });
  const fields = merged.map((field) => fieldLabel(t, field)).join(", ");
  return { fieldErrors: Object.fromEntries(atFields), formErrors: fields ? [t("problems:merged", { fields })] : [] };
}

function isSource(entry: HistoryEntry, { field, theirs }: Conflict): boolean {
  if (entry.action === "create" || entry.outcome === "failed") return false;
  return changedFields(entry.before, entry.after).includes(field) && (entry.after[field] ?? "") === theirs;
}
