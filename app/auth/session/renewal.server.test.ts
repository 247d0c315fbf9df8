import type * as Timers from "node:timers/promises";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { passTime } from "../../../test/support/pass-time";
import { testEnv } from "../../../test/support/test-env";
import type * as Renewal from "./renewal.server";

/** What LEASE_MS leaves for storing the new tokens. */
const SLOWEST_WRITE_MS = 20_000;
const MINUTE = 60_000;
const HOST = "http://127.0.0.1:1";
const ISSUER = `${HOST}/`;
const session = { key: "session:1", iss: ISSUER, sub: "person", accessToken: "old", refreshToken: "refresh" };
/**
 * `byAnother`: another holder of the lease has renewed it by the time the provider refuses its
 * spent token.
 */
const stored = { session, ended: 0, byAnother: false };
const taken = { leaseMs: 0, heldMs: 0 };
vi.mock("~/.server/db/lease", () => ({
  Lease: {
    async wait(_name: string, leaseMs: number) {
      const from = Date.now();
      const release = async () => void Object.assign(taken, { leaseMs, heldMs: Date.now() - from });
      return { remainingMs: leaseMs, release };
    },
  },
}));
// Nobody loses patience: that is another matter.
vi.mock("node:timers/promises", async (original) => {
  const timers = await original<typeof Timers>();
  const setTimeout = (ms: number) => (ms < 1_000 ? timers.setTimeout(ms) : new Promise(() => undefined));
  return { ...timers, setTimeout };
});
vi.mock("./session.server", () => ({
  loadSession: async () => stored.session,
  endSession: async () => stored.ended++,
  replaceSession: async () => true,
  withTokens: (old: object, tokens: object) => ({ ...old, ...tokens }),
}));

/** What the provider does, and what it was asked. */
let provider: { slow: boolean; spent: boolean; outOfOrder: string[]; asked: string[] };
let keys: { kid: string; pair: Awaited<ReturnType<typeof generateKeyPair>> };
const rotate = async () => {
  keys = { kid: crypto.randomUUID(), pair: await generateKeyPair("RS256") };
};

async function answered(path: string): Promise<Response> {
  if (path === "/keys") return Response.json({ keys: [{ ...(await exportJWK(keys.pair.publicKey)), kid: keys.kid }] });
  if (path !== "/token") {
    const [authorization_endpoint, token_endpoint, jwks_uri] = ["/authorize", "/token", "/keys"].map((at) => HOST + at);
    return Response.json({ issuer: ISSUER, authorization_endpoint, token_endpoint, jwks_uri });
  }
  if (provider.spent) {
    if (stored.byAnother) stored.session = { ...session, accessToken: "another's", refreshToken: "another's" };
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  }
  // Signed with a key that nobody knows yet: the keys are read once more.
  await rotate();
  const id_token = await new SignJWT({ sub: session.sub })
    .setProtectedHeader({ alg: "RS256", kid: keys.kid })
    .setIssuer(ISSUER)
    .setAudience("panel")
    .setIssuedAt()
    .setExpirationTime("5m")
    .sign(keys.pair.privateKey);
  return Response.json({ access_token: "new", token_type: "Bearer", expires_in: 3600, id_token });
}

let renewal: typeof Renewal;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 5, 8) });
  vi.resetModules();
  Object.assign(process.env, testEnv());
  provider = { slow: false, spent: false, outOfOrder: [], asked: [] };
  const deadlines = new Map<unknown, number>();
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const signal = timeout.call(AbortSignal, ms);
    deadlines.set(signal, ms);
    return signal;
  });
  vi.stubGlobal("fetch", async (url: string | URL, { signal }: RequestInit = {}) => {
    const { pathname } = new URL(url);
    provider.asked.push(pathname);
    // In the last instant before it is given up.
    const deadline = deadlines.get(signal) ?? Number.NaN;
    if (provider.slow) vi.setSystemTime(Date.now() + deadline);
    return provider.outOfOrder.some((path) => pathname.startsWith(path))
      ? new Response("out of order", { status: 500 })
      : answered(pathname);
  });
  await rotate();
  renewal = await import("./renewal.server");
  const { providerKeys } = await import("~/auth/provider/provider-keys.server");
  await providerKeys();
  provider.asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each<[string, { ageMs: number; outOfOrder: string[]; renews: boolean }]>([
  ["whose document and keys are read anew", { ageMs: 61 * MINUTE, outOfOrder: [], renews: true }],
  ["whose document can't be read", { ageMs: 61 * MINUTE, outOfOrder: ["/.well-known"], renews: true }],
  ["whose keys grow too old meanwhile", { ageMs: 5 * MINUTE - 1, outOfOrder: [], renews: true }],
  [
    "of which nothing but the token endpoint works",
    { ageMs: 61 * MINUTE, outOfOrder: ["/.well-known", "/keys"], renews: false },
  ],
])("The lease outlasts a renewal at a slow provider %s", async (_name, { ageMs, outOfOrder, renews }) => {
  vi.setSystemTime(Date.now() + ageMs);
  Object.assign(provider, { slow: true, outOfOrder });
  const renewed = await renewal.renewSession(session.key, session.accessToken).catch(() => undefined);
  expect(renewed?.accessToken).toBe(renews ? "new" : undefined);
  expect(provider.asked.at(-1)).toBe("/keys");
  expect(taken.leaseMs).toBeGreaterThanOrEqual(taken.heldMs + SLOWEST_WRITE_MS);
});

/** How often the provider is asked for a token meanwhile. */
async function tokenCalls(act: () => Promise<unknown>): Promise<number> {
  provider.asked = [];
  await act();
  return provider.asked.filter((path) => path === "/token").length;
}

/** Moves both clocks. */
async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await passTime(ms);
}

test("A failed renewal is retried after 5 s", async () => {
  const tries = () => tokenCalls(() => renewal.renewSession(session.key, session.accessToken).catch(() => undefined));
  provider.outOfOrder = ["/token"];
  expect([await tries(), await tries()]).toEqual([1, 0]);
  await pass(5_001);
  expect([await tries(), await tries()]).toEqual([1, 0]);
});

test.each([true, false])("A refused refresh token ends the session unless it was renewed: %s", async (byAnother) => {
  provider.spent = true;
  Object.assign(stored, { session, ended: 0, byAnother });
  const renewed = await renewal.renewSession(session.key, session.accessToken);
  expect(renewed?.accessToken).toBe(byAnother ? "another's" : undefined);
  expect(stored.ended).toBe(byAnother ? 0 : 1);
  stored.session = session;
});
