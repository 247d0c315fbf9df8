import { expect, test } from "vitest";
import { database } from "~/.server/db/database";
import { sha256 } from "~/.server/tokens";
import { findEntry, listEntries } from "~/sellers/write/history-journal.server";
import { settleWrites } from "~/sellers/write/settle-writes.server";
import { anna, finished, giveJobWorld, outcomesOfAll, run, setItem, setJob } from "../../../test/support/job-world";
import { allItems, countItems } from "./item-store.server";
import type { ItemOutcome } from "./job";
import { storeJob } from "./job-store.server";
import { settleItems } from "./settle-items.server";

const world = giveJobWorld();

const params = { plan: "p".repeat(22), fileName: "sprzedawcy.csv", digest: "d" };
const seller = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "00777" };
const key = (line: number) => sha256(`import:${params.plan}:${line}:1`);

/** A job of one row that adds the seller, its account disabled. */
async function lay(line: number): Promise<string> {
  const items = [{ kind: "create", line, seller, accountEnabled: false }];
  return (await storeJob({ kind: "seller-import", params, owner: anna, session: world.session }, items)) ?? "";
}

/** The same job after its row has ended so. */
async function layEnded(line: number, row: Parameters<typeof setItem>[2], state: "finished" | "stopped" = "finished") {
  const id = await lay(line);
  await setItem(id, 0, row);
  await setJob(id, { state, ended_at: Date.now() });
  return id;
}
const isThere = () => world.sellers.put({ ...seller, id: "there", accountEnabled: false });

/** As its button does. @returns how the new job's row ended */
async function retry(id: string, intent = "retry"): Promise<{ id: string; outcome: ItemOutcome | null | undefined }> {
  const again = await world.act(id, intent);
  expect(again).not.toBe(id);
  await finished(again);
  return { id: again, outcome: (await outcomesOfAll(again))[0] };
}

const added = () => world.sellers.all().filter(({ email }) => email === seller.email);
const posts = () => world.writes.filter((path) => path === "sellers");

test("A retry disables an added account, even if its key has expired", async () => {
  const id = await lay(2);
  world.answers = [0, 409];
  await run(id);
  const [{ id: sellerId } = { id: "" }] = added();
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "failed", reason: "addedOnly", sellerId }]);
  await (await database()).deleteFrom("submissions").where("key", "=", key(2)).execute();
  expect((await retry(id)).outcome).toMatchObject({ result: "done", sellerId, added: true });
  expect(posts()).toHaveLength(1);
  expect(added()).toMatchObject([{ id: sellerId, accountEnabled: false }]);
});

test("A row whose status change has no answer is settled with the seller", async () => {
  const id = await lay(21);
  world.answers = [0, 504, 504, 504];
  await run(id);
  const stored = added()[0] ?? world.seller(0);
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "unknown", reason: "lostAnswer", sellerId: stored.id }]);
  expect(await settleItems(id, allItems(id, "problems"))).toBe(false);
  await settleWrites({ ...stored, accountEnabled: false });
  expect(await settleItems(id, allItems(id, "problems"))).toBe(true);
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "done", added: true, sellerId: stored.id }]);
});

test("A row whose status can't be read after a lost answer is unknown", async () => {
  const id = await lay(22);
  world.answers = [0, 504];
  world.readAnswers = [0, 500, 500, 500];
  await run(id);
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "unknown", reason: "lostAnswer" }]);
});

test("A retry settles a status change whose outcome was unknown", async () => {
  const id = await lay(20);
  world.answers = [0, 504, 504, 504];
  await run(id);
  const [stored] = added();
  const outcomes = async () => (await listEntries({ sellerId: stored!.id, limit: 5 })).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(["unknown", "done"]);
  world.sellers.put({ ...stored!, accountEnabled: false });
  expect((await retry(id)).outcome).toMatchObject({ result: "done" });
  expect(await outcomes()).toEqual(["done", "done"]);
});

test("A row whose status was refused says that the seller was added", async () => {
  const id = await lay(3);
  world.answers = [0, 403];
  await run(id);
  const [{ id: sellerId } = { id: "" }] = added();
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "failed", reason: "addedOnly", sellerId }]);
});

test.each([
  [4, "without a response", { result: "unknown", reason: "lostAnswer" }],
  [8, "whose search failed because the backend was unavailable", { result: "failed", reason: "unreachable" }],
  [9, "whose search timed out", { result: "failed", reason: "timeout" }],
] as const)("Row %i %s is searched for before it is sent again", async (line, _how, outcome) => {
  const id = await layEnded(line, { ...outcome, name: seller.displayName });
  isThere();
  const found = await retry(id);
  expect(found.outcome).toMatchObject({ result: "done", sellerId: "there", added: true });
  expect(world.writes).toEqual([]);
  expect(await findEntry(`${found.id}.0`)).toMatchObject({ action: "create", outcome: "done", sellerId: "there" });
  expect(await countItems({ id: found.id, total: 1 })).toMatchObject({ done: 1, added: 1 });
});

test.each([
  [10, "may have been sent is searched for", "begun", { result: "done", sellerId: "there" }],
  [11, "was never begun is sent as it is", "waiting", { result: "failed", reason: "taken" }],
] as const)("Row %i of a stopped job that %s when the rest is finished", async (line, _how, result, outcome) => {
  const id = await layEnded(line, { result }, "stopped");
  isThere();
  expect((await retry(id, "finish")).outcome).toMatchObject(outcome);
  expect(posts()).toHaveLength(result === "begun" ? 0 : 1);
});

test("A refused row is sent again as it is", async () => {
  const id = await layEnded(7, { result: "failed", reason: "taken", name: seller.displayName });
  isThere();
  world.answers = [409];
  expect((await retry(id)).outcome).toMatchObject({ result: "failed", reason: "taken" });
});

test("A row whose seller isn't found is sent", async () => {
  const id = await layEnded(5, { result: "unknown", reason: "lostAnswer", name: seller.displayName });
  expect((await retry(id)).outcome).toMatchObject({ result: "done", added: true });
  expect(posts()).toHaveLength(1);
  expect(added()).toHaveLength(1);
});

test("A row's key lives longer than its job", async () => {
  const id = await lay(6);
  await run(id);
  const db = await database();
  const keys = db.selectFrom("submissions").select("expires_at").where("key", "=", key(6));
  const jobs = db.selectFrom("jobs").select("expires_at").where("id", "=", id);
  const [row, job] = [await keys.executeTakeFirstOrThrow(), await jobs.executeTakeFirstOrThrow()];
  expect(row.expires_at - job.expires_at).toBeGreaterThan(86_000_000);
});
