import { describe, expect, test, vi } from "vitest";
import { hashed } from "~/.server/db/hashed";
import { OverBudget } from "~/.server/store/budget";
import { store } from "~/.server/store/open-store";
import { findEntry } from "~/sellers/write/history-journal.server";
import { anna, finished, giveJobWorld, outcomesOfAll, params, run } from "../../../test/support/job-world";
import { stored } from "../../../test/support/stored";
import { progressOf } from "./job-state.server";
import { boundedOutcome, itemsOf, jobsOf, outcomesOf, putOutcomes, storeJob } from "./job-store.server";
import { NothingToDo, startJob } from "./start-job.server";

vi.setConfig({ testTimeout: 300_000 });

const world = giveJobWorld();

describe("a job", () => {
  test("runs every item once, a few at a time, and stores each outcome", async () => {
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

    const { counts, problems, chunk } = await progressOf(id);
    expect({ counts, problems, chunk }).toEqual({
      counts: { done: 149, skipped: 1, failed: 1, unknown: 0, added: 0 },
      problems: [1],
      chunk: 2,
    });
    const ended = await outcomesOfAll(id);
    expect(ended[0]).toMatchObject({ result: "skipped", reason: "alreadyDisabled" });
    expect(ended[1]).toMatchObject({ result: "done", changeId: `${id}.1`, name: world.seller(1).displayName });
    expect(ended[150]).toMatchObject({ result: "failed", reason: "gone", sellerId: "gone" });
    expect(await findEntry(`${id}.1`)).toMatchObject({ by: anna, jobId: id, action: "disable", outcome: "done" });
    expect((await jobsOf(anna.sub, 1)).map((job) => job.id)).toEqual([id]);
  });

  test("a refused item has a reason and doesn't stop the others", async () => {
    world.answers = [403, 409, 400];
    const id = await world.start(5);
    await finished(id);
    const reasons = (await outcomesOfAll(id)).map((outcome) => outcome?.reason ?? outcome?.result).sort();
    expect(reasons).toEqual(["done", "done", "forbidden", "refused", "taken"]);
    const names = world.sellers.all().map(({ displayName }) => displayName);
    expect((await outcomesOfAll(id)).map((outcome) => outcome?.name)).toEqual(names.slice(0, 5));
  });

  test("needs at least one item", async () => {
    await expect(world.start(0)).rejects.toThrow(NothingToDo);
    expect(await jobsOf(anna.sub, 100)).toHaveLength(2);
  });

  test("skips sellers that don't match the filter it was started with", async () => {
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

  test("names its owner in the history as other changes do", async () => {
    const by = { ...anna, name: "Anna Nowak-Żółć, jak w katalogu" };
    const items = world.ids(1);
    const id = await startJob({ ...world.owner, by }, { kind: "seller-status", params, items });
    await finished(id);
    expect((await findEntry(`${id}.0`))?.by).toEqual(by);
  });

  test("takes a seller with a very long name", async () => {
    const endless = "Ż".repeat(12_000);
    for (const seller of world.sellers.all().slice(0, 100))
      world.sellers.put({ ...seller, displayName: endless, accountEnabled: false });
    const id = await world.lay(100);
    await run(id);
    const named = expect.objectContaining({ result: "skipped", name: endless.slice(0, 200) });
    expect(await outcomesOfAll(id)).toEqual(Array(100).fill(named));
  });
});

describe("a stored job", () => {
  // No process works on a job of an unknown kind.
  const job = { kind: "none", params: {}, owner: { sub: "p2" }, session: "none" };
  const longest = {
    result: "unknown",
    reason: "signInUnreachable",
    sellerId: "s".repeat(512),
    name: "n".repeat(200),
    detail: "d".repeat(500),
    changeId: `${"i".repeat(22)}.99999`,
    added: true,
  } as const;

  test("has room for a chunk of the largest items and outcomes", async () => {
    const item = { name: "ł".repeat(2_990) };
    const { id = "" } = (await storeJob(job, Array(100).fill(item))) ?? {};
    expect(await itemsOf({ id, total: 100 }, 0)).toEqual(Array(100).fill(item));
    const outcomes = Array(100).fill(boundedOutcome(longest));
    await putOutcomes({ id, createdAt: Date.now() }, 0, outcomes);
    expect(await outcomesOf(id, 0)).toEqual(outcomes);
  });

  test("shortens an outcome: the backend's words before the name, and both before the seller", () => {
    const { sellerId, name, detail, ...rest } = longest;
    const [short, text] = ["s-1", "Odrzucono: ".repeat(4)];
    expect(boundedOutcome({ ...rest, sellerId: short, name: "Jan", detail: text })).toEqual({
      ...rest,
      sellerId: short,
      name: "Jan",
      detail: text,
    });
    const said = boundedOutcome({ ...rest, sellerId: short, name, detail });
    expect([said.sellerId, said.name]).toEqual([short, name]);
    expect(detail.startsWith(said.detail ?? "") && said.detail?.length).toBeGreaterThan(50);
    expect(boundedOutcome(longest)).toMatchObject({ ...rest, sellerId });
    // A character takes three bytes, and six if JSON escapes it.
    for (const odd of ["€", "\u0001"]) {
      const bounded = boundedOutcome({ ...longest, sellerId: odd.repeat(512), name: odd.repeat(999) });
      expect(bounded).toMatchObject({ sellerId: undefined, changeId: longest.changeId });
      expect(Buffer.byteLength(JSON.stringify(bounded))).toBeLessThan(750);
      expect(odd.repeat(200).startsWith(bounded.name ?? "") && bounded.name?.length).toBeGreaterThan(80);
    }
  });

  test.each([1, 100, 250])("takes room for the longest outcomes of %i items at its start", async (count) => {
    const { id = "" } = (await storeJob(job, world.ids(count))) ?? {};
    const ledger = JSON.parse((await (await store()).get(`held:job:${hashed(job.owner.sub)}`)) ?? "[]");
    const { bytes } = ledger.find((entry: { id: string }) => entry.id === id);
    for (let from = 0; from < count; from += 100) {
      const outcomes = Array(Math.min(100, count - from)).fill(boundedOutcome({ ...longest, changeId: `${id}.99999` }));
      await putOutcomes({ id, createdAt: Date.now() }, from / 100, outcomes);
    }
    const parts = await Promise.all(["job", "job-items", "job-outcomes"].map((word) => stored(`${word}:${id}`)));
    expect(parts.map(({ values }) => values)).toEqual([1, Math.ceil(count / 100), Math.ceil(count / 100)]);
    expect(parts.reduce((sum, { characters }) => sum + characters, 0)).toBeLessThanOrEqual(bytes);
  });

  test("leaves nothing if an item can't be stored, or the items can't be read to the end", async () => {
    const before = await stored("job");
    await expect(storeJob(job, [...world.ids(150), { id: "ł".repeat(3_000) }])).rejects.toThrow(RangeError);
    async function* cutOff() {
      yield* world.ids(150);
      throw new Error("cut off");
    }
    await expect(storeJob(job, cutOff())).rejects.toThrow("cut off");
    expect(await stored("job")).toEqual(before);
  });

  test("of the 1,000 that a person may have those that are over give way, the oldest first; without one another is refused", async () => {
    const busy = { ...job, owner: { sub: "busy" } };
    const all = await store();
    const ids = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(22, "0"));
    const [older, newer] = [ids[300] as string, ids[700] as string];
    const state = (id: string) => ({ state: id === older || id === newer ? "finished" : "paused", session: "" });
    await Promise.all(ids.map((id) => all.put(`job-state:${id}`, JSON.stringify(state(id)), 600)));
    const ledger = ids.map((id) => ({ id, bytes: 1, until: Date.now() + 600_000 }));
    await all.put(`held:job:${hashed("busy")}`, JSON.stringify(ledger), 600);
    const states = () => all.getMany([older, newer].map((id) => `job-state:${id}`));

    await storeJob(busy, world.ids(1));
    expect((await states()).map(Boolean)).toEqual([false, true]);
    await storeJob(busy, world.ids(1));
    expect((await states()).map(Boolean)).toEqual([false, false]);
    await expect(storeJob(busy, world.ids(1))).rejects.toThrow(OverBudget);
    expect(await all.get(`job-state:${ids[0]}`)).toBeDefined();
  });

  test("is refused beyond a person's budget, and leaves nothing", async () => {
    const before = await stored("job");
    let taken = 0;
    function* endless() {
      for (const item = { name: "ł".repeat(2_990) }; ; taken += 1) yield item;
    }
    await expect(storeJob(job, endless())).rejects.toThrow(OverBudget);
    expect(taken).toBeGreaterThan(1_000);
    expect(taken).toBeLessThan(20_000);
    expect(await stored("job")).toEqual(before);
  });
});

test("undoing a job restores what the job changed and nothing else", async () => {
  world.sellers.put({ ...world.seller(0), accountEnabled: false });
  const id = await world.start(20);
  await finished(id);
  world.sellers.put({ ...world.seller(1), accountEnabled: true });
  world.sellers.put({ ...world.seller(2), mpk: "zmienione", accountEnabled: false });
  const changes = (await outcomesOfAll(id)).flatMap((outcome) =>
    outcome?.changeId && outcome.sellerId ? [{ changeId: outcome.changeId, sellerId: outcome.sellerId }] : [],
  );
  const undo = await startJob(world.owner, { kind: "seller-undo", params: {}, items: changes });
  await finished(undo);
  expect(await progressOf(undo)).toMatchObject({ counts: { done: 18, skipped: 1, failed: 0 } });
  expect([0, 1, 2].map((at) => world.seller(at).accountEnabled)).toEqual([false, true, true]);
  expect(world.seller(2)).toMatchObject({ mpk: "zmienione" });
  expect(await findEntry(`${id}.2`)).toMatchObject({ undoneBy: expect.stringMatching(`^${undo}`) });
});

test.each([
  [0, 30],
  [21, 9],
])("outcomes stored after %i days expire with their job after %i more", async (age, left) => {
  const id = await world.lay(1);
  const written = vi.spyOn(await store(), "put");
  await putOutcomes({ id, createdAt: Date.now() - age * 86_400_000 }, 0, [null]);
  const [, , seconds = 0] = written.mock.calls.find(([key]) => key === `job-outcomes:${id}:0`) ?? [];
  written.mockRestore();
  expect(Math.round(seconds / 86_400)).toBe(left);
});
