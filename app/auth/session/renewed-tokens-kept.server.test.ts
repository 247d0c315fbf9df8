import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DatabaseFull, DatabaseUnavailable } from "~/.server/db/database";
import { InvalidGrant } from "~/auth/provider/provider-errors.server";
import { refreshTokens, revokeTokens } from "~/auth/provider/token-requests.server";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { finishRenewals, renewSession } from "./renewal.server";
import { createSession, endSession, loadSession, replaceSession } from "./session.server";

vi.mock("~/auth/provider/token-requests.server");
// Short pauses end at once, and whoever waits for a renewal is patient.
vi.mock("node:timers/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:timers/promises")>();
  return { ...real, setTimeout: (ms: number) => (ms < 1_000 ? real.setImmediate() : new Promise(() => {})) };
});
vi.mock("./session.server", async (importOriginal) => {
  const original = await importOriginal<typeof import("./session.server")>();
  return { ...original, replaceSession: vi.fn(original.replaceSession) };
});

giveOwnDatabase();

/** A provider that takes each refresh token once. */
let good: string;
const issued = () => {
  good = randomUUID();
  return {
    accessToken: `access of ${good}`,
    refreshToken: good,
    tokenExpiresAt: Date.now() + 3_600_000,
    tokenLifetimeSeconds: 3_600,
  };
};
beforeEach(() => {
  vi.mocked(refreshTokens).mockImplementation(async (token) => {
    if (token !== good) throw new InvalidGrant("The refresh token is spent");
    return issued();
  });
});
afterEach(() => {
  vi.clearAllMocks();
});

async function begun(): Promise<{ key: string; stale: string }> {
  const tokens = { ...issued(), idToken: "id" };
  const person = { iss: "https://login.example", sub: "anna" };
  const { key } = await createSession(new Request("http://127.0.0.1/"), person, tokens);
  return { key, stale: tokens.accessToken };
}

/** The database doesn't take renewed tokens so many times. */
function refused(error: Error, times: number): void {
  for (let time = 0; time < times; time += 1) vi.mocked(replaceSession).mockRejectedValueOnce(error);
}

const renewed = () => `access of ${good}`;

test("Tokens renewed without the database are stored once it is back", async () => {
  const { key, stale } = await begun();
  refused(new DatabaseUnavailable(new Error("failing over")), 12);
  expect(await renewSession(key, stale)).toMatchObject({ accessToken: renewed() });
  expect(replaceSession).toHaveBeenCalledTimes(13);
  expect(await loadSession(key)).toMatchObject({ accessToken: renewed(), refreshToken: good });
  expect(refreshTokens).toHaveBeenCalledOnce();
});

test("Tokens that a full database refuses are stored before the next renewal", async () => {
  const { key, stale } = await begun();
  refused(new DatabaseFull(new Error("full")), 8);
  await expect(renewSession(key, stale)).rejects.toThrow(DatabaseFull);
  expect(await loadSession(key)).toMatchObject({ accessToken: stale });
  // Also for whoever still has the token before that one.
  expect(await renewSession(key, "an older one")).toMatchObject({ accessToken: renewed() });
  expect(await loadSession(key)).toMatchObject({ accessToken: renewed(), refreshToken: good });
  expect(refreshTokens).toHaveBeenCalledOnce();
});

test("A stopping server stores kept tokens and revokes those signed out", async () => {
  const [staying, leaving] = [await begun(), await begun()];
  const goodOf = new Map<string, string>();
  for (const { key, stale } of [leaving, staying]) {
    good = (await loadSession(key))?.refreshToken as string;
    refused(new DatabaseFull(new Error("full")), 8);
    await expect(renewSession(key, stale)).rejects.toThrow(DatabaseFull);
    goodOf.set(key, good);
  }
  await endSession(leaving.key, "signedOut");
  await finishRenewals();
  expect(await loadSession(staying.key)).toMatchObject({ refreshToken: goodOf.get(staying.key) });
  expect(await loadSession(leaving.key)).toBeUndefined();
  expect(vi.mocked(revokeTokens).mock.calls).toMatchObject([[{ refreshToken: goodOf.get(leaving.key) }]]);
});
