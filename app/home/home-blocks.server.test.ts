import { expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { testEnv } from "../../test/support/test-env";
import { homeBlocks } from "./home-blocks.server";

Object.assign(process.env, testEnv());

const refused = () => Promise.reject(new BackendError("sellers", "unauthorized"));

vi.mock("~/sellers/write/history-journal.server", async (load) => ({
  ...(await load<object>()),
  listHistory: () => refused(),
}));
vi.mock("~/sellers/jobs/job-store.server", async (load) => ({ ...(await load<object>()), jobsOf: () => refused() }));

test("no block rejects, whatever becomes of what it asks for: each is told as not known", async () => {
  const ctx = { sellers: { list: refused }, session: { sub: "anna" }, t: (key: string) => key };
  const { counts, latest, attention } = homeBlocks(ctx as unknown as FranchiseeContext);
  expect(await Promise.all([counts, latest, attention])).toEqual([{ known: false, why: "refused" }, null, null]);
});
