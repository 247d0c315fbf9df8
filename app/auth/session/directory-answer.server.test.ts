import { afterEach, expect, test, vi } from "vitest";
import { store } from "~/.server/store/open-store";
import { giveOwnStore } from "../../../test/support/own-store";
import { rememberedRole, rememberRole } from "./directory-answer.server";
import type { LiveSession } from "./session.server";

giveOwnStore();
afterEach(() => vi.useRealTimers());

const session = { key: "k1", endsAt: Date.now() + 3_600_000, refreshToken: "r" } as LiveSession;

test("a role written by another process is replaced by the directory's within a minute", async () => {
  await rememberRole(session, true);
  await (await store()).put("role-k1", "none", 60);
  const put = vi.spyOn(await store(), "put");
  await rememberRole(session, true);
  expect(put).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  await rememberRole(session, true);
  expect(await rememberedRole(session)).toBe(true);
});
