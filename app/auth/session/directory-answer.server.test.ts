import { afterEach, expect, test, vi } from "vitest";
import { database } from "~/.server/db/database";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { passTime } from "../../../test/support/pass-time";
import { storeDirectoryAnswer } from "./directory-answer.server";
import { createSession, type LiveSession, loadSession } from "./session.server";

giveOwnDatabase();
afterEach(() => vi.restoreAllMocks());

test("A role that another process wrote lasts a minute and a half at most", async () => {
  const tokens = { accessToken: "a", idToken: "i", refreshToken: "r" };
  const { key } = await createSession(new Request("http://127.0.0.1/"), { iss: "i", sub: "s" }, tokens);
  const session = (await loadSession(key)) as LiveSession;
  const role = async () => (await loadSession(key))?.wasFranchisee;
  const profile = { jobTitle: "FRANCZYZOBIORCA" };
  await storeDirectoryAnswer(session, profile);
  await (await database()).updateTable("sessions").set({ is_franchisee: 0 }).where("key", "=", key).execute();
  await storeDirectoryAnswer(session, profile);
  expect(await role()).toBe(false);
  await passTime(91_000);
  await storeDirectoryAnswer(session, profile);
  expect(await role()).toBe(true);
});
