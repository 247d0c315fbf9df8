import { choiceName, textFields } from "~/sellers/conflict";
import { parseOriginalRecord } from "~/sellers/original-record";

/**
 * Puts the versions that the person chose into the posted form's own fields, where „mine” is already, so that from
 * here on, and also as a draft, it is a form like any other.
 * @returns which were put there (`mpk:theirs`), for a form on a page that still shows what was typed
 */
export function applyConflictChoices(form: FormData): string {
  const applied: string[] = [];
  const versions = {
    theirs: parseOriginalRecord(form.get("base")),
    original: parseOriginalRecord(form.get("original")),
  };
  for (const field of textFields) {
    const chosen = form.get(choiceName(field));
    form.delete(choiceName(field));
    const version = chosen === "theirs" || chosen === "original" ? versions[chosen] : undefined;
    if (!version) continue;
    form.set(field, version[field] ?? "");
    applied.push(`${field}:${chosen}`);
  }
  return applied.join(" ");
}
