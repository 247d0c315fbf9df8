import { type EditableField, editableFields } from "~/domain/seller-fields";

/**
 * Whether a form of a seller holds other values than are saved.
 * @param base the saved record as `printOriginalRecord` writes it; none for a seller who doesn't exist yet
 */
export function differsFrom(base: string | undefined, form: FormData): boolean {
  const saved: Partial<Record<EditableField, string | boolean>> = base ? JSON.parse(base) : {};
  return editableFields.some((field) => {
    const value = form.get(field);
    if (field === "accountEnabled") return (value !== null) !== (saved[field] ?? false);
    return (value ?? "") !== (saved[field] ?? "");
  });
}
