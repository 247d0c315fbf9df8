import { Problem } from "./answers";
import type { StoredSeller } from "./types";

const LABELS = {
  displayName: "Nazwa wyświetlana",
  email: "Adres e-mail",
  mpk: "MPK",
  firstName: "Imię",
  surname: "Nazwisko",
} as const;
const MAX_LENGTH: Record<keyof typeof LABELS, number> = {
  displayName: 200,
  email: 254,
  mpk: 50,
  firstName: 100,
  surname: 100,
};
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * The backend's own rules for a whole seller. An optional name is a text or absent (`null` counts as absent); an
 * empty text is refused, because the app is to leave empty names out (docs/product.md §5).
 * @throws Problem 400 with the texts by field
 */
export function checkSeller(id: string, wish: Record<string, unknown>): StoredSeller {
  const errors: Record<string, string[]> = {};
  const refuse = (field: string, text: string) => {
    errors[field] = [...(errors[field] ?? []), text];
  };
  for (const [field, label] of Object.entries(LABELS) as [keyof typeof LABELS, string][]) {
    const value = wish[field];
    const optional = field === "firstName" || field === "surname";
    if (value === undefined || value === null) {
      if (!optional) refuse(field, `Pole ${label} jest wymagane`);
    } else if (typeof value !== "string") refuse(field, `Pole ${label} musi być tekstem`);
    else if (value.trim() === "") refuse(field, `Pole ${label} nie może być puste`);
    else if (value.length > MAX_LENGTH[field]) {
      refuse(field, `Pole ${label} może mieć najwyżej ${MAX_LENGTH[field]} znaków`);
    } else if (field === "email" && !EMAIL.test(value)) refuse(field, "Podaj poprawny adres e-mail");
  }
  if (typeof wish.accountEnabled !== "boolean")
    refuse("accountEnabled", "Pole Konto aktywne musi być prawdą lub fałszem");
  if (Object.keys(errors).length > 0) throw new Problem(400, "Nieprawidłowe dane sprzedawcy", { errors });

  const { firstName, surname, ...rest } = wish;
  return {
    ...rest,
    id,
    ...(typeof firstName === "string" ? { firstName } : {}),
    ...(typeof surname === "string" ? { surname } : {}),
  } as StoredSeller;
}

/** Fields of a request; a record may hold more. */
const KNOWN = new Set(["id", "accountEnabled", ...Object.keys(LABELS)]);

/** What the backend alone knows of a seller. */
export function unknownFields(seller: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(seller).filter(([field]) => !KNOWN.has(field)));
}

/** @throws Problem 400 that names every field which isn't a request's to send */
export function refuseUnknown(wish: Record<string, unknown>): void {
  const unknown = Object.keys(unknownFields(wish));
  if (unknown.length === 0) return;
  throw new Problem(400, "Nieznane pola", {
    errors: Object.fromEntries(unknown.map((field) => [field, [`Pole ${field} jest nieznane`]])),
  });
}
