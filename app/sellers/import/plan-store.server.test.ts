import { expect, test, vi } from "vitest";
import { database, QuotaExceeded } from "~/.server/db/database";
import { sweepOnce } from "~/.server/db/sweep";
import { itemsFrom } from "~/sellers/jobs/item-store.server";
import { findJob, jobsOf } from "~/sellers/jobs/job-store.server";
import { setJob } from "../../../test/support/job-world";
import { onBothEngines } from "../../../test/support/own-database";
import {
  allWrongRows,
  dropPlan,
  type Findings,
  findPlan,
  PlanWriter,
  plansOf,
  sourceOf,
  wrongRows,
} from "./plan-store.server";
import { startPlan } from "./start-import.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const findings = (wrong = 0): Findings => ({
  format: "csv",
  counts: { create: 2, update: 0, unchanged: 0, wrong },
  zeros: 0,
  decimals: 0,
  hiddenRows: 0,
  headings: ["Nazwa"],
  places: { displayName: 0 },
  headingLine: 1,
  ignored: [],
  preview: [],
});
const rows = [{ name: "Żółta Łódź" }, { name: "Druga" }];
const wrongRow = (line: number) => ({ line, cells: ["", `w${line}`], problems: [{ value: "", reason: "Puste" }] });

const begin = (sub: string, digest = "", previous?: string) =>
  PlanWriter.begin({ sub, fileName: "sprzedawcy.csv", digest, checkedAt: Date.now(), previous });

let files = 0;

async function storePlan(sub: string, digest = `file ${++files}`): Promise<string> {
  const plan = await begin(sub, digest);
  await plan.add(rows.slice(0, 1), []);
  await plan.add(rows.slice(1), []);
  return plan.end(findings());
}

async function start(id: string, sub: string): Promise<string | undefined> {
  const plan = await findPlan(id, sub);
  if (!plan) throw new Error("The plan is gone");
  return startPlan(plan, { owner: { sub }, session: "s" });
}

const itemsOf = async (id: string) => (await itemsFrom(id, 0, 9)).map(({ item }) => item);
const stored = async (table: "imports" | "import_rows") =>
  (await (await database()).selectFrom(table).selectAll().execute()).length;

/** Runs `work` when the clock says so, with what has ended by then deleted. */
async function after<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  try {
    await sweepOnce(await database());
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

onBothEngines(() => {
  test("A plan is found by its person alone, once it is complete", async () => {
    const plan = await begin("anna", "of the file", "b".repeat(22));
    await plan.add(
      [],
      Array.from({ length: 120 }, (_none, at) => wrongRow(at)),
    );
    expect(await plansOf("anna")).toEqual([]);
    const file = new File(["Nazwa\nŻółw"], "sprzedawcy.csv");
    const corrections = [{ line: 2, cells: { displayName: "Żółwik" } }];
    const id = await plan.end(findings(120), { file, corrections });

    const found = await findPlan(id, "anna");
    const named = { id, sub: "anna", fileName: "sprzedawcy.csv", digest: "of the file", previous: "b".repeat(22) };
    expect(found).toMatchObject({ ...findings(120), ...named, hasSource: true, isStarted: false });
    expect([await findPlan(id, "jan"), await findPlan("../\0", "anna")]).toEqual([undefined, undefined]);
    expect(await wrongRows(id, 50, 2)).toEqual([wrongRow(50), wrongRow(51)]);
    const source = await sourceOf(found!);
    expect([await source?.file.text(), source?.file.name, source?.corrections]).toEqual([
      "Nazwa\nŻółw",
      "sprzedawcy.csv",
      corrections,
    ]);
    const all = [];
    for await (const batch of allWrongRows(found!)) all.push(...batch);
    expect(all).toHaveLength(120);
    await (await database()).deleteFrom("import_rows").where("import_id", "=", id).where("place", "=", 70).execute();
    const reading = (async () => {
      for await (const _batch of allWrongRows(found!));
    })();
    await expect(reading).rejects.toThrow("are gone");
  });

  test("A person keeps their five latest plans, and nothing of older ones", async () => {
    const others = await storePlan("adam");
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await after(n * MINUTE_MS, () => storePlan("ewa")));
    await after(7 * MINUTE_MS, async () => {
      expect((await plansOf("ewa")).map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
      expect(await findPlan(others, "adam")).toBeDefined();
      // A dropped one takes nobody's place.
      await dropPlan(ids[6] ?? "");
      ids[6] = await storePlan("ewa");
      expect((await plansOf("ewa")).map(({ id }) => id).sort()).toEqual(ids.slice(2).sort());
    });
    await sweepOnce(await database());
    expect(await Promise.all(ids.slice(0, 3).map(itemsOf))).toEqual([[], [], rows]);
  });

  test("A check whose process died leaves nothing, and a late one is refused", async () => {
    await after(25 * HOUR_MS, async () => undefined);
    const before = [await stored("imports"), await stored("import_rows")];
    const dead = await begin("jan");
    await dead.add(rows, [wrongRow(2)]);
    await after(MINUTE_MS + 1, async () => {
      await expect(dead.add(rows, [])).rejects.toThrow("took too long");
      expect([await stored("imports"), await stored("import_rows")]).toEqual(before);
    });
  });

  test("A job takes its plan's rows over, also after the plan has ended", async () => {
    const [first, second] = [await storePlan("ola"), await storePlan("ola")];
    await start(first, "ola");
    await start(second, "ola");
    await dropPlan(first);
    expect(await findPlan(first, "ola")).toBeUndefined();
    expect((await findPlan(second, "ola"))?.isStarted).toBe(true);
    await after(29 * 24 * HOUR_MS, async () => {
      expect(await plansOf("ola")).toEqual([]);
      for (const id of [first, second]) expect([(await findJob(id))?.total, await itemsOf(id)]).toEqual([2, rows]);
    });
  });

  test("A plan that isn't started ends with its rows after a day", async () => {
    const [dropped, ended] = [await storePlan("ewa"), await storePlan("ewa")];
    const plan = await findPlan(ended, "ewa");
    await dropPlan(dropped);
    await after(25 * HOUR_MS, async () => {
      expect([await itemsOf(dropped), await itemsOf(ended), await plansOf("ewa")]).toEqual([[], [], []]);
      await expect(startPlan(plan!, { owner: { sub: "ewa" }, session: "s" })).rejects.toMatchObject({ status: 404 });
      expect(await jobsOf("ewa")).toEqual([]);
    });
  });

  test("A plan started many times is one job, which doesn't begin again", async () => {
    const id = await storePlan("iza");
    expect(await Promise.all(Array.from({ length: 5 }, () => start(id, "iza")))).toEqual(Array(5).fill(undefined));
    await setJob(id, { state: "stopped", ended_at: Date.now() });
    expect(await start(id, "iza")).toBeUndefined();
    expect((await jobsOf("iza")).map((job) => [job.id, job.state])).toEqual([[id, "stopped"]]);
  });

  test("One of several plans of the same file is started, even at once", async () => {
    const ids = [await storePlan("lena", "same"), await storePlan("lena", "same")];
    const other = await storePlan("lena", "another");
    const others = await storePlan("maja", "same");
    const found = await Promise.all(ids.map((id) => start(id, "lena")));
    const [job] = await jobsOf("lena");
    expect(found.filter((id) => id === undefined)).toHaveLength(1);
    expect(found.filter((id) => id !== undefined)).toEqual([job?.id]);
    expect([await start(other, "lena"), await start(others, "maja")]).toEqual([undefined, undefined]);
    // Checked anew after the job has ended, the same file may be saved again.
    await setJob(job?.id ?? "", { state: "finished", ended_at: Date.now() - 1 });
    expect(await start(await storePlan("lena", "same"), "lena")).toBeUndefined();
  });

  test("A plan for which there was no room can be started later", async () => {
    const [full, id] = [await storePlan("nina"), await storePlan("nina")];
    await start(full, "nina");
    await setJob(full, { total: 499_999 });
    await expect(start(id, "nina")).rejects.toThrow(QuotaExceeded);
    expect(await findJob(id)).toBeUndefined();
    await setJob(full, { total: 2 });
    expect([await start(id, "nina"), await itemsOf(id)]).toEqual([undefined, rows]);
  });
});
