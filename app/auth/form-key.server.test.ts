import { afterEach, expect, test, vi } from "vitest";
import { seal } from "~/.server/db/seal";
import { giveOwnDatabase } from "../../test/support/own-database";
import { FORM_KEY_MAX_AGE_SECONDS, issueFormKey, openFormKey, validFormKey } from "./form-key.server";

giveOwnDatabase();
afterEach(() => vi.useRealTimers());

test("A form's key opens to its own id and its person", () => {
  const keys = [issueFormKey("person"), issueFormKey("person")];
  const [one, two] = keys.map(openFormKey);
  expect(one).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), sub: "person", at: expect.any(Number) });
  expect(Math.abs(Date.now() - (one?.at ?? 0))).toBeLessThan(60_000);
  expect(two?.id).not.toBe(one?.id);
});

test("A posted form's key is valid for its own person alone", () => {
  const form = new FormData();
  expect(validFormKey({ form, session: { sub: "person" } })).toBeUndefined();
  form.set("formKey", issueFormKey("person"));
  expect(validFormKey({ form, session: { sub: "another" } })).toBeUndefined();
  expect(validFormKey({ form, session: { sub: "person" } })).toMatchObject({ sub: "person" });
});

test("A form's key lives a day", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(FORM_KEY_MAX_AGE_SECONDS).toBe(86_400);
  const key = issueFormKey("person");
  vi.setSystemTime(Date.now() + FORM_KEY_MAX_AGE_SECONDS * 1000);
  expect(openFormKey(key)).toBeDefined();
  vi.setSystemTime(Date.now() + 1);
  expect(openFormKey(key)).toBeUndefined();
});

test("A form's key can't be forged from another seal or a form's content", () => {
  const content = { id: "x".repeat(22), sub: "person", at: Date.now() };
  const key = issueFormKey("person");
  for (const value of [
    seal(content, "draft"),
    seal({ ...content, sub: "" }, "form key"),
    JSON.stringify(content),
    `${key.slice(0, -5)}${key.at(-5) === "A" ? "B" : "A"}${key.slice(-4)}`,
    "",
    null,
    new File(["x"], "key.txt"),
  ]) {
    expect(openFormKey(value)).toBeUndefined();
  }
});
