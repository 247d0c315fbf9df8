import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { seal } from "~/.server/db/seal";
import { env } from "~/.server/env";
import { sessionsEnded } from "~/.server/metrics";
import { closeStore, StoreFull, StoreUnavailable, store } from "~/.server/store/open-store";
import { testEnv } from "../../../test/support/test-env";
import { checkSession } from "./check-session.server";
import { keepFallbackProfile, rememberRole } from "./directory-answer.server";
import {
  besideSession,
  createSession,
  endOf,
  endSession,
  findSession,
  type LiveSession,
  loadSession,
  replaceSession,
  sessionKey,
  sessionLives,
} from "./session.server";
import { forgetSessionsOf, indexSession, sessionsOf } from "./session-index.server";

const folder = mkdtempSync(join(tmpdir(), "panel-session-"));
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 5, 8);

beforeAll(() => {
  const limits = { SESSION_IDLE_MINUTES: "30", SESSION_MAX_HOURS: "8" };
  Object.assign(process.env, testEnv({ APP_URL: "https://panel.example.pl", STORE_URL: `lmdb:${folder}`, ...limits }));
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await closeStore();
  rmSync(folder, { recursive: true, force: true });
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const person = { iss: "https://login.example.pl/", sub: "person-1", sid: "sid-1", name: "Łucja" };
const tokens = { accessToken: "access", idToken: "id", refreshToken: "refresh", expiresAt: START + 8 * 60 * MINUTE };
const ask = (cookie = "") => new Request("https://panel.example.pl/", { headers: { cookie } });

async function signIn(given: Partial<typeof tokens> = {}, cookie?: string): Promise<{ request: Request; key: string }> {
  const { cookie: set } = await createSession(ask(cookie), person, { ...tokens, ...given });
  const request = ask(set.split(";", 1)[0]);
  return { request, key: sessionKey(request) as string };
}

it("of another shape opens nothing without an error, and unknown fields don't matter", async () => {
  const { request, key } = await signIn();
  const { idleEndsAt: _idle, ...known } = (await loadSession(key)) as LiveSession;
  const records = await store();
  const put = async (content: object) => records.put(key, seal(content, key), 600);
  await put({ ...known, version: 2, devices: [] });
  expect(await findSession(request)).toMatchObject({ sub: "person-1", accessToken: "access" });
  for (const shape of [
    { ...known, accessToken: { value: "access" } },
    { ...known, endsAt: "later" },
    { key, issuer: known.issuer },
  ]) {
    await put(shape);
    expect(await findSession(request)).toBeUndefined();
  }
});

it("its end deletes its side records", async () => {
  const { key } = await signIn();
  const session = (await loadSession(key)) as LiveSession;
  await rememberRole(session, true);
  await keepFallbackProfile(session, { jobTitle: "FRANCZYZOBIORCA" });
  const records = await store();
  const beside = Object.values(besideSession).map((keyOf) => keyOf(key));
  expect(await records.getMany(beside)).toEqual(beside.map(() => expect.any(String)));
  await endSession(key, "signedOut");
  expect(await records.getMany([key, ...beside])).toEqual([key, ...beside].map(() => undefined));
});

it("the check of open pages sees the session's end", async () => {
  const { request, key } = await signIn();
  const cookie = request.headers.get("Cookie");
  const lives = { status: 204, headers: { "Panel-Person": expect.stringMatching(/^[\w-]{16}$/) } };
  expect(await checkSession(cookie)).toEqual(lives);
  await endSession(key, "signedOut");
  expect(await checkSession(cookie)).toEqual({ status: 401 });
});

describe("the idle limit", () => {
  it("ends a session that nobody used for its length", async () => {
    const { request } = await signIn();
    later(30 * MINUTE - 1_000);
    expect(await sessionLives(request)).toBe(true);
    later(2_000);
    expect(await sessionLives(request)).toBe(false);
    expect(await findSession(request)).toBeUndefined();
  });

  it("moves with use, again and again", async () => {
    const { request } = await signIn();
    for (let use = 0; use < 6; use++) {
      later(25 * MINUTE);
      expect(await findSession(request)).toBeDefined();
    }
    later(31 * MINUTE);
    expect(await findSession(request)).toBeUndefined();
  });

  it("doesn't move by the session check or by reading without use", async () => {
    const { request, key } = await signIn();
    for (let check = 0; check < 29; check++) {
      later(MINUTE);
      expect(await sessionLives(request)).toBe(true);
      expect(await loadSession(key)).toBeDefined();
    }
    later(2 * MINUTE);
    expect(await sessionLives(request)).toBe(false);
  });

  it("is written once a minute at most", async () => {
    const { request } = await signIn();
    const writes = vi.spyOn(await store(), "updateIfPresent");
    for (let use = 0; use < 59; use++) {
      later(1_000);
      await findSession(request);
    }
    expect(writes).not.toHaveBeenCalled();
    later(1_000);
    await findSession(request);
    expect(writes).toHaveBeenCalledTimes(1);
    writes.mockRestore();
  });

  it("that a full store can't move doesn't stop reading, and other errors are thrown", async () => {
    const { request } = await signIn();
    const before = (await findSession(request))?.idleEndsAt;
    later(5 * MINUTE);
    const write = vi.spyOn(await store(), "updateIfPresent").mockRejectedValueOnce(new StoreFull(new Error("full")));
    expect((await findSession(request))?.idleEndsAt).toBe(before);
    write.mockRejectedValueOnce(new StoreUnavailable(new Error("down")));
    await expect(findSession(request)).rejects.toThrow(StoreUnavailable);
    write.mockRestore();
    expect((await findSession(request))?.idleEndsAt).toBe(Date.now() + 30 * MINUTE);
  });

  it("never brings back a session that was ended", async () => {
    const { request, key } = await signIn();
    later(5 * MINUTE);
    const db = await store();
    const update = db.updateIfPresent.bind(db);
    vi.spyOn(db, "updateIfPresent").mockImplementationOnce(async (...given) => {
      await endSession(key, "signedOut");
      return update(...given);
    });
    await findSession(request);
    expect(await sessionLives(request)).toBe(false);
    vi.restoreAllMocks();
  });
});

describe("the absolute limit", () => {
  it("ends a session however much it is used", async () => {
    const { request } = await signIn();
    for (let use = 0; use < 23; use++) {
      later(20 * MINUTE);
      expect(await findSession(request)).toBeDefined();
    }
    later(20 * MINUTE + 1_000);
    expect(await findSession(request)).toBeUndefined();
  });

  it("is the access token's end if nothing renews it", async () => {
    const { request } = await signIn({ refreshToken: undefined, expiresAt: START + 10 * MINUTE });
    expect((await findSession(request))?.sub).toBe("person-1");
    later(10 * MINUTE + 1_000);
    expect(await sessionLives(request)).toBe(false);
  });
});

it("a session ends with its access token only if that end is known and nothing renews it", () => {
  const record = { endsAt: 100 } as LiveSession;
  expect(endOf(record)).toBe(100);
  expect(endOf({ ...record, expiresAt: 50 })).toBe(50);
  expect(endOf({ ...record, expiresAt: 200 })).toBe(100);
  expect(endOf({ ...record, expiresAt: 50, refreshToken: "r" })).toBe(100);
});

it("a token response without a scope grants the requested one", async () => {
  const { key } = await signIn();
  expect((await loadSession(key))?.scope).toBe(env().OIDC_SCOPE);
  const { cookie } = await createSession(ask(), person, { ...tokens, scope: "openid" });
  expect((await findSession(ask(cookie.split(";", 1)[0])))?.scope).toBe("openid");
});

it("its end is counted by its reason, once", async () => {
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

it("only a session's id gives a key", () => {
  const id = "x".repeat(43);
  expect(sessionKey(ask())).toBeUndefined();
  for (const odd of ["", `${id}x`, id.slice(1), `${id.slice(1)}.`])
    expect(sessionKey(ask(`__Host-session=${odd}`))).toBeUndefined();
  expect(sessionKey(ask(`__Host-session=${id}`))).toMatch(/^session:[\w-]{43}$/);
});

describe("a record in the store", () => {
  it("left by another provider's configuration opens nothing", async () => {
    const { request, key } = await signIn();
    const { idleEndsAt: _idle, ...session } = (await loadSession(key)) as LiveSession;
    const db = await store();
    const put = async (issuer: string) => db.put(key, seal({ ...session, issuer }, key), 3600);
    await put("https://another.example/");
    expect(await findSession(request)).toBeUndefined();
    await put(session.issuer);
    expect(await findSession(request)).toBeDefined();
  });

  it("holds no readable id, token or name", async () => {
    const { request, key } = await signIn();
    const raw = (await (await store()).get(key)) as string;
    const id = (request.headers.get("cookie") as string).split("=")[1] as string;
    for (const text of [id, "refresh", "person-1", "Łucja"]) expect(key + raw).not.toContain(text);
  });

  it("moved under another key opens nothing", async () => {
    const first = await signIn();
    const second = await signIn();
    const db = await store();
    await db.put(second.key, (await db.get(first.key)) as string, 3600);
    expect(await findSession(second.request)).toBeUndefined();
  });

  it("sealed for another place, or not at all, opens nothing", async () => {
    const { request, key } = await signIn();
    const session = (await loadSession(key)) as LiveSession;
    const db = await store();
    for (const forged of [seal(session, "draft"), JSON.stringify(session), "", "x"]) {
      await db.put(key, forged, 3600);
      expect(await findSession(request)).toBeUndefined();
    }
  });

  it("isn't written again once the session has ended", async () => {
    const { key } = await signIn();
    const session = (await loadSession(key)) as LiveSession;
    await endSession(key, "signedOut");
    expect(await replaceSession({ ...session, accessToken: "renewed" })).toBe(false);
    expect(await loadSession(key)).toBeUndefined();
  });
});

it("a sign-in ends the browser's earlier session, whoever's it was, and is found by sub and sid", async () => {
  const first = await signIn();
  const second = await signIn({}, first.request.headers.get("cookie") as string);
  expect(await sessionLives(first.request)).toBe(false);
  expect(await sessionLives(second.request)).toBe(true);
  expect(await sessionsOf({ sub: "person-1" })).toContain(second.key);
  expect(await sessionsOf({ sid: "sid-1" })).toContain(second.key);
  expect(await sessionsOf({ sub: "sid-1" })).toEqual([]);
});

it("a session can be found for as long as it may live", async () => {
  const append = vi.spyOn(await store(), "append");
  await indexSession({ key: "session:1", sub: "a", sid: "b" });
  expect(append.mock.calls.map(([, key, seconds]) => [key, seconds])).toEqual(Array(2).fill(["session:1", 8 * 3600]));
  append.mockRestore();
});

it("a person has 200 live sessions at most, and a further one ends the oldest", async () => {
  const begin = async (sub: string) => {
    later(1);
    const { cookie, key } = await createSession(ask(), { ...person, sub }, tokens);
    return { key, lives: () => sessionLives(ask(cookie.split(";", 1)[0])) };
  };
  const other = await begin("one");
  const first = await begin("many");
  // The provider's session is another one by now.
  await indexSession({ key: first.key, sub: "many", sid: "sid-2" });
  const ended = [];
  for (let n = 0; n < 10; n += 1) ended.push(await begin("many"));
  for (const { key } of ended) await endSession(key, "signedOut");
  // So long after they began that they could not be sessions which are only being begun.
  later(3 * MINUTE);
  const next = await begin("many");
  const rest = [next, ...(await Promise.all(Array.from({ length: 198 }, () => begin("many"))))];
  expect(await first.lives()).toBe(true);
  expect((await sessionsOf({ sub: "many" })).sort()).toEqual([first, ...rest].map(({ key }) => key).sort());
  const before = (await sessionsEnded.get()).values.find(({ labels }) => labels.reason === "tooMany")?.value ?? 0;
  await begin("many");
  await begin("many");
  const lives = await Promise.all([first, ...rest].map((one) => one.lives()));
  expect(lives).toEqual([false, false, ...rest.slice(1).map(() => true)]);
  expect((await sessionsEnded.get()).values.find(({ labels }) => labels.reason === "tooMany")?.value).toBe(before + 2);
  expect(await sessionsOf({ sub: "many" })).toHaveLength(200);
  expect(await other.lives()).toBe(true);
});

it("more sessions of one person than a page of the index are all found", async () => {
  await indexSession({ key: "session:other", sub: "other" });
  for (const all of [400, 450]) {
    const keys = Array.from({ length: all }, (_none, number) => `session:${number}`);
    await Promise.all(keys.map((key) => indexSession({ key, sub: "busy" })));
    expect(new Set(await sessionsOf({ sub: "busy" })).size).toBe(all);
    await forgetSessionsOf({ sub: "busy" });
    expect(await sessionsOf({ sub: "busy" })).toEqual([]);
  }
  expect(await sessionsOf({ sub: "other" })).toEqual(["session:other"]);
});
