import { expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { entryOf, NOON, values } from "../../test/support/entries";
import { testEnv } from "../../test/support/test-env";
import { homeBlocks, latestOf } from "./home-blocks.server";

Object.assign(process.env, testEnv());

const refused = () => Promise.reject(new BackendError("sellers", "unauthorized"));

vi.mock("~/sellers/history/visible-history.server", async (load) => ({
  ...(await load<object>()),
  visibleHistory: () => refused(),
}));
vi.mock("~/sellers/jobs/job-store.server", async (load) => ({ ...(await load<object>()), jobsOf: () => refused() }));

test("A block whose request fails is shown as unknown", async () => {
  const ctx = { sellers: { list: refused }, session: { sub: "anna" }, t: (key: string) => key };
  const { counts, activity } = homeBlocks(ctx as unknown as FranchiseeContext);
  expect(await Promise.all([counts, activity])).toEqual([
    { isKnown: false, reason: "notAllowed" },
    { latest: null, daily: null, attention: null, jobs: [], isLive: false },
  ]);
});

const whole = { isLive: false, hasBackendFailed: false, hasOmittedChanges: false };

/** The change at this place of a history in which one comes every so many hours. */
const changeOf = (place: number, sub: string, hours: number) =>
  entryOf(`${place}`, { at: NOON - place * hours * 60 * 60_000, by: { sub, name: "Ewa" } });

test("The latest changes are the six newest rows, across days", () => {
  const entries = Array.from({ length: 20 }, (_, at) => ({
    ...changeOf(at, "other", 6),
    ...(at > 0 && at < 6 ? { jobId: "job" } : {}),
  }));
  const latest = latestOf({ entries, ...whole }, "anna");
  // Of the job one change a day.
  expect(latest.map(({ rows }) => rows.map(({ entries: [first] }) => first?.id))).toEqual([
    ["0", "1"],
    ["3", "6"],
    ["7", "8"],
  ]);
  expect(latest[0]?.rows[0]?.entries[0]?.fields).toEqual([{ field: "mpk", before: "1", after: "0" }]);
});

test("A job that the page shows elsewhere isn't among the latest changes", () => {
  const entries = ["own", "own", undefined].map((jobId, at) => ({
    ...changeOf(at, "anna", 24),
    jobId,
  }));
  const latest = latestOf({ entries, ...whole }, "anna", new Set(["own"]));
  expect(latest.map(({ day, rows }) => [day, rows.length])).toEqual([["2026-05-08", 1]]);
});

test("A job's row counts the others only where all of them were read", () => {
  const own = { by: { sub: "anna", name: "Anna" }, jobId: "own" };
  const anothers = { by: { sub: "other", name: "Ewa" }, jobId: "anothers" };
  const after = { ...values, accountEnabled: false };
  const entries = [own, own, own, anothers, anothers, own].map((of, at) =>
    entryOf(`${at}`, { ...of, at: NOON - at, action: "disable", after }),
  );
  const told = (more: object) =>
    latestOf({ entries, ...whole, ...more }, "anna").flatMap(({ rows }) =>
      rows.map(({ count, isCut }) => (isCut ? "and others" : `and ${count - 1} others`)),
    );
  expect(told({})).toEqual(["and 3 others", "and 1 others"]);
  expect(told({ older: "5" })).toEqual(["and others", "and 1 others"]);
  expect(told({ hasOmittedChanges: true })).toEqual(["and 3 others", "and others"]);
});
