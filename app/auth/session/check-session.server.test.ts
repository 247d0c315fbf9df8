import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { readExpiry } from "~/auth/session/session-headers";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { checkSession } from "./check-session.server";
import {
  createSession,
  type LiveSession,
  loadSession,
  replaceSession,
  sessionKey,
  touchSession,
} from "./session.server";
import { action } from "./session-poll.route";

const SECOND = 1_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 8);

const limits = { APP_URL: "https://panel.example.pl", SESSION_IDLE_MINUTES: "30", SESSION_MAX_HOURS: "1" };
giveOwnDatabase("sqlite", limits);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  return () => vi.useRealTimers();
});
const passTo = (ms: number) => vi.setSystemTime(START + ms);
const ask = (cookie = "") => new Request("https://panel.example.pl/", { headers: { cookie } });

async function signIn(tokens: { refreshToken?: string; tokenLifetimeSeconds: number }): Promise<Request> {
  const issued = {
    accessToken: "access",
    idToken: "id",
    tokenExpiresAt: START + tokens.tokenLifetimeSeconds * SECOND,
    ...tokens,
  };
  const { cookie } = await createSession(ask(), { iss: "https://login.example.pl/", sub: "person-1" }, issued);
  return ask(cookie.split(";", 1)[0]);
}

/** What the session check says of the session's end. */
async function endSaidTo(request: Request) {
  const { status, headers } = await checkSession(request.headers.get("Cookie"));
  expect(status).toBe(204);
  return readExpiry(headers?.["Panel-Session-Ends"] ?? null);
}

const tokens = { refreshToken: "refresh", tokenLifetimeSeconds: 600 };

it("The idle limit shows two minutes before, until the session is used", async () => {
  const request = await signIn(tokens);
  passTo(28 * MINUTE - SECOND);
  expect(await endSaidTo(request)).toBeNull();
  passTo(28 * MINUTE);
  expect(await endSaidTo(request)).toEqual({ limit: "idle", at: START + 30 * MINUTE });
  await touchSession(request);
  expect(await endSaidTo(request)).toBeNull();
});

it("The absolute limit shows two minutes before, whatever the use", async () => {
  const request = await signIn(tokens);
  for (const minute of [9.5, 25, 45, 57]) {
    passTo(minute * MINUTE);
    await touchSession(request);
    expect(await endSaidTo(request)).toBeNull();
  }
  passTo(58 * MINUTE);
  await touchSession(request);
  expect(await endSaidTo(request)).toEqual({ limit: "fixed", at: START + 60 * MINUTE });
});

it("A request to stay signed in moves the idle limit", async () => {
  const request = await signIn({ refreshToken: "refresh", tokenLifetimeSeconds: 3600 });
  passTo(29 * MINUTE);
  const post = (headers: Headers) =>
    action({ request: new Request(request.url, { method: "POST", headers }), params: {}, context: {} });
  const answer = await post(request.headers);
  expect([answer.status, answer.headers.has("Panel-Session-Ends")]).toEqual([204, false]);
  expect((await loadSession(sessionKey(request) as string))?.idleEndsAt).toBe(START + 59 * MINUTE);
  expect((await post(new Headers())).status).toBe(401);
});

it("The token's end shows if the hidden frame hasn't renewed it", async () => {
  const request = await signIn({ tokenLifetimeSeconds: 600 });
  passTo(10 * MINUTE - 50 * SECOND);
  expect(await endSaidTo(request)).toBeNull();
  passTo(10 * MINUTE - 49 * SECOND);
  expect(await endSaidTo(request)).toEqual({ limit: "fixed", at: START + 10 * MINUTE });
});

it("No end shows after another process has renewed the session", async () => {
  const request = await signIn({ tokenLifetimeSeconds: 600 });
  expect(await endSaidTo(request)).toBeNull();
  passTo(10 * MINUTE - 20 * SECOND);
  expect(await endSaidTo(request)).not.toBeNull();
  const session = await loadSession(sessionKey(request) as string);
  if (session) await replaceSession({ ...session, tokenExpiresAt: START + 20 * MINUTE });
  expect(await endSaidTo(request)).toBeNull();
});

it("A very short idle limit shows only in its second half", async () => {
  vi.resetModules();
  vi.stubEnv("SESSION_IDLE_MINUTES", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { nearExpiry } = await import("./check-session.server");
  const session = (idleEndsAt: number) =>
    ({ endsAt: START + 60 * MINUTE, refreshToken: "refresh", idleEndsAt }) as LiveSession;
  expect(nearExpiry(session(START + 31 * SECOND))).toBeNull();
  expect(nearExpiry(session(START + 30 * SECOND))).toEqual({ limit: "idle", at: START + 30 * SECOND });
});

it.each([null, "", "idle=", "fixed=soon", "other=1", "idle=1;fixed=2"])("The header %j holds no end", (text) => {
  expect(readExpiry(text)).toBeNull();
});
