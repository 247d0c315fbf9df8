import { expect, test, vi } from "vitest";
import { anna, finished, giveJobWorld, params } from "../../../test/support/job-world";
import { jobQueue, nextOwner } from "./job-queue.server";
import { readyJobs, stopJob } from "./job-state.server";
import { findJob, storeJob } from "./job-store.server";

vi.mock("./job-state.server", async (importOriginal) => {
  const original = await importOriginal<typeof import("./job-state.server")>();
  return { ...original, readyJobs: vi.fn(original.readyJobs) };
});
vi.setConfig({ testTimeout: 300_000 });

const world = giveJobWorld();

const bob = { sub: "p2", name: "Bob" };

test("The owner with the fewest running jobs is next, and has two at most", () => {
  const owners: Record<string, [running: number, lastJob: number]> = { a: [1, 0], b: [0, 5], c: [0, 3], d: [2, 0] };
  const next = (of: string[]) =>
    nextOwner(
      of,
      (owner) => owners[owner]?.[0] ?? 0,
      (owner) => owners[owner]?.[1] ?? 0,
    );
  expect(next(["a", "b", "c", "d"])).toBe("c");
  expect(next(["d", "a"])).toBe("a");
  expect(next(["d"])).toBeUndefined();
});

test("A person with 50 jobs runs two at most and delays nobody else's", async () => {
  const release = world.hold();
  // Of sellers of its own: two writes of one seller would wait for each other.
  const lay = async (n: number, owner: typeof bob) => {
    const items = world.ids(250).slice(4 * n, 4 * n + 4);
    return (await storeJob({ kind: "seller-status", params, owner, session: world.session }, items)) ?? "";
  };
  const many: string[] = [];
  for (let n = 0; n < 50; n += 1) many.push(await lay(n, bob));
  await jobQueue.wake();
  const id = await lay(50, anna);
  await jobQueue.wake();
  await vi.waitFor(() => expect(world.mostAtOnce).toBe(3 * 4), 60_000);
  release();
  for (const each of [id, ...many]) await finished(each);
  expect((await readyJobs()).filter(({ owner }) => owner === bob.sub)).toEqual([]);
  expect(world.mostAtOnce).toBe(3 * 4);
});

test("A slot is freed for a person who has none when jobs fill all slots", async () => {
  world.slowness = 40;
  const long: string[] = [];
  for (const sub of ["p2", "p3", "p4", "p5"]) {
    const owner = { sub, name: sub };
    const items = Array.from({ length: 5 }, () => world.ids(200)).flat();
    long.push((await storeJob({ kind: "seller-status", params, owner, session: world.session }, items)) ?? "");
  }
  await jobQueue.wake();
  const id = await world.lay(1);
  await jobQueue.wake();
  await finished(id);
  const states = await Promise.all(long.map(async (each) => (await findJob(each))?.state));
  expect(states).toEqual(Array(4).fill("running"));
  for (const each of long) await stopJob(each);
  await jobQueue.wake();
  const stopped = async () => {
    for (const each of long) expect(await findJob(each)).toMatchObject({ state: "stopped" });
  };
  await vi.waitFor(stopped, { timeout: 60_000, interval: 100 });
});

test("Jobs that another version stored delay no job of this one", async () => {
  for (let n = 0; n < 120; n += 1)
    await storeJob({ kind: "later", params: {}, owner: { sub: `other-${n}` }, session: world.session }, [1]);
  const id = await world.lay(1);
  await jobQueue.wake();
  await finished(id);
  expect((await readyJobs()).filter(({ owner }) => owner.startsWith("other-"))).toHaveLength(120);
});

test("A job that is stored while the queue reads the database starts at once", async () => {
  const { readyJobs: read } = await vi.importActual<typeof import("./job-state.server")>("./job-state.server");
  let late = "";
  vi.mocked(readyJobs).mockImplementationOnce(async () => {
    const jobs = await read();
    late = await world.start(1);
    return jobs;
  });
  await jobQueue.wake();
  await finished(late);
});
