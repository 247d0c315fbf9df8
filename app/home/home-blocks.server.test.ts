import { expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { HistoryEntry } from "~/domain/history-entry";
import type { JobSummary } from "~/sellers/jobs/job-summary.server";
import { entryOf, NOON, values } from "../../test/support/entries";
import { testEnv } from "../../test/support/test-env";
import {
  attentionOf,
  chartOf,
  countByDay,
  homeBlocks,
  latestOf,
  runsWithoutProblems,
  unresolvedOf,
} from "./home-blocks.server";

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

test("A job that waits or has something to be checked needs attention", () => {
  const job = {
    kind: "job",
    id: "1",
    at: 0,
    title: "",
    facts: [] as string[],
    isRunning: true,
    hasProblems: false,
  } as const;
  expect(runsWithoutProblems(job)).toBe(true);
  expect(runsWithoutProblems({ ...job, hasProblems: true })).toBe(false);
  expect(runsWithoutProblems({ ...job, isRunning: false })).toBe(false);
  const unknown = { kind: "unknown", id: "2", at: 0, action: "update", sellerId: "s", sellerName: "" } as const;
  expect(runsWithoutProblems(unknown)).toBe(false);
});

test("A job is shown with the time of its end, or of its start if running", () => {
  const job = { id: "1", total: 3, createdAt: 1, counts: { failed: 1 }, endedCount: 3 };
  const at = (progress: Partial<JobSummary>) =>
    attentionOf({ ...job, ...progress } as JobSummary, ((key: string) => key) as FranchiseeContext["t"])?.at;
  expect(at({ state: "running", isOver: false })).toBe(1);
  expect(at({ state: "finished", isOver: true, endedAt: 2 })).toBe(2);
});

const whole = { hasUnansweredSellers: false, hasOmittedChanges: false };

/** The change at this place of a history in which one comes every so many hours. */
const changeOf = (place: number, sub: string, hours: number) =>
  entryOf(`${place}`, { at: NOON - place * hours * 60 * 60_000, by: { sub, name: "Ewa" } });

test("The latest changes are the eight newest rows, across days", () => {
  const entries = Array.from({ length: 20 }, (_, at) => ({
    ...changeOf(at, "other", 6),
    ...(at > 0 && at < 6 ? { jobId: "job" } : {}),
  }));
  const latest = latestOf({ entries, ...whole }, "anna");
  // Of the job one change a day.
  expect(latest.map(({ rows }) => rows.map(({ entries: [first] }) => first?.id))).toEqual([
    ["0", "1"],
    ["3", "6"],
    ["7", "8", "9", "10"],
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

test("Days without any change have no chart, unless some weren't read", () => {
  const entries = [entryOf("1", { at: Date.now() })];
  expect(chartOf({ entries, ...whole })?.days.at(-1)?.count).toBe(1);
  expect(chartOf({ entries: [], ...whole })).toBeNull();
  expect(chartOf({ entries: [], ...whole, hasOmittedChanges: true })?.isPartial).toBe(true);
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

const MINUTE = 60_000;
const entry = (id: string, more: Partial<HistoryEntry> = {}) => entryOf(id, { at: NOON - 5 * MINUTE, ...more });

const DAY = 24 * 60 * MINUTE;
const at = (back: number) => entryOf(`${back}`, { at: NOON - back * DAY });

test("Changes are counted by Warsaw's days, today last, within 30 days", () => {
  const entries = [at(0), at(0), at(1), at(29), at(30), at(31)];
  const { days, isPartial } = countByDay({ entries, ...whole }, NOON);
  expect(days).toHaveLength(30);
  expect(days.filter(({ count }) => count > 0)).toEqual([
    { day: "2026-04-11", count: 1 },
    { day: "2026-05-09", count: 1 },
    { day: "2026-05-10", count: 2 },
  ]);
  expect(isPartial).toBe(false);
});

test("Refused changes and those of unknown outcome aren't counted", () => {
  const entries = [entry("1"), entry("2", { outcome: "failed" }), entry("3", { outcome: "unknown" })];
  expect(countByDay({ entries, ...whole }, NOON).days.at(-1)?.count).toBe(1);
});

test.each([
  ["all were looked at", [at(3)], {}, false],
  ["older ones of these days weren't", [at(3)], { older: "3" }, true],
  ["only older ones than these days weren't", [at(3), at(31)], { older: "31" }, false],
  ["some sellers weren't asked for", [at(31)], { hasOmittedChanges: true }, true],
])("The count says whether it holds all changes: %s", (_why, entries, more, isPartial) => {
  expect(countByDay({ entries, ...whole, ...more }, NOON).isPartial).toBe(isPartial);
});

const since = NOON - 60 * MINUTE;
const ids = (entries: HistoryEntry[]) => unresolvedOf(entries, since).map(({ id }) => id);
const unknown = { outcome: "unknown" } as const;

test("A change of unknown outcome needs attention", () => {
  expect(ids([entry("1"), entry("2", unknown), entry("3", { outcome: "failed" })])).toEqual(["2"]);
});

test.each([
  ["are still under way", { outcome: "inFlight" as const }],
  ["are old", { at: since - 1 }],
  ["are a job's", { jobId: "job" }],
  ["are undone", { undoneBy: "9" }],
])("Changes of unknown outcome don't need attention when they %s", (_why, more) => {
  expect(ids([entry("1", { ...unknown, ...more })])).toEqual([]);
});

test("A seller's later change settles one of unknown outcome", () => {
  const later = entry("2", { sellerId: "s-1" });
  expect(ids([later, entry("1", unknown)])).toEqual([]);
  expect(ids([{ ...later, outcome: "failed" }, entry("1", unknown)])).toEqual(["1"]);
  expect(ids([entry("1", unknown), later])).toEqual(["1"]);
});

test("A creation without an answer is settled by one of the same name", () => {
  const lost = entry("1", { ...unknown, action: "create", sellerId: undefined, sellerName: "Jan" });
  expect(ids([lost])).toEqual(["1"]);
  expect(ids([entry("2", { action: "create", sellerName: "Jan" }), lost])).toEqual([]);
  expect(ids([entry("2", { action: "create", sellerName: "Ala" }), lost])).toEqual(["1"]);
});
