import { expect, test } from "vitest";
import { z } from "zod";
import { disableReasonSchema, newSellerSchema, sellerChangeSchema } from "~/domain/seller-schema";
import { calendarDate, filledText, optionalText } from "~/domain/text-types";
import { getT } from "~/i18n/i18n.server";
import type { Locale } from "~/i18n/locales";
import { formMessages } from "./messages";

const labels = { field: "Pole X", "address.city": "Miasto" };

function said(locale: Locale, schema: z.ZodType, value: unknown): string[] {
  const result = z.object({ field: schema }).safeParse({ field: value }, { error: formMessages(getT(locale), labels) });
  return result.error?.issues.map(({ message }) => message) ?? [];
}

const { displayName, email, firstName, mpk } = newSellerSchema.shape;
const { accountEnabled } = sellerChangeSchema.shape;

/**
 * Every message of docs/product.md §5, by the rule and the value that bring it up: the app's own
 * where one has such a rule, else one as the next field may have.
 */
const cases: [name: string, schema: z.ZodType, value: unknown, pl: string, en: string][] = [
  ["required", mpk, undefined, "Pole Pole X jest wymagane", "Pole X is required"],
  ["null", z.string(), null, "Pole Pole X jest wymagane", "Pole X is required"],
  ["required number", z.number(), undefined, "Pole Pole X jest wymagane", "Pole X is required"],
  [
    "whitespace",
    displayName,
    " \u00a0\t",
    "Pole Pole X nie może składać się z samych spacji",
    "Pole X can’t consist of spaces only",
  ],
  [
    "unreadable",
    mpk,
    "007\uE000",
    "Pole Pole X zawiera niewidoczny lub nieznany znak. Wpisz wartość ponownie, bez wklejania",
    "Pole X contains an invisible or unknown character. Type it again without pasting",
  ],
  ["list", z.enum(["a", "b"]), "c", "Pole Pole X musi mieć jedną z wartości: a, b", "Pole X must be one of: a, b"],
  ["literal", z.literal("a"), "c", "Pole Pole X musi mieć jedną z wartości: a", "Pole X must be one of: a"],
  [
    "date format",
    calendarDate(),
    "2024-02-29",
    "Pole Pole X ma nieprawidłowy format daty. Podaj ją jako DD.MM.RRRR",
    "Pole X has the wrong date format. Enter it as DD.MM.YYYY",
  ],
  [
    "ISO date format",
    z.iso.date(),
    "29.02.2024",
    "Pole Pole X ma nieprawidłowy format daty. Podaj ją jako DD.MM.RRRR",
    "Pole X has the wrong date format. Enter it as DD.MM.YYYY",
  ],
  [
    "invalid date",
    calendarDate(),
    "30.02.2024",
    "Pole Pole X zawiera datę, której nie ma w kalendarzu",
    "Pole X contains a date that doesn’t exist",
  ],
  [
    "invalid Date",
    z.date(),
    new Date("x"),
    "Pole Pole X zawiera datę, której nie ma w kalendarzu",
    "Pole X contains a date that doesn’t exist",
  ],
  ["string type", mpk, ["a"], "Pole Pole X musi zawierać tekst", "Pole X must be text"],
  ["number type", z.number(), "x", "Pole Pole X musi zawierać liczbę", "Pole X must be a number"],
  ["integer type", z.int(), 1.5, "Pole Pole X musi zawierać liczbę całkowitą", "Pole X must be a whole number"],
  [
    "boolean type",
    accountEnabled,
    "x",
    "Pole Pole X musi mieć wartość „tak” albo „nie”",
    "Pole X must be “yes” or “no”",
  ],
  ["date type", z.date(), "x", "Pole Pole X musi zawierać datę", "Pole X must be a date"],
  ["array type", z.array(z.string()), "x", "Pole Pole X musi zawierać listę", "Pole X must be a list"],
  ["object type", z.object({}), "x", "Pole Pole X musi zawierać grupę pól", "Pole X must be a group of fields"],
  [
    "email type",
    email,
    "x",
    "Pole Pole X musi zawierać poprawny adres e-mail, np. jan.kowalski@example.pl",
    "Pole X must be a valid email address, e.g. jane.doe@example.com",
  ],
  [
    "url type",
    z.url(),
    "x",
    "Pole Pole X musi zawierać poprawny adres strony, np. https://example.pl",
    "Pole X must be a valid web address, e.g. https://example.com",
  ],
  ["pattern", mpk, "--/--", "Pole Pole X ma nieprawidłowy format", "Pole X has an invalid format"],
  [
    "string exact",
    z.string().length(3),
    "x",
    "Pole Pole X musi mieć dokładnie 3 znaki",
    "Pole X must have exactly 3 characters",
  ],
  [
    "string min",
    z.string().min(5),
    "x",
    "Pole Pole X musi mieć co najmniej 5 znaków",
    "Pole X must have at least 5 characters",
  ],
  [
    "string max",
    z.string().max(1),
    "xx",
    "Pole Pole X może mieć najwyżej 1 znak",
    "Pole X can have at most 1 character",
  ],
  [
    "string max of a field",
    firstName,
    "x".repeat(65),
    "Pole Pole X może mieć najwyżej 64 znaki",
    "Pole X can have at most 64 characters",
  ],
  [
    "string max of a reason",
    disableReasonSchema,
    "x".repeat(201),
    "Pole Pole X może mieć najwyżej 200 znaków",
    "Pole X can have at most 200 characters",
  ],
  [
    "string range",
    z.string().min(2).max(22),
    "x",
    "Pole Pole X musi mieć od 2 do 22 znaków",
    "Pole X must have 2 to 22 characters",
  ],
  [
    "string range",
    z.string().max(22).min(2),
    "x".repeat(23),
    "Pole Pole X musi mieć od 2 do 22 znaków",
    "Pole X must have 2 to 22 characters",
  ],
  ["number exact", z.number().min(5).max(5), 4, "Pole Pole X musi wynosić 5", "Pole X must be 5"],
  [
    "number min",
    z.number().min(12345),
    1,
    "Pole Pole X musi wynosić co najmniej 12 345",
    "Pole X must be at least 12,345",
  ],
  ["number max", z.int().max(7), 8, "Pole Pole X może wynosić najwyżej 7", "Pole X can be at most 7"],
  [
    "number range",
    z.number().min(1).max(1.5),
    8,
    "Pole Pole X musi wynosić od 1 do 1,5",
    "Pole X must be between 1 and 1.5",
  ],
  [
    "array exact",
    z.array(z.any()).length(1),
    [],
    "Pole Pole X musi zawierać dokładnie 1 element",
    "Pole X must hold exactly 1 item",
  ],
  [
    "array min",
    z.array(z.any()).min(2),
    [],
    "Pole Pole X musi zawierać co najmniej 2 elementy",
    "Pole X must hold at least 2 items",
  ],
  [
    "array max",
    z.array(z.any()).max(0),
    [1],
    "Pole Pole X może zawierać najwyżej 0 elementów",
    "Pole X can hold at most 0 items",
  ],
  [
    "array range",
    z.array(z.any()).min(2).max(5),
    [1],
    "Pole Pole X musi zawierać od 2 do 5 elementów",
    "Pole X must hold 2 to 5 items",
  ],
  [
    "another rule",
    z.string().refine(() => false),
    "x",
    "Pole Pole X ma nieprawidłową wartość",
    "Pole X has an invalid value",
  ],
];

test.each(cases)("The rule %s has its message in both languages", (_name, schema, value, pl, en) => {
  expect(said("pl", schema, value).map((text) => text.replace(/\u00a0/g, " "))).toEqual([pl]);
  expect(said("en-US", schema, value)).toEqual([en]);
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

test.each(["00123", "K-7/Ł", "123.4", "ż", "=1+1", "12 34", "№ 5"])("The text %s is an MPK", (text) => {
  expect(mpk.parse(text)).toBe(text);
});

test("A text is trimmed, composed and freed of what can't be seen", () => {
  expect(filledText().parse("  Z\u0307o\u0301łw\u200b\r\nx ")).toBe("Żółw x");
  expect(optionalText(5).parse("   ")).toBeUndefined();
  expect(optionalText(5).parse(undefined)).toBeUndefined();
  expect(optionalText(5).parse(" Ewa ")).toBe("Ewa");
});

test("A day is given as year, month, day", () => {
  expect(calendarDate().parse("1.2.2024")).toBe("2024-02-01");
  expect(calendarDate().parse(" 29.02.2024 ")).toBe("2024-02-29");
});

test.each([
  "a@b.pl",
  "jan.kowalski+x@poczta.example.pl",
  "o'neil@example.com",
  "żółw@łódź.pl",
  "a@xn--d-uga0v.xn--p1ai",
])("The text %s is an e-mail address", (text) => {
  expect(newSellerSchema.shape.email.parse(text)).toBe(text);
});

test.each([
  "a",
  "a@b",
  "@b.pl",
  "a@",
  "a b@c.pl",
  "a@b..pl",
  ".a@b.pl",
  "a.@b.pl",
  "a@-b.pl",
  "a@b.p",
  "a@b.pl,c@d.pl",
  "Jan <a@b.pl>",
  "a@b@c.pl",
  "a@1.2.3.4",
  `${"a".repeat(65)}@b.pl`,
])("The text %s is no e-mail address", (text) => {
  expect(newSellerSchema.shape.email.safeParse(text).success).toBe(false);
});

test("An absurdly long address is refused at once", () => {
  const started = performance.now();
  expect(said("pl", newSellerSchema.shape.email, `a@${"a-".repeat(500_000)}`)).toEqual([
    "Pole Pole X może mieć najwyżej 254 znaki",
  ]);
  // In proportion to the square of its length it would be hours.
  expect(performance.now() - started).toBeLessThan(20_000);
});
