import { expect, test } from "vitest";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Translate } from "~/i18n/catalogues";
import { getT } from "~/i18n/i18n.server";
import {
  anna,
  finished,
  giveJobWorld,
  outcomesOfAll,
  params,
  run,
  setItem,
  setJob,
} from "../../../test/support/job-world";
import { itemsFrom } from "./item-store.server";
import { isOver } from "./job";
import { jobTitle } from "./job-kinds.server";
import { jobPage } from "./job-page.server";
import { findJob, jobsOf, storeJob } from "./job-store.server";

/* After a rollback, or while a release is rolled out, this one reads what a later one stored. */

const world = giveJobWorld();

const untranslated = ((key: string) => key) as Translate;

test("A state of a later release pauses the job, and the job isn't over", async () => {
  const id = await world.lay(2);
  await setJob(id, { state: "waitingForApproval" as never });
  await run(id);
  expect(world.writes).toEqual([]);
  const state = (await findJob(id))?.state;
  expect([state, state && isOver(state)]).toEqual(["paused", false]);
});

test("An item with a result of a later release isn't tried again", async () => {
  const id = await world.lay(2);
  await setItem(id, 0, { result: "postponed" as never });
  await run(id);
  expect(world.writes).toEqual([world.seller(1).id]);
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.result)).toEqual(["unknown", "done"]);
});

/** The rows of the job's page. */
const shownRows = async (id: string, query = "") => {
  const ctx = { session: anna, t: getT("pl"), newFormKey: () => "" } as unknown as FranchiseeContext;
  const { rows } = await jobPage(ctx, id, new URLSearchParams(query));
  return rows.map(({ name, result, reason }) => [name, result ?? "", reason]);
};
const UNREADABLE = expect.stringContaining("Zapisu tej pozycji nie można odczytać");

test.each([
  ["seller-status", params, "id"],
  ["seller-import", { plan: "p".repeat(22), fileName: "s.csv", digest: "d" }, "line"],
])("An item of %s that only another release can read fails as unreadable", async (kind, of, key) => {
  const readable = { seller: world.ids(1)[0], row: { kind: "update", line: 2, id: world.seller(0).id, name: "Jan" } };
  const item = kind === "seller-status" ? readable.seller : { ...readable.row, fields: {}, seen: {} };
  const stored = [{ [key]: { of: "a later release" } }, null, item];
  const given = { kind, params: of, owner: anna, session: world.session };
  const id = (await storeJob(given, stored)) ?? "";
  expect((await shownRows(id)).map(([, result]) => result)).toEqual(["", "", ""]);
  await run(id);
  await finished(id);
  const unreadable = ["Sprzedawca bez nazwy", "failed", UNREADABLE];
  expect(await shownRows(id, "only=problems")).toEqual([unreadable, unreadable]);

  const again = await world.act(id, "retry");
  expect((await itemsFrom(again, 0, 9)).map((each) => each.item)).toEqual(stored.slice(0, 2));
  await finished(again);
  expect(await shownRows(again)).toEqual([unreadable, unreadable]);
});

test("An unreadable item that was begun has an unknown result", async () => {
  const id = await world.lay(2);
  await setItem(id, 0, { result: "done", item: '"another shape"' });
  await setItem(id, 1, { result: "begun", item: '"another shape"' });
  await run(id);
  await finished(id);
  expect(world.writes).toEqual([]);
  expect((await shownRows(id)).map(([, ...end]) => end)).toEqual([
    ["done", ""],
    ["unknown", UNREADABLE],
  ]);
});

test("A reason of a later release is left out", async () => {
  const id = await world.lay(2);
  await setItem(id, 0, { result: "failed", reason: "postponed" });
  await setItem(id, 1, { result: "failed", reason: "gone" });
  expect((await outcomesOfAll(id)).map((outcome) => outcome?.reason)).toEqual([undefined, "gone"]);
});

test.each([
  ["seller-merging", { into: "1" }],
  ["seller-status", { status: "archived" }],
])("A job of the kind %s with %j is left to the release that knows it", async (kind, unknown) => {
  const given = { kind, params: unknown, owner: anna, session: world.session };
  const id = (await storeJob(given, world.ids(2))) ?? "";
  await run(id);
  expect(world.writes).toEqual([]);
  expect((await findJob(id))?.state).toBe("running");
  const [latest] = await jobsOf(anna.sub, 1);
  expect(latest && jobTitle(latest, untranslated)).toBe("");
  expect(jobTitle({ kind: "seller-status", params }, untranslated)).not.toBe("");
});
