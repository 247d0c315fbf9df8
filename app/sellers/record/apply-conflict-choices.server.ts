import { choiceName, textFields } from "~/sellers/conflict";
import { parseOriginalRecord } from "~/sellers/original-record";

/**
 * Puts the versions that the person chose into the posted form's own fields, where „mine” is already, so that from
 * here on, and also as a draft, it is a form like any other.
 */
export function applyConflictChoices(form: FormData): void {
  const versions = {
    theirs: parseOriginalRecord(form.get("base")),
    original: parseOriginalRecord(form.get("original")),
  };
  for (const field of textFields) {
    const chosen = form.get(choiceName(field));
    form.delete(choiceName(field));
    const version = chosen === "theirs" || chosen === "original" ? versions[chosen] : undefined;
    if (version) form.set(field, version[field] ?? "");
  }
}
