import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StoreFull, StoreUnavailable, store } from "~/.server/store/open-store";
import { refreshTokens, revokeTokens } from "~/auth/provider/provider.server";
import { InvalidGrant } from "~/auth/provider/provider-errors.server";
import { giveOwnStore } from "../../../test/support/own-store";
import { renewalsEnded, renewedSession } from "./renewal.server";
import { createSession, endSession, loadSession } from "./session.server";

vi.mock("~/auth/provider/provider.server");

giveOwnStore();

/** A provider that takes each refresh token once. */
let good: string;
const issued = () => {
  good = randomUUID();
  return { accessToken: `access of ${good}`, refreshToken: good, expiresAt: Date.now() + 3_600_000, lifetime: 3_600 };
};
beforeEach(() => {
  vi.mocked(refreshTokens).mockImplementation(async (token) => {
    if (token !== good) throw new InvalidGrant("The refresh token is spent");
    return issued();
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

async function begun(): Promise<{ key: string; stale: string }> {
  const tokens = { ...issued(), idToken: "id" };
  const person = { iss: "https://login.example", sub: "anna" };
  const { key } = await createSession(new Request("http://127.0.0.1/"), person, tokens);
  return { key, stale: tokens.accessToken };
}

/**
 * The store can be asked for its lock and read from, and doesn't take what is renewed so many
 * times.
 */
async function refused(error: Error, times: number) {
  const writing = vi.spyOn(await store(), "updateIfPresent");
  for (let time = 0; time < times; time += 1) writing.mockRejectedValueOnce(error);
  return writing;
}

const renewed = () => `access of ${good}`;

test("tokens renewed while the store is unavailable are stored once it is back, after one request", async () => {
  const { key, stale } = await begun();
  const writing = await refused(new StoreUnavailable(new Error("failing over")), 12);
  expect(await renewedSession(key, stale)).toMatchObject({ accessToken: renewed() });
  expect(writing).toHaveBeenCalledTimes(13);
  expect(await loadSession(key)).toMatchObject({ accessToken: renewed(), refreshToken: good });
  expect(refreshTokens).toHaveBeenCalledOnce();
});

test("tokens that a full store refuses are kept, and stored before the next renewal", async () => {
  const { key, stale } = await begun();
  await refused(new StoreFull(new Error("full")), 8);
  await expect(renewedSession(key, stale)).rejects.toThrow(StoreFull);
  expect(await loadSession(key)).toMatchObject({ accessToken: stale });
  // Also for whoever still has the token before that one.
  expect(await renewedSession(key, "an older one")).toMatchObject({ accessToken: renewed() });
  expect(await loadSession(key)).toMatchObject({ accessToken: renewed(), refreshToken: good });
  expect(refreshTokens).toHaveBeenCalledOnce();
});

test("a stopping server stores the kept tokens, and revokes those of people who signed out", async () => {
  const [staying, leaving] = [await begun(), await begun()];
  const goodOf = new Map<string, string>();
  for (const { key, stale } of [leaving, staying]) {
    good = (await loadSession(key))?.refreshToken as string;
    const writing = await refused(new StoreFull(new Error("full")), 8);
    await expect(renewedSession(key, stale)).rejects.toThrow(StoreFull);
    writing.mockRestore();
    goodOf.set(key, good);
  }
  await endSession(leaving.key, "signedOut");
  await renewalsEnded();
  expect(await loadSession(staying.key)).toMatchObject({ refreshToken: goodOf.get(staying.key) });
  expect(await loadSession(leaving.key)).toBeUndefined();
  expect(vi.mocked(revokeTokens).mock.calls).toMatchObject([[{ refreshToken: goodOf.get(leaving.key) }]]);
});

test("tokens too large for the store aren't kept, so the session ends instead of failing forever", async () => {
  const { key, stale } = await begun();
  await refused(new RangeError("too large"), 1);
  await expect(renewedSession(key, stale)).rejects.toThrow(RangeError);
  expect(await renewedSession(key, stale)).toBeUndefined();
  expect(await loadSession(key)).toBeUndefined();
});
