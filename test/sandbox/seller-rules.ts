import { Problem } from "./answers";
import type { StoredSeller } from "./types";

const FIELDS: Record<string, { label: string; maxLength: number; isOptional?: true }> = {
  displayName: { label: "Nazwa wyświetlana", maxLength: 256 },
  email: { label: "Adres e-mail", maxLength: 254 },
  mpk: { label: "MPK", maxLength: 64 },
  firstName: { label: "Imię", maxLength: 64, isOptional: true },
  surname: { label: "Nazwisko", maxLength: 64, isOptional: true },
};
/** The search looks through all texts. */
export const SEARCHED = Object.keys(FIELDS);
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Refuses an empty text, because the app has to leave out an empty first name or surname.
 * @throws Problem 400
 */
export function checkSeller(id: string, wish: Record<string, unknown>): StoredSeller {
  const errors: Record<string, string[]> = {};
  const refuse = (field: string, text: string) => {
    errors[field] = [text];
  };
  for (const [field, { label, maxLength, isOptional }] of Object.entries(FIELDS)) {
    const value = wish[field];
    if (value === undefined || value === null) {
      if (!isOptional) refuse(field, `Pole ${label} jest wymagane`);
    } else if (typeof value !== "string") refuse(field, `Pole ${label} musi być tekstem`);
    else if (value.trim() === "") refuse(field, `Pole ${label} nie może być puste`);
    else if (value.length > maxLength) refuse(field, `Pole ${label} może mieć najwyżej ${maxLength} znaków`);
    else if (field === "email" && !EMAIL.test(value)) refuse(field, "Podaj poprawny adres e-mail");
  }
  if (typeof wish.accountEnabled !== "boolean")
    refuse("accountEnabled", "Pole Konto aktywne musi być prawdą lub fałszem");
  if (Object.keys(errors).length > 0) throw new Problem(400, "Nieprawidłowe dane sprzedawcy", { errors });

  const cleared = Object.keys(FIELDS).filter((field) => wish[field] === null);
  const kept = Object.entries(wish).filter(([field]) => !cleared.includes(field));
  return { ...Object.fromEntries(kept), id } as StoredSeller;
}

/** Fields of a request; a record may hold more. */
const KNOWN = new Set(["id", "accountEnabled", ...Object.keys(FIELDS)]);

/** Returns the fields of a seller that the app doesn't know. */
export function unknownFields(seller: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(seller).filter(([field]) => !KNOWN.has(field)));
}

/** @throws Problem 400 that names every field that a request must not send */
export function refuseUnknown(wish: Record<string, unknown>): void {
  const unknown = Object.keys(unknownFields(wish));
  if (unknown.length === 0) return;
  throw new Problem(400, "Nieznane pola", {
    errors: Object.fromEntries(unknown.map((field) => [field, [`Pole ${field} jest nieznane`]])),
  });
}
