import { beforeEach, expect, it, vi } from "vitest";
import { database } from "~/.server/db/database";
import { seal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { sessionsEnded } from "~/.server/metrics";
import { onBothEngines } from "../../../test/support/own-database";
import { fallbackProfile, storeDirectoryAnswer } from "./directory-answer.server";
import {
  createSession,
  endSession,
  isSessionAlive,
  type LiveSession,
  loadSession,
  replaceSession,
  sessionKey,
  sessionKeysBy,
  subOfSession,
  touchSession,
} from "./session.server";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 8);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  return () => vi.useRealTimers();
});
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const person = { iss: "https://login.example.pl/", sub: "person-1", sid: "sid-1", name: "Łucja" };
const tokens = {
  accessToken: "access",
  idToken: "id",
  refreshToken: "refresh",
  tokenExpiresAt: START + 8 * 60 * MINUTE,
};
const ask = (cookie = "") => new Request("https://panel.example.pl/", { headers: { cookie } });

async function signIn(given: Partial<typeof tokens> = {}, cookie?: string): Promise<{ request: Request; key: string }> {
  const { cookie: set } = await createSession(ask(cookie), person, { ...tokens, ...given });
  const request = ask(set.split(";", 1)[0]);
  return { request, key: sessionKey(request) as string };
}

const change = async (key: string, columns: object) =>
  (await database()).updateTable("sessions").set(columns).where("key", "=", key).execute();

const limits = { APP_URL: "https://panel.example.pl", SESSION_IDLE_MINUTES: "30", SESSION_MAX_HOURS: "8" };

onBothEngines(() => {
  it("A session is read as it was created or renewed", async () => {
    const { key } = await signIn({ tokenExpiresAt: START + 5 * MINUTE });
    const session = (await loadSession(key)) as LiveSession;
    expect(session).toMatchObject({ ...person, ...tokens, tokenExpiresAt: START + 5 * MINUTE, startedAt: START });
    expect(await replaceSession({ ...session, accessToken: "renewed", sid: "sid-2", tokenLifetimeSeconds: 300 })).toBe(
      true,
    );
    expect(await loadSession(key)).toMatchObject({ accessToken: "renewed", sid: "sid-2", tokenLifetimeSeconds: 300 });
    expect(await sessionKeysBy("sid", "sid-2")).toEqual([key]);
  });

  it("The directory's answers end with the session", async () => {
    const { key } = await signIn();
    const session = (await loadSession(key)) as LiveSession;
    await storeDirectoryAnswer(session, { jobTitle: "FRANCZYZOBIORCA" });
    expect(await loadSession(key)).toMatchObject({ wasFranchisee: true });
    expect(await fallbackProfile(session)).toEqual({ jobTitle: "FRANCZYZOBIORCA" });
    await endSession(key, "signedOut");
    expect(await fallbackProfile(session)).toBeUndefined();
  });

  it("The idle limit ends a session that nobody used for its length", async () => {
    const { request } = await signIn();
    later(30 * MINUTE - 1_000);
    expect(await isSessionAlive(request)).toBe(true);
    later(2_000);
    expect(await isSessionAlive(request)).toBe(false);
    expect(await touchSession(request)).toBeUndefined();
  });

  it("The idle limit moves with use, again and again", async () => {
    const { request } = await signIn();
    for (let use = 0; use < 6; use++) {
      later(25 * MINUTE);
      expect(await touchSession(request)).toBeDefined();
    }
    later(31 * MINUTE);
    expect(await touchSession(request)).toBeUndefined();
  });

  it("The idle limit isn't moved by a session check or a mere read", async () => {
    const { request, key } = await signIn();
    for (let check = 0; check < 29; check++) {
      later(MINUTE);
      expect(await isSessionAlive(request)).toBe(true);
      expect(await loadSession(key)).toBeDefined();
    }
    later(2 * MINUTE);
    expect(await isSessionAlive(request)).toBe(false);
  });

  it("The idle limit is written once a minute at most", async () => {
    const { request, key } = await signIn();
    const first = (await loadSession(key))?.idleEndsAt;
    later(59_000);
    await touchSession(request);
    expect((await loadSession(key))?.idleEndsAt).toBe(first);
    later(1_000);
    await touchSession(request);
    expect((await loadSession(key))?.idleEndsAt).toBe((first ?? 0) + MINUTE);
  });

  it.each([{}, { refreshToken: undefined, tokenExpiresAt: START + 9 * 60 * MINUTE }])(
    "The absolute limit ends a session however much it is used (%j)",
    async (tokens) => {
      const { request } = await signIn(tokens);
      for (let use = 0; use < 23; use++) {
        later(20 * MINUTE);
        expect(await touchSession(request)).toBeDefined();
      }
      later(20 * MINUTE + 1_000);
      expect(await touchSession(request)).toBeUndefined();
    },
  );

  it("The absolute limit is the access token's end if nothing renews it", async () => {
    const { request } = await signIn({ refreshToken: undefined, tokenExpiresAt: START + 10 * MINUTE });
    expect((await touchSession(request))?.sub).toBe("person-1");
    later(10 * MINUTE + 1_000);
    expect(await isSessionAlive(request)).toBe(false);
  });

  it("A token response without a scope grants the requested one", async () => {
    const { key } = await signIn();
    expect((await loadSession(key))?.scope).toBe(env().OIDC_SCOPE);
    const { cookie } = await createSession(ask(), person, { ...tokens, scope: "openid" });
    expect((await touchSession(ask(cookie.split(";", 1)[0])))?.scope).toBe("openid");
  });

  it("A session's end is counted by its reason, once", async () => {
    const ended = async (reason: string) =>
      (await sessionsEnded.get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
    const [before, replaced] = [await ended("provider"), await ended("replaced")];
    const { request, key } = await signIn();
    expect(await endSession(key, "provider")).toBe(true);
    expect(await endSession(key, "provider")).toBe(false);
    expect(await ended("provider")).toBe(before + 1);
    const again = await signIn({}, request.headers.get("cookie") as string);
    expect(await ended("replaced")).toBe(replaced);
    await signIn({}, again.request.headers.get("cookie") as string);
    expect(await ended("replaced")).toBe(replaced + 1);
  });

  it("Only a session's id gives a key", () => {
    const id = "x".repeat(43);
    expect(sessionKey(ask())).toBeUndefined();
    for (const odd of ["", `${id}x`, id.slice(1), `${id.slice(1)}.`])
      expect(sessionKey(ask(`__Host-session=${odd}`))).toBeUndefined();
    expect(sessionKey(ask(`__Host-session=${id}`))).toMatch(/^[\w-]{43}$/);
  });

  it("A session of another provider's configuration opens nothing", async () => {
    const { request, key } = await signIn();
    await change(key, { issuer: "https://another.example/" });
    expect(await touchSession(request)).toBeUndefined();
  });

  it("A stored session holds no readable id or token", async () => {
    const { request, key } = await signIn();
    const row = await (await database()).selectFrom("sessions").selectAll().where("key", "=", key).executeTakeFirst();
    const id = (request.headers.get("cookie") as string).split("=")[1] as string;
    for (const text of [id, '"refresh"', '"access"']) expect(JSON.stringify(row)).not.toContain(text);
  });

  it("A session with foreign or unsealed tokens opens nothing", async () => {
    const [first, second] = [await signIn(), await signIn()];
    const { sealed_tokens: others } = await (await database())
      .selectFrom("sessions")
      .select("sealed_tokens")
      .where("key", "=", first.key)
      .executeTakeFirstOrThrow();
    const { accessToken, idToken } = tokens;
    for (const forged of [others, seal({ accessToken, idToken }, "draft"), JSON.stringify(tokens), "", "x"]) {
      await change(second.key, { sealed_tokens: forged });
      expect(await touchSession(second.request)).toBeUndefined();
      expect([await isSessionAlive(second.request), await subOfSession(second.key)]).toEqual([true, "person-1"]);
    }
  });

  it("A session that has ended isn't written again", async () => {
    const { key } = await signIn();
    const session = (await loadSession(key)) as LiveSession;
    await endSession(key, "signedOut");
    expect(await replaceSession({ ...session, accessToken: "renewed" })).toBe(false);
    expect(await loadSession(key)).toBeUndefined();
  });

  it("A sign-in ends the browser's earlier session, found by sub and sid", async () => {
    const first = await signIn();
    const second = await signIn({}, first.request.headers.get("cookie") as string);
    expect(await isSessionAlive(first.request)).toBe(false);
    expect(await isSessionAlive(second.request)).toBe(true);
    expect(await sessionKeysBy("sub", "person-1")).toContain(second.key);
    expect(await sessionKeysBy("sid", "sid-1")).toContain(second.key);
    expect(await sessionKeysBy("sub", "sid-1")).toEqual([]);
  });

  it("A person has 200 living sessions at most, and a new one ends the oldest", async () => {
    const begin = async (sub: string) => {
      later(1);
      const { cookie, key } = await createSession(ask(), { ...person, sub }, tokens);
      return { key, lives: () => isSessionAlive(ask(cookie.split(";", 1)[0])) };
    };
    const tooMany = async () =>
      (await sessionsEnded.get()).values.find(({ labels }) => labels.reason === "tooMany")?.value ?? 0;
    const before = await tooMany();
    const other = await begin("one");
    const ended = await begin("many");
    await endSession(ended.key, "signedOut");
    const first = await begin("many");
    for (let n = 1; n < 200; n += 1) await begin("many");
    expect(await first.lives()).toBe(true);
    await begin("many");
    expect(await first.lives()).toBe(false);
    expect(await sessionKeysBy("sub", "many")).toHaveLength(200);
    expect(await tooMany()).toBe(before + 1);
    expect(await other.lives()).toBe(true);
  });
}, limits);
