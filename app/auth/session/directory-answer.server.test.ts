import { afterEach, expect, test, vi } from "vitest";
import { database } from "~/.server/db/database";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { recallRole, rememberRole } from "./directory-answer.server";
import { createSession, type LiveSession, loadSession } from "./session.server";

giveOwnDatabase();
afterEach(() => vi.useRealTimers());

test("A role that another process wrote lasts a minute at most", async () => {
  const tokens = { accessToken: "a", idToken: "i", refreshToken: "r" };
  const { key } = await createSession(new Request("http://127.0.0.1/"), { iss: "i", sub: "s" }, tokens);
  const session = (await loadSession(key)) as LiveSession;
  await rememberRole(session, true);
  await (await database()).updateTable("sessions").set({ is_franchisee: 0 }).where("key", "=", key).execute();
  await rememberRole(session, true);
  expect(await recallRole(session)).toBe(false);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await rememberRole(session, true);
  expect(await recallRole(session)).toBe(true);
});
