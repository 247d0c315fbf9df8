import type { World } from "../support/world";

/**
 * Ordinary, and as long as they come: of a company, of a woman with two surnames, of a system that
 * numbers by year.
 */
const LONG = {
  displayName: "Aaa Handlowo-Usługowe „Brzęczyszczykiewicz i Synowie”",
  email: "aleksandra.brzeczyszczykiewicz@franczyza-poludnie.example.pl",
  firstName: "Aleksandra",
  surname: "Brzęczyszczykiewicz-Nowak",
  mpk: "MPK-2026-001234",
  accountEnabled: false,
};

/** As long as the fields take, without a place to break. */
export const UNBROKEN: Partial<typeof LONG> = {
  displayName: `Aaa ${"Ł".repeat(80)}`,
  email: `${"d".repeat(60)}@${"e".repeat(60)}.${"f".repeat(50)}.example.pl`,
  firstName: "F".repeat(64),
  surname: "W".repeat(64),
  mpk: "M".repeat(64),
};

/** Gives one seller long values, whom a search for „aaa” finds alone, and returns the id. */
export function giveLongValues({ sandbox: { control } }: World, values: Partial<typeof LONG> = {}): string {
  const id = control.sellers()[0]?.id ?? "";
  control.changeSeller(id, { ...LONG, ...values });
  return id;
}
