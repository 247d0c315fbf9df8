import { afterEach, expect, test, vi } from "vitest";
import { seal } from "~/.server/store/seal";
import { giveOwnStore } from "../../test/support/own-store";
import { FORM_KEY_MAX_AGE_SECONDS, issueFormKey, openFormKey } from "./form-key.server";

giveOwnStore();
afterEach(() => vi.useRealTimers());

test("opens to an id of its own and the person it was rendered for", async () => {
  const keys = [issueFormKey("person"), issueFormKey("person")];
  const [one, two] = await Promise.all(keys.map(openFormKey));
  expect(one).toEqual({ id: expect.stringMatching(/^[\w-]{22}$/), sub: "person", issuedAt: expect.any(Number) });
  expect(Math.abs(Date.now() - (one?.issuedAt ?? 0))).toBeLessThan(60_000);
  expect(two?.id).not.toBe(one?.id);
});

test("lives a day", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(FORM_KEY_MAX_AGE_SECONDS).toBe(86_400);
  const key = issueFormKey("person");
  vi.setSystemTime(Date.now() + FORM_KEY_MAX_AGE_SECONDS * 1000);
  expect(await openFormKey(key)).toBeDefined();
  vi.setSystemTime(Date.now() + 1);
  expect(await openFormKey(key)).toBeUndefined();
});

test("can't be forged from another kind of seal or from a form's content", async () => {
  const content = { id: "x".repeat(22), sub: "person", at: Date.now() };
  const key = issueFormKey("person");
  for (const value of [
    seal(content, "draft"),
    seal({ ...content, sub: "" }, "form key"),
    JSON.stringify(content),
    `${key.slice(0, -2)}AA`,
    "",
    null,
    new File(["x"], "key.txt"),
  ]) {
    expect(await openFormKey(value)).toBeUndefined();
  }
});
