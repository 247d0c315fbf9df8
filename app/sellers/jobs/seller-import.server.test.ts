import { expect, test, vi } from "vitest";
import { store } from "~/.server/store/open-store";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { issueFormKey } from "~/auth/form-key.server";
import { findEntry } from "~/sellers/write/history-journal.server";
import { anna, finished, giveJobWorld, outcomesOfAll, run } from "../../../test/support/job-world";
import type { ItemOutcome } from "./job";
import { actOnJob } from "./job-action.server";
import { changeJobStatus, progressOf } from "./job-state.server";
import { putOutcomes, storeJob } from "./job-store.server";

vi.setConfig({ testTimeout: 60_000 });

const world = giveJobWorld();

const params = { plan: "p".repeat(22), fileName: "sprzedawcy.csv", digest: "d" };
const seller = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "00777" };
const key = (line: number) => `once:import:${params.plan}:${line}:1`;

/** A job of one row that adds the seller, its account disabled. */
async function lay(line: number): Promise<string> {
  const items = [{ kind: "create", line, seller, accountEnabled: false }];
  const job = await storeJob({ kind: "seller-import", params, owner: anna, session: world.session }, items);
  return job?.id ?? "";
}

/** As its button does. @returns how the new job's row ended */
async function retry(id: string, intent = "retry"): Promise<{ id: string; outcome: ItemOutcome | null | undefined }> {
  const form = new FormData();
  form.set("intent", intent);
  form.set("formKey", issueFormKey(anna.sub));
  const redirect = async (path: string) => new Response(null, { status: 302, headers: { Location: path } });
  const given = { form, redirect, t: (word: string) => word, request: new Request("http://127.0.0.1/sellers/jobs") };
  const answer = await actOnJob({ ...world.owner, ...given } as unknown as FranchiseeContext, id);
  const again = answer.headers.get("Location")?.split("/").at(-1) ?? "";
  expect(again).not.toBe(id);
  await finished(again);
  return { id: again, outcome: (await outcomesOfAll(again))[0] };
}

const added = () => world.sellers.all().filter(({ email }) => email === seller.email);
const posts = () => world.writes.filter((path) => path === "sellers");

test("a retry disables an account that was added but not disabled, even if its key has expired", async () => {
  const id = await lay(2);
  world.answers = [0, 409];
  await run(id);
  const [{ id: sellerId } = { id: "" }] = added();
  expect(await outcomesOfAll(id)).toMatchObject([{ result: "failed", reason: "addedOnly", sellerId }]);
  expect(await (await store()).delete(key(2))).toBe(true);
  expect((await retry(id)).outcome).toMatchObject({ result: "done", sellerId, added: true });
  expect(posts()).toHaveLength(1);
  expect(added()).toMatchObject([{ id: sellerId, accountEnabled: false }]);
});

test("a row whose status was refused says that the seller was added", async () => {
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
] as const)(
  "row %i %s is searched for before it is sent again, if its key has expired",
  async (line, _how, outcome) => {
    const id = await lay(line);
    await putOutcomes({ id, createdAt: Date.now() }, 0, [{ ...outcome, name: seller.displayName }]);
    await changeJobStatus(id, () => ({ state: "finished", session: world.session, endedAt: Date.now() }));
    world.sellers.put({ ...seller, id: "there", accountEnabled: false });
    const found = await retry(id);
    expect(found.outcome).toMatchObject({ result: "done", sellerId: "there", added: true });
    expect(world.writes).toEqual([]);
    expect(await findEntry(`${found.id}.0`)).toMatchObject({ action: "create", outcome: "done", sellerId: "there" });
    expect(await progressOf(found.id)).toMatchObject({ counts: { done: 1, added: 1 } });
  },
);

test.each([
  [10, "may have been sent is searched for", [null], { result: "done", sellerId: "there" }],
  [11, "was never begun is sent as it is", undefined, { result: "failed", reason: "taken" }],
] as const)("row %i of a stopped job that %s when the rest is finished", async (line, _how, outcomes, outcome) => {
  const id = await lay(line);
  if (outcomes) await putOutcomes({ id, createdAt: Date.now() }, 0, [...outcomes]);
  await changeJobStatus(id, () => ({ state: "stopped", session: world.session, endedAt: Date.now() }));
  world.sellers.put({ ...seller, id: "there", accountEnabled: false });
  expect((await retry(id, "finish")).outcome).toMatchObject(outcome);
  expect(posts()).toHaveLength(outcomes ? 0 : 1);
});

test("a refused row is sent as it is: the seller with its values wasn't added by it", async () => {
  const id = await lay(7);
  await putOutcomes({ id, createdAt: Date.now() }, 0, [
    { result: "failed", reason: "taken", name: seller.displayName },
  ]);
  await changeJobStatus(id, () => ({ state: "finished", session: world.session, endedAt: Date.now() }));
  world.sellers.put({ ...seller, id: "there", accountEnabled: false });
  world.answers = [409];
  expect((await retry(id)).outcome).toMatchObject({ result: "failed", reason: "taken" });
});

test("a row whose seller isn't found is sent", async () => {
  const id = await lay(5);
  await putOutcomes({ id, createdAt: Date.now() }, 0, [
    { result: "unknown", reason: "lostAnswer", name: seller.displayName },
  ]);
  await changeJobStatus(id, () => ({ state: "finished", session: world.session, endedAt: Date.now() }));
  expect((await retry(id)).outcome).toMatchObject({ result: "done", added: true });
  expect(posts()).toHaveLength(1);
  expect(added()).toHaveLength(1);
});

test("a row's key lives longer than its job", async () => {
  const remembered = vi.spyOn(await store(), "replaceIfEquals");
  await run(await lay(6));
  const lives = remembered.mock.calls.filter(([of]) => of === key(6)).map(([, , , seconds]) => seconds);
  expect(lives).toEqual([31 * 86_400]);
  remembered.mockRestore();
});
