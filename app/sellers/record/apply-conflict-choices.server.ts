import { choiceName, textFields } from "~/domain/conflict";
import { parseOriginalRecord } from "~/domain/original-record";

/**
 * Writes the chosen versions into the posted form's fields, which hold „mine” already. From here on it is a form like any other, also
 * as a draft.
 * @returns the choices that were written (`mpk:theirs`), for a page that still shows what was typed
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
