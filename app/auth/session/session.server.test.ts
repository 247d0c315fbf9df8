import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeStore, store } from "~/.server/store/open-store";
import { seal } from "~/.server/store/seal";
import { testEnv } from "../../../test/support/test-env";
import { checkSession } from "./check-session.server";
import { keepLastWord } from "./last-word.server";
import { rememberRole } from "./remembered-role.server";
import {
  besideSession,
  createSession,
  endSession,
  findSession,
  type LiveSession,
  loadSession,
  replaceSession,
  sessionKey,
  sessionLives,
} from "./session.server";
import { sessionsOf } from "./session-index.server";

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

it("takes with it what lies beside it in the store", async () => {
  const { key } = await signIn();
  const session = (await loadSession(key)) as LiveSession;
  await rememberRole(session, true);
  await keepLastWord(session, { jobTitle: "FRANCZYZOBIORCA" });
  const records = await store();
  const beside = Object.values(besideSession).map((keyOf) => keyOf(key));
  expect(await records.getMany(beside)).toEqual(beside.map(() => expect.any(String)));
  await endSession(key, "signedOut");
  expect(await records.getMany([key, ...beside])).toEqual([key, ...beside].map(() => undefined));
});

it("the check of open pages opens a session's record once, and sees its end all the same", async () => {
  const { request, key } = await signIn();
  const cookie = request.headers.get("Cookie");
  expect(await checkSession(cookie)).toEqual({ status: 204 });
  await (await store()).put(key, "no record that could be opened", 60);
  expect(await checkSession(cookie)).toEqual({ status: 204 });
  const other = await signIn();
  await (await store()).put(other.key, "no record that could be opened", 60);
  expect(await checkSession(other.request.headers.get("Cookie"))).toEqual({ status: 401 });
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

  it("doesn't move by the session check, nor by a look without use", async () => {
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

  it("is the access token's own end where nothing renews it", async () => {
    const { request } = await signIn({ refreshToken: undefined, expiresAt: START + 10 * MINUTE });
    expect((await findSession(request))?.sub).toBe("person-1");
    later(10 * MINUTE + 1_000);
    expect(await sessionLives(request)).toBe(false);
  });
});

describe("a record in the store", () => {
  it("holds no id, no token and no name that could be read", async () => {
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

  it("sealed for another purpose, or not at all, opens nothing", async () => {
    const { request, key } = await signIn();
    const session = (await loadSession(key)) as LiveSession;
    const db = await store();
    for (const forged of [await seal(session, { purpose: "draft" }), JSON.stringify(session), "", "x"]) {
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

it("a sign-in ends the session that the browser had, whoever's it was, and is found by sub and sid", async () => {
  const first = await signIn();
  const second = await signIn({}, first.request.headers.get("cookie") as string);
  expect(await sessionLives(first.request)).toBe(false);
  expect(await sessionLives(second.request)).toBe(true);
  expect(await sessionsOf({ sub: "person-1" })).toContain(second.key);
  expect(await sessionsOf({ sid: "sid-1" })).toContain(second.key);
  expect(await sessionsOf({ sub: "sid-1" })).toEqual([]);
});

it("more sessions of one person than a page of the index are all found", async () => {
  const { indexSession } = await import("./session-index.server");
  for (let count = 0; count < 450; count++) await indexSession({ key: `session:${count}`, sub: "busy" });
  expect(new Set(await sessionsOf({ sub: "busy" })).size).toBe(450);
});
