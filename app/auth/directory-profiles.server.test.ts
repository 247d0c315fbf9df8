import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { type FaultServer, startFaultServer } from "../../test/support/fault-server";
import { passTime } from "../../test/support/pass-time";
import { testEnv } from "../../test/support/test-env";
import { cachedProfile, directoryProfile, forgetProfile } from "./directory-profiles.server";

const TTL_SECONDS = 60;
let server: FaultServer;
/** Answers that the directory still owes, by the token that asks. */
const waiting: { token: string; response: ServerResponse }[] = [];

beforeAll(async () => {
  server = await startFaultServer((request, response) => {
    waiting.push({ token: request.headers.authorization?.slice("Bearer ".length) ?? "", response });
  });
  Object.assign(process.env, testEnv({ PROFILE_API_URL: server.url, PROFILE_TTL_SECONDS: `${TTL_SECONDS}` }));
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetProfile("anna");
  server.seen.length = 0;
  waiting.length = 0;
});
afterAll(() => server.close());

const tokensOf = (session: string): AccessTokens => ({
  person: "anna",
  current: async () => session,
  renew: async () => undefined,
});
const ask = (session: string) => directoryProfile("anna", session, tokensOf(session));
/** Waits until so many have asked. */
const asked = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count), { timeout: 20_000 });
const answer = (session: string, status: number, displayName?: string, jobTitle = "FRANCZYZOBIORCA") =>
  waiting
    .find(({ token }) => token === session)
    ?.response.writeHead(status)
    .end(JSON.stringify({ Value: { directoryObject: { displayName, jobTitle } } }));
const anna = { displayName: "Anna", jobTitle: "FRANCZYZOBIORCA" };

test("Loaders of one session share a call, whose answer serves everybody", async () => {
  const both = [ask("one"), ask("one")];
  await asked(1);
  expect(cachedProfile("anna")).toBeUndefined();
  answer("one", 200, "Anna");
  expect(await Promise.all(both)).toEqual([anna, anna]);
  expect(await ask("two")).toEqual(anna);
  expect(cachedProfile("anna")).toEqual(anna);
  expect(server.seen).toHaveLength(1);
  await passTime(TTL_SECONDS * 1_000 + 1);
  expect(cachedProfile("anna")).toBeUndefined();
  const later = ask("two");
  await asked(2);
  answer("two", 404);
  expect(await later).toBeNull();
  expect(cachedProfile("anna")).toBeUndefined();
});

test("A refused token doesn't affect another session's own call", async () => {
  const first = ask("old").catch((error: unknown) => error);
  await asked(1);
  const second = ask("new");
  await asked(2);
  answer("old", 401);
  expect(await first).toMatchObject({ kind: "unauthorized" });
  answer("new", 200, "Anna");
  expect(await second).toEqual(anna);
  expect(await ask("old")).toEqual(anna);
});

test("A failure isn't cached", async () => {
  const failed = ask("one").catch((error: unknown) => error);
  await asked(1);
  answer("one", 500);
  expect(await failed).toMatchObject({ status: 500 });
  expect(cachedProfile("anna")).toBeUndefined();
});

test.each([
  ["another job title", 200, "Magazynier"],
  ["no record", 404, undefined],
])("The next request asks anew after %s", async (_, status, title) => {
  const refused = ask("one");
  await asked(1);
  answer("one", status, "Anna", title);
  await refused;
  waiting.length = 0;
  const corrected = ask("one");
  await asked(1);
  answer("one", 200, "Anna");
  expect(await corrected).toEqual(anna);
  expect(server.seen).toHaveLength(2);
});
