import { expect, test } from "vitest";
import { z } from "zod";
import { filledText, newSellerSchema, optionalText, type Rule, sellerChangeSchema } from "~/domain/seller-schema";
import { getT } from "~/i18n/i18n.server";
import type { Locale } from "~/i18n/locales";
import { formMessages } from "./form-messages";

const labels = { field: "Pole X", "address.city": "Miasto" };

function said(locale: Locale, schema: z.ZodType, value: unknown): string[] {
  const result = z.object({ field: schema }).safeParse({ field: value }, { error: formMessages(getT(locale), labels) });
  return result.error?.issues.map(({ message }) => message) ?? [];
}

const refusedBy = (rule: Rule) => z.string().refine(() => false, { params: { rule } });
const { displayName, email, firstName, mpk } = newSellerSchema.shape;
const { accountEnabled } = sellerChangeSchema.shape;

/**
 * Every message of docs/product.md §5, by the rule and the value that bring it up: the app's own
 * where one has such a rule, else one as the next field may have; what each says after the field.
 */
const cases: [name: string, schema: z.ZodType, value: unknown, pl: string, en: string][] = [
  ["required", mpk, undefined, "jest wymagane", "is required"],
  ["null", z.string(), null, "jest wymagane", "is required"],
  ["required number", z.number(), undefined, "jest wymagane", "is required"],
  ["whitespace", displayName, " \u00a0\t", "zawiera same spacje: wpisz wartość", "holds only spaces: enter a value"],
  [
    "unreadable",
    mpk,
    "007\uE000",
    "zawiera niewidoczny lub nieznany znak: wpisz wartość ponownie, bez wklejania",
    "contains an invisible or unknown character: type it again without pasting",
  ],
  ["list", z.enum(["a", "b"]), "c", "musi mieć jedną z wartości: a, b", "must be one of: a, b"],
  ["literal", z.literal("a"), "c", "musi mieć jedną z wartości: a", "must be one of: a"],
  [
    "date format",
    refusedBy("dateFormat"),
    "2024-02-29",
    "musi zawierać datę w formacie DD.MM.RRRR",
    "must be a date in the format DD.MM.YYYY",
  ],
  [
    "ISO date format",
    z.iso.date(),
    "29.02.2024",
    "musi zawierać datę w formacie DD.MM.RRRR",
    "must be a date in the format DD.MM.YYYY",
  ],
  [
    "invalid date",
    refusedBy("dateInvalid"),
    "30.02.2024",
    "zawiera datę, której nie ma w kalendarzu",
    "contains a date that doesn’t exist",
  ],
  [
    "invalid Date",
    z.date(),
    new Date("x"),
    "zawiera datę, której nie ma w kalendarzu",
    "contains a date that doesn’t exist",
  ],
  ["string type", mpk, ["a"], "musi zawierać tekst", "must be text"],
  ["number type", z.number(), "x", "musi zawierać liczbę", "must be a number"],
  ["integer type", z.int(), 1.5, "musi zawierać liczbę całkowitą", "must be a whole number"],
  ["boolean type", accountEnabled, "x", "musi mieć wartość „tak” albo „nie”", "must be “yes” or “no”"],
  ["date type", z.date(), "x", "musi zawierać datę", "must be a date"],
  ["array type", z.array(z.string()), "x", "musi zawierać listę", "must be a list"],
  ["object type", z.object({}), "x", "musi zawierać grupę pól", "must be a group of fields"],
  [
    "email type",
    email,
    "x",
    "Wpisz poprawny adres, np. jan.kowalski@example.pl",
    "Enter a valid address, e.g. jane.doe@example.com",
  ],
  [
    "url type",
    z.url(),
    "x",
    "musi zawierać poprawny adres strony, np. https://example.pl",
    "must be a valid web address, e.g. https://example.com",
  ],
  ["letter or digit", mpk, "--/--", "musi zawierać literę lub cyfrę", "must contain a letter or a digit"],
  ["pattern", z.string().regex(/^\d+$/), "x", "ma nieprawidłowy format", "has an invalid format"],
  ["string exact", z.string().length(3), "x", "musi mieć dokładnie 3 znaki", "must have exactly 3 characters"],
  ["string min", z.string().min(5), "x", "musi mieć co najmniej 5 znaków", "must have at least 5 characters"],
  ["string max", z.string().max(1), "xx", "może mieć najwyżej 1 znak", "can have at most 1 character"],
  ["string max of a field", firstName, "x".repeat(65), "może mieć najwyżej 64 znaki", "can have at most 64 characters"],
  [
    "string max of an optional text",
    optionalText(200),
    "x".repeat(201),
    "może mieć najwyżej 200 znaków",
    "can have at most 200 characters",
  ],
  ["string range", z.string().min(2).max(22), "x", "musi mieć od 2 do 22 znaków", "must have 2 to 22 characters"],
  [
    "string range",
    z.string().max(22).min(2),
    "x".repeat(23),
    "musi mieć od 2 do 22 znaków",
    "must have 2 to 22 characters",
  ],
  ["number exact", z.number().min(5).max(5), 4, "Wartość pola Pole X musi wynosić 5", "must be 5"],
  [
    "number min",
    z.number().min(12345),
    1,
    "Wartość pola Pole X musi wynosić co najmniej 12 345",
    "must be at least 12,345",
  ],
  ["number max", z.int().max(7), 8, "Wartość pola Pole X może wynosić najwyżej 7", "can be at most 7"],
  [
    "number range",
    z.number().min(1).max(1.5),
    8,
    "Wartość pola Pole X musi wynosić od 1 do 1,5",
    "must be between 1 and 1.5",
  ],
  ["array exact", z.array(z.any()).length(1), [], "musi zawierać dokładnie 1 element", "must hold exactly 1 item"],
  ["array min", z.array(z.any()).min(2), [], "musi zawierać co najmniej 2 elementy", "must hold at least 2 items"],
  ["array max", z.array(z.any()).max(0), [1], "może zawierać najwyżej 0 elementów", "can hold at most 0 items"],
  ["array range", z.array(z.any()).min(2).max(5), [1], "musi zawierać od 2 do 5 elementów", "must hold 2 to 5 items"],
  ["another rule", z.string().refine(() => false), "x", "ma nieprawidłową wartość", "has an invalid value"],
];

/** Most messages begin with the field's label; the table spells the others in full. */
const whole = (label: string, text: string) => (/^\p{Lu}/u.test(text) ? text : `${label} ${text}`);

test.each(cases)("The rule %s has its message in both languages", (_name, schema, value, pl, en) => {
  expect(said("pl", schema, value).map((text) => text.replace(/\u00a0/g, " "))).toEqual([whole("Pole Pole X", pl)]);
  expect(said("en-US", schema, value)).toEqual([whole("Pole X", en)]);
});

test("Every message of the catalogue is reached by a rule above", async () => {
  const { default: forms } = await import("~/i18n/pl/server/forms");
  const paths = (node: object, prefix = ""): string[] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === "string"
        ? [prefix + key.replace(/_(one|few|many|other)$/, "")]
        : paths(value, `${prefix}${key}.`),
    );
  const reached = new Set<string>();
  const spy = ((key: string) => reached.add(key.replace("forms:", ""))) as never;
  for (const [, schema, value] of cases) {
    z.object({ field: schema }).safeParse({ field: value }, { error: formMessages(spy, labels) });
  }
  expect([...reached].sort()).toEqual([...new Set(paths(forms))].sort());
});

test("A message has Polish plurals of every size", () => {
  const forms = [1, 2, 5, 12, 22, 25].map((n) => said("pl", z.string().min(n), "")[0]?.split("najmniej ")[1]);
  expect(forms).toEqual(["1 znak", "2 znaki", "5 znaków", "12 znaków", "22 znaki", "25 znaków"]);
});

test("A nested field is named by its path, and a list's item by the list", () => {
  const error = formMessages(getT("pl"), { ...labels, tags: "Znaczniki" });
  const schema = z.object({ address: z.object({ city: filledText() }), tags: z.array(z.string().max(1)) });
  const result = schema.safeParse({ address: {}, tags: ["a", "bb"] }, { error });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    "Pole Miasto jest wymagane",
    "Pole Znaczniki może mieć najwyżej 1 znak",
  ]);
});
