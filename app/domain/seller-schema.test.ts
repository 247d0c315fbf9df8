import { expect, it } from "vitest";
import {
  filledText,
  newSellerSchema,
  optionalText,
  parseLoadedValues,
  printLoadedValues,
  sellerChangeSchema,
  textSchema,
} from "./seller-schema";

const good = { displayName: "Żółta Łódź", email: "a@b.pl", mpk: "007" };
const full = { ...good, firstName: "Ewa", surname: "Łoś" };
/** The fields that a seller is refused for. */
const refused = (seller: object) =>
  newSellerSchema.safeParse({ ...good, ...seller }).error?.issues.map(({ path }) => path.join(".")) ?? [];

it("A new seller's fields are cleaned, and nothing else is taken", () => {
  expect(newSellerSchema.parse({ ...full, displayName: " Żółta Łódź ", id: "9", accountEnabled: true })).toEqual(full);
  expect(newSellerSchema.parse({ ...good, firstName: " ", surname: "" })).toEqual(good);
});

it("A seller needs a name, an address and an MPK", () => {
  expect(newSellerSchema.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual([
    "displayName",
    "email",
    "mpk",
  ]);
});

it.each([
  ["displayName", 256],
  ["firstName", 64],
  ["surname", 64],
  ["mpk", 64],
])("The field %s has at most %i characters", (field, max) => {
  expect(refused({ [field]: "x".repeat(max) })).toEqual([]);
  expect(refused({ [field]: "x".repeat(max + 1) })).toEqual([field]);
});

it("An MPK is any text with a letter or digit in it", () => {
  for (const mpk of ["7", "ż", "-1-", "A/12.3", "--x", "x--", "00012", "Ⅷ"]) expect(refused({ mpk })).toEqual([]);
  for (const mpk of ["-", "...", "/-/"]) expect(refused({ mpk })).toEqual(["mpk"]);
});

it.each(["letterOrDigit", "email"] as const)("An optional text with the format %s may be blank", (format) => {
  const schema = textSchema({ isRequired: false, maxLength: 20, format });
  expect([schema.parse("  "), schema.parse(undefined)]).toEqual([undefined, undefined]);
  expect(schema.safeParse("-").success).toBe(false);
});

it("A box that isn't sent is unticked", () => {
  expect(sellerChangeSchema.parse(good)).toEqual({ ...good, accountEnabled: false });
  expect(sellerChangeSchema.parse({ ...good, accountEnabled: true })).toEqual({ ...good, accountEnabled: true });
});

it("An address is refused first as missing, then too long, then malformed", () => {
  const firstIssues = (email: string) => newSellerSchema.safeParse({ ...good, email }).error?.issues;
  expect(firstIssues("  ")).toMatchObject([{ code: "custom", params: { rule: "whitespace" } }]);
  expect(firstIssues("a".repeat(255))).toMatchObject([{ code: "too_big" }]);
  expect(firstIssues("a".repeat(254))).toMatchObject([{ code: "custom", params: { expected: "email" } }]);
  expect(newSellerSchema.parse({ ...good, email: " a@b.pl " }).email).toBe("a@b.pl");
});

it("An address and an MPK lose invisible characters, and a name doesn't", () => {
  const hidden = { displayName: "می\u200Cخواهم", email: "j\u200Da\uFE0Fn@ex\u180Bample.pl", mpk: "0\u200C07\u{E0100}" };
  expect(newSellerSchema.parse(hidden)).toEqual({ displayName: "می\u200Cخواهم", email: "jan@example.pl", mpk: "007" });
  expect(refused({ email: "jan\u2800@example.pl" })).toEqual(["email"]);
});

it.each(["\u{1D159}", "\uFFFC", "\uFFFD", "\uE000", "\u035F", "\u0378"])(
  "An address and an MPK with the unreadable character %j are refused",
  (character) => {
    const [email, mpk] = [`ja${character}n@b.pl`, `0${character}07`];
    expect(refused({ email, mpk, displayName: `Jan${character}` })).toEqual(["email", "mpk"]);
    const params = { rule: "unreadable" };
    expect(newSellerSchema.safeParse({ ...good, mpk }).error?.issues).toMatchObject([{ code: "custom", params }]);
  },
);

it("Letters of every script, composed accents and signs are readable", () => {
  for (const mpk of ["Za\u0301żółć", "हिन्दी", "№ 7°", "+|=€1", "ไทย"]) expect(refused({ mpk })).toEqual([]);
});

const editable = {
  displayName: "Ewa",
  email: "e@b.pl",
  firstName: "Ewa",
  surname: undefined,
  mpk: "1",
  accountEnabled: true,
};
const text = printLoadedValues({ seller: { id: "9", ...editable }, etag: '"1"', raw: { region: "north" } });

it("Loaded values come back with the editable fields as they were", () => {
  expect(text).not.toContain("north");
  expect(parseLoadedValues(text)).toEqual(editable);
  expect(parseLoadedValues(text.replace("{", '{"id":"9",'))).toEqual(editable);
});

it("A foreign text has no loaded values", () => {
  for (const foreign of [
    undefined,
    null,
    7,
    {},
    [text],
    new File([text], "x"),
    "",
    "x",
    "null",
    "{}",
    text.replace('"1"', "1"),
  ])
    expect(parseLoadedValues(foreign)).toBeUndefined();
});

it("A text beyond a draft's room has no loaded values", () => {
  const padded = (length: number) => text + " ".repeat(length - text.length);
  expect(parseLoadedValues(padded(65_536))).toEqual(editable);
  expect(parseLoadedValues(padded(65_537))).toBeUndefined();
});

it("A required text is refused once when nothing is left", () => {
  const schema = filledText().refine(() => false, "further");
  expect(schema.safeParse(" \u200B").error?.issues).toMatchObject([{ params: { rule: "whitespace" } }]);
});

it("An optional text is cleaned before its length counts", () => {
  expect(optionalText(3).parse("  Ewa  ")).toBe("Ewa");
});
