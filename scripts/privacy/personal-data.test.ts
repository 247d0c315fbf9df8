import { expect, test, vi } from "vitest";
import { DatabaseUnavailable, database } from "../../app/.server/db/database";
import { uniqueToken } from "../../app/.server/tokens";
import { storeDraft } from "../../app/auth/drafts.server";
import { storeDirectoryAnswer } from "../../app/auth/session/directory-answer.server";
import { createSession, loadSession } from "../../app/auth/session/session.server";
import { PlanWriter } from "../../app/sellers/import/plan-store.server";
import { findJob, storeJob } from "../../app/sellers/jobs/job-store.server";
import { storeSelection } from "../../app/sellers/list/selection/selection.server";
import { saveView } from "../../app/sellers/list/views/saved-views.server";
import { toEntry } from "../../app/sellers/write/change-rows.server";
import { beginEntry, endEntry } from "../../app/sellers/write/history-journal.server";
import { saveNote } from "../../app/sellers/write/seller-notes.server";
import { setJob } from "../../test/support/job-world";
import { onBothEngines } from "../../test/support/own-database";
import { dataOfSeller, dataOfUser, eraseSeller, eraseUser } from "./personal-data";

const values = { displayName: "Nowak Anna", email: "nowak@example.pl", accountEnabled: true, mpk: "00123" };

/**
 * Leaves a row of each kind in the database for one person: a session, a draft, a change of one seller
 * by a form and of another by a job.
 */
async function work(sub: string) {
  const tokens = { accessToken: `token-of-${sub}`, refreshToken: `refresh-of-${sub}`, idToken: "id" };
  const person = {
    iss: "https://login.example",
    sub,
    name: `Name of ${sub}`,
    email: `${sub}@example.pl`,
    sid: `sid-${sub}`,
  };
  const { key } = await createSession(new Request("http://127.0.0.1/"), person, tokens);
  const session = await loadSession(key);
  if (!session) throw new Error("The session isn't there");
  await storeDirectoryAnswer(session, { jobTitle: "FRANCZYZOBIORCA" });
  const form = new FormData();
  form.set("displayName", `typed by ${sub}`);
  await storeDraft({ sub, path: "/sellers/new", form });
  await storeSelection(sub, { all: false, ids: ["s1"], filter: "" });
  await saveView(sub, { name: `view of ${sub}`, query: "q=a" });
  const plan = await PlanWriter.begin({ sub, fileName: `file of ${sub}.csv`, digest: "", checkedAt: 0 });
  await plan.add([{ name: `row of ${sub}` }], []);
  await plan.end({
    format: "csv",
    counts: { create: 1, update: 0, unchanged: 0, wrong: 0 },
    zeros: 0,
    decimals: 0,
    hiddenRows: 0,
    places: {},
    headingLine: 1,
    headings: [],
    ignored: [],
    preview: [],
  });
  const owner = { sub, name: `Name of ${sub}` };
  const items = [{ id: "s1", name: "Nowak" }];
  const job = (await storeJob({ kind: "seller-status", params: {}, owner, session: key }, items)) ?? "";
  const entry = {
    at: Date.now(),
    by: owner,
    sellerName: values.displayName,
    outcome: "done" as const,
    requestId: "r",
    action: "disable" as const,
    before: values,
    after: { ...values, accountEnabled: false },
  };
  await endEntry(await beginEntry({ ...entry, id: uniqueToken(), sellerId: "s1", jobId: job }));
  await beginEntry({ ...entry, id: uniqueToken(), sellerId: "s2" });
  return { key, job };
}

async function historyText(): Promise<string> {
  const rows = await (await database()).selectFrom("changes").selectAll().execute();
  return JSON.stringify(rows.map(toEntry));
}

onBothEngines(() => {
  test("A user's data are listed without secrets and other users' data", async () => {
    const anna = "anna";
    const { job } = await work(anna);
    await work("jan");
    const data = await dataOfUser(anna);
    expect(data).toMatchObject({
      sessions: [{ sub: anna, name: "Name of anna", email: "anna@example.pl" }],
      drafts: [{ path: "/sellers/new", fields: { displayName: "typed by anna" } }],
      selections: [{ ids: '["s1"]' }],
      views: [{ name: "view of anna" }],
      imports: [{ fileName: "file of anna.csv", rows: [{ name: "row of anna" }] }],
      jobs: [{ id: job, items: [{ item: { id: "s1", name: "Nowak" } }] }],
    });
    expect(data.history).toHaveLength(2);
    // „jan” as a whole word, because a random id may contain these letters.
    expect(JSON.stringify(data)).not.toMatch(/token-of|refresh-of|\bjan\b/);
  });

  test("A user's data are erased after their running job has stopped", async () => {
    const eva = "eva";
    const { key, job } = await work(eva);
    expect(await eraseUser(eva)).toEqual({
      sessions: 1,
      drafts: 1,
      selections: 1,
      views: 1,
      imports: 1,
      jobs: 0,
      history: 2,
      stopping: 1,
    });
    expect(await findJob(job)).toBeDefined();
    await setJob(job, { state: "stopped" });
    expect(await eraseUser(eva)).toMatchObject({ jobs: 1, stopping: 0, sessions: 0, history: 0 });
    expect(await dataOfUser(eva)).toEqual({
      user: eva,
      sessions: [],
      drafts: [],
      selections: [],
      views: [],
      imports: [],
      jobs: [],
      history: [],
    });
    expect(await loadSession(key)).toBeUndefined();
  });

  test("An erased user's changes stay in the sellers' history, without a name", async () => {
    await work("iga");
    await eraseUser("iga");
    expect(await historyText()).not.toMatch(/\biga\b/);
    expect(await historyText()).toContain('"by":{"sub":""}');
    const authors = (await database()).selectFrom("changes").select("folded_author");
    expect(await authors.where("sub", "=", "").distinct().execute()).toEqual([{ folded_author: "" }]);
  });

  test("Other users' data stay when one user is erased", async () => {
    await work("lena");
    const { key } = await work("filip");
    await eraseUser("lena");
    expect(await loadSession(key)).toBeDefined();
    const data = await dataOfUser("filip");
    const counts = [data.drafts, data.selections, data.views, data.imports, data.jobs].map((rows) => rows.length);
    expect(counts).toEqual([1, 1, 1, 1, 1]);
    expect(data.history).toHaveLength(2);
  });

  test("No person can own an erased user's changes", async () => {
    await work("erased");
    await work("ola");
    await eraseUser("ola");
    expect((await dataOfUser("erased")).history).toHaveLength(2);
  });

  test("The command fails if the database doesn't erase a user's data", async () => {
    const sub = "ewa";
    await work(sub);
    const failing = vi.spyOn(await database(), "deleteFrom").mockImplementation(() => {
      throw new DatabaseUnavailable(new Error("down"));
    });
    await expect(eraseUser(sub)).rejects.toThrow(DatabaseUnavailable);
    failing.mockRestore();
    expect((await dataOfUser(sub)).drafts).toHaveLength(1);
    expect((await eraseUser(sub)).drafts).toBe(1);
  });

  test("A seller's data are listed and erased with the jobs that changed it", async () => {
    const { job } = await work("piotr");
    const told = await dataOfSeller("s1");
    expect(told.history.map(({ sellerId }) => sellerId)).toContain("s1");
    const others = (await dataOfSeller("s2")).history.length;
    await saveNote({ by: { sub: "maria" } }, { id: "s1", ...values }, "Dzwonić po 10", "");
    expect(await dataOfSeller("s1")).toMatchObject({ note: "Dzwonić po 10" });
    expect((await eraseSeller("s1")).stopping).toBeGreaterThanOrEqual(1);
    // Until the job has stopped, its entry stays, because the next run finds the job by the entry.
    expect((await dataOfSeller("s1")).history.map(({ jobId }) => jobId)).toContain(job);
    for (const { jobId } of (await dataOfSeller("s1")).history) {
      if (jobId) await setJob(jobId, { state: "finished" });
    }
    // An addition that failed has no seller's id, so it is found by the e-mail address.
    const failed = {
      id: uniqueToken(),
      at: Date.now(),
      by: { sub: "maria" },
      outcome: "failed",
      requestId: "r",
    } as const;
    const addition = { ...failed, action: "create", sellerName: values.displayName, after: values } as const;
    await beginEntry(addition);
    await beginEntry({ ...addition, id: uniqueToken(), after: { ...values, email: "other@example.pl" } });
    expect((await dataOfSeller("s1")).history.map(({ id }) => id)).toContain(failed.id);
    expect(await eraseSeller("s1")).toMatchObject({ stopping: 0 });
    const kept = (await historyText()).match(/"action":"create"[^}]*"email":"[^"]*"/g) ?? [];
    expect(kept.filter((text) => text.includes(values.email))).toEqual([]);
    expect(kept.filter((text) => text.includes("other@example.pl"))).toHaveLength(1);
    expect(await findJob(job)).toBeUndefined();
    expect(await dataOfSeller("s1")).toEqual({ seller: "s1", note: undefined, history: [], outcomes: [] });
    expect(await historyText()).not.toContain('"sellerId":"s1"');
    expect((await dataOfSeller("s2")).history).toHaveLength(others);
  });
});
