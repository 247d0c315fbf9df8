import { optional } from "~/.server/backend/optional";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import { type Conflict, changedFields, choiceName } from "~/domain/merge-changes";
import { textFields } from "~/domain/seller";
import { parseLoadedValues } from "~/domain/seller-schema";
import { formatDateTime } from "~/i18n/format";
import { listEntries } from "~/sellers/write/history-journal.server";

/** @returns the choices (`mpk:theirs email:original`), for a key that remounts the form's fields */
export function applyConflictChoices(form: FormData): string {
  const applied: string[] = [];
  // `base` is the record with the colleague's change, `original` the one before both changes.
  const versions = {
    theirs: parseLoadedValues(form.get("base")),
    original: parseLoadedValues(form.get("original")),
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

/** Call only after the backend has shown the seller to this person. */
export async function conflictQuestion(
  { session, t }: Pick<FranchiseeContext, "session" | "t">,
  sellerId: string,
  conflicts: readonly Conflict[],
): Promise<string> {
  // The latest 30 are enough: nobody makes more changes to one seller during an edit.
  const entries = await optional(listEntries({ sellerId, limit: 30 }));
  const sayChange = (conflict: Conflict): string => {
    if (!entries) return t("problems:changedBy.unknown");
    const entry = entries.find((each) => isSource(each, conflict));
    if (!entry) return t("problems:changedBy.elsewhere");
    const when = formatDateTime(entry.at);
    const { name, sub } = entry.by;
    if (sub === session.sub) return t("problems:changedBy.self", { when });
    return t("problems:changedBy.other", { name: name || t("history:someone"), when });
  };
  return [...new Set(conflicts.map(sayChange)), t("problems:whichStays")].join(" ");
}

function isSource(entry: HistoryEntry, { field, theirs }: Conflict): boolean {
  if (entry.action === "create" || entry.outcome === "failed") return false;
  return changedFields(entry.before, entry.after).includes(field) && (entry.after[field] ?? "") === theirs;
}
