import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { store } from "~/.server/store/open-store";
import { anna, finished, JobWorld, params } from "../../../test/support/job-world";
import { askToStop, changeJobStatus, jobStatusOf } from "./job-state.server";
import { storeJob } from "./job-store.server";
import { nextOwner } from "./next-owner.server";
import { superviseJobs } from "./supervisor.server";
import { listUnfinished, unfinishedJobs, unlist } from "./unfinished-jobs.server";

vi.setConfig({ testTimeout: 300_000 });

let world: JobWorld;
beforeAll(async () => {
  world = await JobWorld.start();
});
afterAll(() => world?.close());
beforeEach(() => world.reset());

const bob = { sub: "p2", name: "Bob" };

test("who has the fewest at work comes first, then who has waited the longest; nobody has more than the most", () => {
  const at: Record<string, [count: number, lastBegun: number]> = { a: [1, 0], b: [0, 5], c: [0, 3], d: [2, 0] };
  const standing = {
    countOf: (owner: string) => at[owner]?.[0] ?? 0,
    lastBegunOf: (owner: string) => at[owner]?.[1] ?? 0,
    max: 2,
  };
  expect(nextOwner(["a", "b", "c", "d"], standing)).toBe("c");
  expect(nextOwner(["d", "a"], standing)).toBe("a");
  expect(nextOwner(["d"], standing)).toBeUndefined();
});

test("a job older than a thousand that are over is found, and what is over leaves the index", async () => {
  const paused = await world.lay(1);
  await changeJobStatus(paused, () => ({ state: "paused", session: "over" }));
  const over = Array.from({ length: 1_001 }, (_none, n) => `finished-${n}`);
  await Promise.all(over.map((id) => changeJobStatus(id, () => ({ state: "finished", session: "s" }))));
  await Promise.all(over.map((id) => listUnfinished({ id, owner: anna })));
  await superviseJobs();
  expect((await unfinishedJobs()).map(({ id }) => id)).toEqual([paused]);
  await changeJobStatus(paused, () => ({ state: "running", session: world.session }));
  await superviseJobs();
  await finished(paused);
  expect(world.writes).toHaveLength(1);
  await vi.waitFor(async () => expect(await unfinishedJobs()).toEqual([]), 60_000);
});

test("a job that an earlier release listed is taken up, however many it listed since", async () => {
  const id = await world.lay(1);
  for (const job of await unfinishedJobs()) await unlist(job);
  const former = await store();
  await former.append("jobs", id, 60);
  await Promise.all(Array.from({ length: 1_001 }, (_none, n) => former.append("jobs", `gone-${n}`, 60)));
  await superviseJobs();
  await finished(id);
});

test("a person with 50 jobs doesn't delay another one's, and has two at work at most", async () => {
  world.slowness = 20;
  const many: string[] = [];
  for (let n = 0; n < 50; n += 1) many.push(await world.lay(4, bob));
  await superviseJobs();
  const id = await world.lay(4);
  await superviseJobs();
  await finished(id);
  const states = await Promise.all(many.map(async (each) => (await jobStatusOf(each))?.state));
  expect(states.filter((state) => state === "finished").length).toBeLessThan(25);
  expect(world.mostAtOnce).toBeLessThanOrEqual(3 * 4);
  for (const each of many) await finished(each);
});

test("jobs that fill all places make room for somebody who has none", async () => {
  world.slowness = 40;
  const long: string[] = [];
  for (const sub of ["p2", "p3", "p4", "p5"]) {
    const owner = { sub, name: sub };
    const items = Array.from({ length: 5 }, () => world.ids(200)).flat();
    const job = await storeJob({ kind: "seller-status", params, owner, session: world.session }, items);
    long.push(job?.id ?? "");
  }
  await superviseJobs();
  const id = await world.lay(1);
  await superviseJobs();
  await finished(id);
  const states = await Promise.all(long.map(async (each) => (await jobStatusOf(each))?.state));
  expect(states).toEqual(Array(4).fill("running"));
  for (const each of long) await askToStop(each);
  await superviseJobs();
  const stopped = async () => {
    for (const each of long) expect(await jobStatusOf(each)).toMatchObject({ state: "stopped" });
  };
  await vi.waitFor(stopped, { timeout: 60_000, interval: 100 });
}, 120_000);
