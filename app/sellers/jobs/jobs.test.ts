import { expect, test, vi } from "vitest";
import { findEntry } from "~/sellers/write/history-journal.server";
import { anna, finished, giveJobWorld, outcomesOfAll, params } from "../../../test/support/job-world";
import { changeIdOf, countItems } from "./item-store.server";
import { startJob } from "./job-queue.server";
import { jobsOf } from "./job-store.server";

vi.setConfig({ testTimeout: 300_000 });

const world = giveJobWorld();

test("A job runs every item once, a few at a time", async () => {
  world.sellers.put({ ...world.seller(0), accountEnabled: false });
  world.slowness = 5;
  const items = [...world.ids(150), { id: "gone" }];
  const id = await startJob(world.owner, { kind: "seller-status", params, items });
  await finished(id);
  expect(world.writes).toHaveLength(149);
  expect(new Set(world.writes).size).toBe(149);
  expect(world.mostAtOnce).toBeGreaterThan(1);
  expect(world.mostAtOnce).toBeLessThanOrEqual(4);
  expect(world.enabled()).toBe(100);

  expect(await countItems({ id, total: 151 })).toEqual({ done: 149, skipped: 1, failed: 1, unknown: 0, added: 0 });
  const ended = await outcomesOfAll(id);
  expect(ended[0]).toMatchObject({ result: "skipped", reason: "alreadyDisabled" });
  expect(ended[1]).toMatchObject({ result: "done", sellerId: world.seller(1).id, name: world.seller(1).displayName });
  expect(ended[150]).toMatchObject({ result: "failed", reason: "gone", sellerId: "gone" });
  expect(await findEntry(`${id}.1`)).toMatchObject({ by: anna, jobId: id, action: "disable", outcome: "done" });
  expect((await jobsOf(anna.sub, 1)).map((job) => job.id)).toEqual([id]);
});

test("A job skips sellers that don't match its filter any more", async () => {
  world.sellers.put({ ...world.seller(0), displayName: "Sklep Łódź" });
  world.sellers.put({ ...world.seller(1), displayName: "Kraków", email: "k@example.pl", firstName: "", surname: "" });
  const [first, second] = [world.seller(0).id, world.seller(1).id];
  const filter = { q: "lodz" };
  const items = [{ id: first }, { id: second }];
  const id = await startJob(world.owner, { kind: "seller-status", params: { ...params, filter }, items });
  await finished(id);
  expect(await outcomesOfAll(id)).toMatchObject([
    { result: "done" },
    { result: "skipped", reason: "noLongerMatches", name: "Kraków" },
  ]);
});

test("A job names its owner in the history as other changes do", async () => {
  const by = { ...anna, name: "Anna Nowak-Żółć, jak w katalogu" };
  const items = world.ids(1);
  const id = await startJob({ ...world.owner, by }, { kind: "seller-status", params, items });
  await finished(id);
  expect((await findEntry(`${id}.0`))?.by).toEqual(by);
});

test("An undo of a job restores what the job changed and nothing else", async () => {
  world.sellers.put({ ...world.seller(0), accountEnabled: false });
  const id = await world.start(20);
  await finished(id);
  world.sellers.put({ ...world.seller(1), accountEnabled: true });
  world.sellers.put({ ...world.seller(2), mpk: "zmienione", accountEnabled: false });
  const changes = (await outcomesOfAll(id)).flatMap((outcome, place) =>
    outcome?.result === "done" ? [{ changeId: changeIdOf(id, place), sellerId: outcome.sellerId ?? "" }] : [],
  );
  const undo = await startJob(world.owner, { kind: "seller-undo", params: {}, items: changes });
  await finished(undo);
  expect(await countItems({ id: undo, total: 19 })).toMatchObject({ done: 18, skipped: 1, failed: 0 });
  expect([0, 1, 2].map((at) => world.seller(at).accountEnabled)).toEqual([false, true, true]);
  expect(world.seller(2)).toMatchObject({ mpk: "zmienione" });
  expect(await findEntry(`${id}.2`)).toMatchObject({ undoneBy: expect.stringMatching(`^${undo}`) });
});
