import { expect, test, vi } from "vitest";
import { seal } from "~/.server/db/seal";
import { store } from "~/.server/store/open-store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { issueFormKey } from "~/auth/form-key.server";
import type { Translate } from "~/i18n/catalogues";
import { getT } from "~/i18n/i18n.server";
import { anna, finished, giveJobWorld, outcomesOfAll, params, run } from "../../../test/support/job-world";
import { isOver } from "./job";
import { actOnJob } from "./job-action.server";
import { titleOf } from "./job-kinds.server";
import { jobPage } from "./job-page.server";
import { jobStatusOf, progressOf, unfinishedJobs } from "./job-state.server";
import { findJob, itemsOf, jobsOf, storeJob } from "./job-store.server";
import { supervisor } from "./supervisor.server";

/* After a rollback, or while a release is rolled out, this one reads what a later one stored. */

const world = giveJobWorld();

const untranslated = ((key: string) => key) as Translate;
const put = async (key: string, value: unknown) =>
  (await store()).put(key, typeof value === "string" ? value : JSON.stringify(value), 600);

test("a state of a later release pauses the job, and the job isn't over", async () => {
  const id = await world.lay(2);
  await put(`job-state:${id}`, { state: "waitingForApproval", session: world.session, by: "ewa" });
  expect((await jobStatusOf(id))?.state).toBe("paused");
  await run(id);
  expect(world.writes).toEqual([]);
  expect(isOver((await jobStatusOf(id))?.state)).toBe(false);
});

test.each([
  ["no JSON", "eyJhbGciOiJkaXIifQ"],
  ["another shape", { step: 4 }],
  ["null", null],
])("progress stored as %s is ignored: the job begins again and does nothing twice", async (_what, progress) => {
  const id = await world.lay(3);
  await run(id);
  expect(world.writes).toHaveLength(3);
  await put(`job-progress:${id}`, progress);
  await put(`job-state:${id}`, { state: "running", session: world.session, since: 1 });
  expect((await progressOf(id)).chunk).toBe(0);
  await run(id);
  await finished(id);
  expect(world.writes).toHaveLength(3);
  expect((await progressOf(id)).counts).toMatchObject({ done: 3, failed: 0 });
});

test("an item with an outcome of a later release isn't tried again", async () => {
  const id = await world.lay(2);
  const outcomes = [{ result: "postponed", until: 1 }, null];
  await put(`job-outcomes:${id}:0`, seal({ outcomes, more: 1 }, `job-outcomes:${id}:0`));
  await run(id);
  expect(world.writes).toEqual([world.seller(1).id]);
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["unknown", "done"]);
});

test("an item with an outcome of another shape isn't tried again", async () => {
  const id = await world.lay(2);
  const outcomes = [{ result: "done", sellerId: 5 }, null];
  await put(`job-outcomes:${id}:0`, seal({ outcomes }, `job-outcomes:${id}:0`));
  await run(id);
  expect(world.writes).toEqual([world.seller(1).id]);
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["unknown", "done"]);
});

/** The rows of the job's page. */
const told = async (id: string, query = "") => {
  const ctx = { session: anna, t: getT("pl"), newFormKey: () => "" } as unknown as FranchiseeContext;
  const { rows } = await jobPage(ctx, id, new URLSearchParams(query));
  return rows.map(({ name, result, text }) => [name, result ?? "", text]);
};
const UNREADABLE = expect.stringContaining("Zapisu tej pozycji nie można odczytać");
const retry = async (id: string) => {
  const form = new FormData();
  form.set("intent", "retry");
  form.set("formKey", issueFormKey(anna.sub));
  const redirect = async (path: string) => path;
  const given = { form, redirect, t: untranslated, request: new Request("http://127.0.0.1/sellers/jobs") };
  const path = await actOnJob({ ...world.owner, ...given } as unknown as FranchiseeContext, id);
  return String(path).split("/").at(-1) ?? "";
};

test.each([
  ["seller-status", params, "id"],
  ["seller-import", { plan: "p".repeat(22), fileName: "s.csv", digest: "d" }, "line"],
])("an item of %s that only another release can read fails as unreadable", async (kind, of, key) => {
  const readable = { seller: world.ids(1)[0], row: { kind: "update", line: 2, id: world.seller(0).id, name: "Jan" } };
  const item = kind === "seller-status" ? readable.seller : { ...readable.row, fields: {}, seen: {} };
  const stored = [{ [key]: { of: "a later release" } }, null, item];
  const given = { kind, params: of, owner: anna, session: world.session };
  const id = (await storeJob(given, stored))?.id ?? "";
  expect((await told(id)).map(([, result]) => result)).toEqual(["", "", ""]);
  await run(id);
  await finished(id);
  const unreadable = ["Sprzedawca bez znanej nazwy", "failed", UNREADABLE];
  expect(await told(id, "only=problems")).toEqual([unreadable, unreadable]);
  expect(await progressOf(id)).toMatchObject({ counts: { failed: 2, unknown: 0 }, chunk: 1 });

  const again = await retry(id);
  expect(await itemsOf({ id: again, total: 2 }, 0)).toEqual(stored.slice(0, 2));
  await finished(again);
  expect(await told(again)).toEqual([unreadable, unreadable]);
});

test("an unreadable item that was begun has an unknown result", async () => {
  const id = await world.lay(3);
  await put(`job-items:${id}:0`, "can't be opened");
  await put(`job-outcomes:${id}:0`, seal({ outcomes: [{ result: "done" }, null, null] }, `job-outcomes:${id}:0`));
  await run(id);
  await finished(id);
  expect(world.writes).toEqual([]);
  expect((await told(id)).map(([, ...end]) => end)).toEqual([
    ["done", ""],
    ["unknown", UNREADABLE],
    ["unknown", UNREADABLE],
  ]);
});

test("a reason of a later release is left out", async () => {
  const id = await world.lay(2);
  const outcomes = ["postponed", "gone"].map((reason) => ({ result: "failed", reason }));
  await put(`job-outcomes:${id}:0`, seal({ outcomes }, `job-outcomes:${id}:0`));
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.reason)).toEqual([undefined, "gone"]);
});

test.each([
  ["seller-merging", { into: "1" }],
  ["seller-status", { status: "archived" }],
])(
  "a job of the kind %s with %j is left to the release that knows it, and listed without a title",
  async (kind, unknown) => {
    const given = { kind, params: unknown, owner: anna, session: world.session };
    const job = await storeJob(given, world.ids(2));
    await run(job?.id as string);
    expect(world.writes).toEqual([]);
    expect((await jobStatusOf(job?.id as string))?.state).toBe("running");
    const listed = await jobsOf(anna.sub, 1);
    expect(listed.map((each) => titleOf(each, untranslated))).toEqual([""]);
  },
);

test("a job of another shape is missing, and the others are listed", async () => {
  const [lost, kept] = [await world.lay(1), await world.lay(1)];
  await put(`job:${lost}`, seal({ id: lost, version: 2 }, `job:${lost}`));
  expect(await findJob(lost)).toBeUndefined();
  await run(lost);
  expect((await jobsOf(anna.sub, 50)).map(({ id }) => id)).toContain(kept);
  expect(titleOf({ kind: "seller-status", params }, untranslated)).not.toBe("");
});

test("a job is listed before it is stored, and a process that finds it too early runs it later", async () => {
  const stored = await store();
  const put = stored.put.bind(stored);
  let listed: string[] = [];
  const early = vi.spyOn(stored, "put").mockImplementation(async (key, value, ttl) => {
    if (key.startsWith("job:")) {
      listed = (await unfinishedJobs()).map(({ id }) => id);
      await supervisor.wake();
    }
    return put(key, value, ttl);
  });
  const id = await world.lay(2).finally(() => early.mockRestore());
  expect(listed).toContain(id);
  await supervisor.wake();
  await finished(id);
});
