import { type EditableField, editableFields } from "~/domain/seller-fields";

/** @param base the saved record (`printOriginalRecord`); undefined for a new seller */
export function differsFrom(base: string | undefined, form: FormData): boolean {
  const saved: Partial<Record<EditableField, string | boolean>> = base ? JSON.parse(base) : {};
  return editableFields.some((field) => {
    const value = form.get(field);
    if (field === "accountEnabled") return (value !== null) !== (saved[field] ?? false);
    return (value ?? "") !== (saved[field] ?? "");
  });
}
