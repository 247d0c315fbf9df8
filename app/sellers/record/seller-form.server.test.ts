import { expect, test } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { newSellerSchema, sellerChangeSchema } from "~/domain/seller-schema";
import { getT } from "~/i18n/i18n.server";
import { formOf } from "../../../test/support/form-of";
import { changeStatus } from "./change-status.server";
import { createSeller } from "./create-seller.server";
import { readSellerForm, refusalErrors, sellerFormState } from "./seller-form.server";
import { updateSeller } from "./update-seller.server";

const t = getT("pl");

const good: [string, string][] = [
  ["displayName", "  Żółta Łódź "],
  ["email", "a@b.pl"],
  ["mpk", "007"],
];

test.each([
  ["on", true],
  ["true", true],
  ["false", false],
  ["", false],
])("The account's state is posted by a ticked box or a word: %j", (posted, accountEnabled) => {
  const said = readSellerForm(formOf([...good, ["accountEnabled", posted]]), sellerChangeSchema, t);
  expect(said.status === "success" && said.value.accountEnabled).toBe(accountEnabled);
});

test("An unknown state of the account is refused", () => {
  const said = readSellerForm(formOf([...good, ["accountEnabled", "maybe"]]), sellerChangeSchema, t);
  expect(said.status === "error" && said.error).toMatchObject({ accountEnabled: [expect.any(String)] });
});

test("Only the form's own fields are read, whatever else is posted", () => {
  const hostile: [string, string | File][] = [
    ...good,
    ["displayName", "second"],
    ["email", new File(["x"], "x.txt")],
    ["id", "other"],
    ["__proto__", "x"],
    ["__proto__.polluted", "x"],
    ["constructor[prototype]", "x"],
    ["mpk[0].deep", "x"],
    ["__intent__", "{"],
    ["__state__", "{"],
  ];
  const submission = readSellerForm(formOf(hostile), newSellerSchema, t);
  expect(submission.status === "success" && submission.value).toEqual({
    displayName: "Żółta Łódź",
    email: "a@b.pl",
    mpk: "007",
  });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("A file in place of a text counts as missing", () => {
  const submission = readSellerForm(formOf([["email", new File(["x"], "x.txt")]]), newSellerSchema, t);
  const reply = submission.reply();
  expect(JSON.parse(JSON.stringify(reply.error))).toMatchObject({ email: ["Pole Adres e-mail jest wymagane"] });
});

test("A typed text comes back as it was typed", () => {
  const reply = readSellerForm(formOf([["email", "  zły  "]]), newSellerSchema, t).reply();
  expect(reply.initialValue).toEqual({ email: "  zły  " });
});

const record = {
  seller: { id: "1", displayName: "A", email: "a@b.pl", mpk: "1", accountEnabled: true },
  raw: {},
};
const visitor = (draft?: FranchiseeContext["draft"], form = new FormData()) =>
  ({ draft, form, t, newFormKey: () => "key" }) as FranchiseeContext;

test("A draft goes before the record, with the version it started from", async () => {
  const { fields, base } = await sellerFormState(visitor(), record);
  expect(fields).toEqual(record.seller);
  const draft = { displayName: "B", mpk: ["2", "3"], base: base?.replace('"A"', '"Old"') ?? "", id: "9" };
  const restored = await sellerFormState(visitor({ id: "d", fields: draft }), record);
  expect(restored).toMatchObject({ fields: { displayName: "B", mpk: "2" }, isFromDraft: true, base: draft.base });
  expect(restored.fields).not.toHaveProperty("id");
  const odd = await sellerFormState(visitor({ id: "d", fields: { base: '{"displayName":1}' } }), record);
  expect(odd.base).toBe(base);
});

test("A write without a payload or an id is refused in words", async () => {
  const created = await createSeller(visitor(undefined, formOf([["formKey", "k"]])), null);
  expect(created).toMatchObject({
    data: { result: { error: { "": [t("problems:incomplete")] } }, formKey: "k" },
    init: { status: 400 },
  });
  const updated = await updateSeller(visitor(undefined, formOf(good)), "", null);
  expect(updated).toMatchObject({ data: { result: { error: { "": [t("problems:incomplete")] } } } });
  const flashes: unknown[] = [];
  const redirect: FranchiseeContext["redirect"] = async (_path, init) => {
    flashes.push(init?.flash?.text);
    return new Response(null, { status: 303 });
  };
  await changeStatus({ ...visitor(), redirect }, "", null);
  expect(flashes).toEqual([t("problems:incomplete")]);
});

test("A text longer than any field is refused, and its beginning given back", () => {
  const posted = formOf([...good.slice(1), ["displayName", "x".repeat(500_000)]]);
  const submission = readSellerForm(posted, newSellerSchema, t);
  const { error, initialValue } = submission.reply();
  expect(error).toEqual({ displayName: [expect.stringContaining("256")] });
  expect(initialValue).toMatchObject({ displayName: "x".repeat(4_000), mpk: "007" });
  expect(JSON.stringify(submission.reply()).length).toBeLessThan(6_000);
});

test("A refusal's texts go to the fields it names, or above the form", () => {
  const refused = (status: number, problem: BackendError["problem"]) =>
    refusalErrors(new BackendError("sellers", "status", { status, problem }), t, "Zajęte");
  expect(refused(400, { errors: { MPK: ["Zły"], DisplayName: ["Za krótka"], region: ["Brak"] } })).toEqual({
    fieldErrors: {
      mpk: [t("problems:fieldRefused", { reason: "Zły" })],
      displayName: [t("problems:fieldRefused", { reason: "Za krótka" })],
    },
    formErrors: ["Brak"],
  });
  expect(refused(400, { title: "Tytuł", detail: "Szczegół", errors: {} }).formErrors).toEqual([
    t("problems:refused"),
    "Szczegół",
  ]);
  expect(refused(400, undefined)).toEqual({ fieldErrors: {}, formErrors: [t("problems:refused")] });
  expect(refused(409, { errors: { email: ["Jest już"] } })).toEqual({
    fieldErrors: { email: [t("problems:fieldRefused", { reason: "Jest już" })] },
    formErrors: ["Zajęte"],
  });
});
