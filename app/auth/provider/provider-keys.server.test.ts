import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Keys from "./provider-keys.server";

const invalidateMetadata = vi.fn();
const answer = vi.fn<() => Response>();

vi.mock("~/.server/log", () => ({ log: () => ({ warn: () => undefined }) }));
vi.mock("./discovery.server", () => ({
  PROVIDER_TIMEOUT_SECONDS: 10,
  ProviderUnavailable: class ProviderUnavailable extends Error {},
  providerMetadata: async () => ({ jwks_uri: "https://provider.example/keys" }),
  invalidateMetadata: () => invalidateMetadata(),
}));
vi.mock("./provider-fetch.server", () => ({ providerFetch: async () => answer() }));

const MINUTE = 60_000;
const right = () => Response.json({ keys: [] });
const down = () => new Response("out of order", { status: 500 });

let keys: typeof Keys;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5, 8) });
  vi.resetModules();
  vi.clearAllMocks();
  answer.mockImplementation(right);
  keys = await import("./provider-keys.server");
});
afterEach(() => {
  vi.useRealTimers();
});
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("Keys are read once in five minutes", async () => {
  const first = await keys.providerKeys();
  later(5 * MINUTE - 1);
  expect(await keys.providerKeys()).toBe(first);
  later(1);
  expect((await keys.providerKeys()).readAt).toBe(Date.now());
  expect(answer).toHaveBeenCalledTimes(2);
});

test("Keys are read again after the clock was set back", async () => {
  const first = await keys.providerKeys();
  later(-60 * MINUTE);
  expect(await keys.providerKeys()).not.toBe(first);
  expect(await keys.newerKeys(first.readAt, "answer")).toBe(await keys.providerKeys());
  expect(answer).toHaveBeenCalledTimes(2);
});

test("Keys that can't be read again are used, and requested every 30 s", async () => {
  const first = await keys.providerKeys();
  later(5 * MINUTE);
  answer.mockImplementation(down);
  expect(await keys.providerKeys()).toBe(first);
  expect(invalidateMetadata).toHaveBeenCalledOnce();
  later(29_999);
  expect(await keys.providerKeys()).toBe(first);
  expect(answer).toHaveBeenCalledTimes(2);
  later(1);
  answer.mockImplementation(right);
  expect((await keys.providerKeys()).readAt).toBe(Date.now());
});

test("Keys that can't be read again are used for a day at most", async () => {
  await keys.providerKeys();
  answer.mockImplementation(down);
  later(24 * 60 * MINUTE);
  await expect(keys.providerKeys()).resolves.toBeDefined();
  later(30_000);
  await expect(keys.providerKeys()).rejects.toThrow("can't be read");
});

test.each<[string, () => Response]>([
  ["a fault", down],
  ["no JSON", () => new Response("<p>")],
  ["no list", () => Response.json({ keys: {} })],
  [
    "a broken connection",
    () => {
      throw new TypeError("fetch failed");
    },
  ],
])("An unusable key set (%s) is the provider's error", async (_name, given) => {
  const { ProviderUnavailable } = await import("./discovery.server");
  answer.mockImplementation(given);
  await expect(keys.providerKeys()).rejects.toThrow(ProviderUnavailable);
});

test("Keys that are still used don't count as newer", async () => {
  const { readAt } = await keys.providerKeys();
  later(5 * MINUTE);
  answer.mockImplementation(down);
  await keys.providerKeys();
  await expect(keys.newerKeys(readAt, "answer")).rejects.toThrow("can't be read");
  answer.mockImplementation(right);
  expect((await keys.newerKeys(readAt, "answer"))?.readAt).toBe(Date.now());
});

test("Tokens that anybody may have made up use up their own allowance", async () => {
  const asked = async (from: "answer" | "request") => {
    const { readAt } = await keys.providerKeys();
    later(1);
    return (await keys.newerKeys(readAt, from)) !== undefined;
  };
  for (let n = 0; n < 5; n += 1) expect(await asked("request")).toBe(true);
  for (let n = 0; n < 10; n += 1) expect(await asked("request")).toBe(false);
  for (let n = 0; n < 5; n += 1) expect(await asked("answer")).toBe(true);
  expect(await asked("answer")).toBe(false);
  later(15_000);
  expect([await asked("request"), await asked("answer")]).toEqual([true, true]);
  expect([await asked("request"), await asked("answer")]).toEqual([false, false]);
  // Nor does a clock that is set back.
  later(-60 * MINUTE);
  await asked("answer");
  later(15_000);
  expect(await asked("answer")).toBe(true);
});
