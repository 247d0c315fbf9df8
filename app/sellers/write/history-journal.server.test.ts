import { afterEach, expect, test, vi } from "vitest";
import { database } from "~/.server/db/database";
import { sweepOnce } from "~/.server/db/sweep";
import { uniqueToken } from "~/.server/tokens";
import type { Alteration } from "~/domain/history-entry";
import type { Seller } from "~/domain/seller";
import { onBothEngines } from "../../../test/support/own-database";
import { beginEntry, endEntry, findEntry, lastSwitch, listEntries, markAnswerLost } from "./history-journal.server";

const history = vi.hoisted(() => ({ days: 365, notes: "on" }));
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), HISTORY_DAYS: history.days, SELLER_NOTES: history.notes }) };
});
afterEach(() => {
  Object.assign(history, { days: 365, notes: "on" });
});

const DAY_MS = 86_400_000;
const values = { displayName: "Nowak Anna", email: "nowak@example.pl", mpk: "00123" };
let sellers = 0;

function disabling(more: Partial<Alteration> = {}): Alteration {
  return {
    id: uniqueToken(),
    at: Date.now(),
    by: { sub: "anna", name: "Anna" },
    sellerId: `s${sellers}`,
    sellerName: values.displayName,
    outcome: "done",
    requestId: "r",
    action: "disable",
    before: { ...values, accountEnabled: true },
    after: { ...values, accountEnabled: false },
    ...more,
  };
}

async function begun(more: Partial<Alteration> = {}): Promise<Alteration> {
  const entry = disabling(more);
  await beginEntry(entry);
  return entry;
}

/** A seller of the test's own, and its changes. */
function newSeller() {
  sellers += 1;
  const id = `s${sellers}`;
  return { id, listed: async () => (await listEntries({ sellerId: id, limit: 9 })).map((entry) => entry.id) };
}

/** Ends an undo of a change, after which the seller is so. */
async function undo(undoes: string, id: string, now: Seller): Promise<void> {
  await endEntry((await findEntry(id)) ?? (await begun({ id, undoes })), now);
}

const deleteChange = async (id: string) => (await database()).deleteFrom("changes").where("id", "=", id).execute();
const eraseAuthor = async (id: string) => {
  const update = (await database()).updateTable("changes");
  return update.set({ sub: "", author: null, folded_author: "" }).where("id", "=", id).execute();
};
const filterColumnsOf = async (id: string) => {
  const change = (await database()).selectFrom("changes").where("id", "=", id);
  return change.select(["folded_author", "folded_seller_names", "changed_fields"]).executeTakeFirst();
};

onBothEngines(() => {
  test("Changes older than HISTORY_DAYS are hidden, and then deleted", async () => {
    const seller = newSeller();
    const [oldest, old, recent] = [
      await begun({ at: Date.now() - 200 * DAY_MS }),
      await begun({ at: Date.now() - 100 * DAY_MS }),
      await begun({ at: Date.now() - 10 * DAY_MS }),
    ];
    expect(await seller.listed()).toEqual([recent.id, old.id, oldest.id]);
    history.days = 150;
    expect(await seller.listed()).toEqual([recent.id, old.id]);
    expect([await findEntry(oldest.id), await findEntry(old.id)]).toEqual([undefined, old]);
    await sweepOnce(await database());
    history.days = 365;
    expect(await seller.listed()).toEqual([recent.id, old.id]);
    expect(await filterColumnsOf(oldest.id)).toBeUndefined();
  });

  test("Changes of notes are hidden while notes are turned off", async () => {
    const seller = newSeller();
    const { id } = await begun({ note: { before: "", after: "Dzwonić po 10" } });
    history.notes = "off";
    expect([await seller.listed(), await findEntry(id)]).toEqual([[], undefined]);
    history.notes = "on";
    expect(await seller.listed()).toEqual([id]);
  });

  test("An entry is read as it was stored", async () => {
    const before = { ...values, firstName: "Anna", surname: "Nowak", accountEnabled: true };
    const entry = disabling({
      action: "update",
      before,
      after: { ...before, firstName: undefined, mpk: "7\0" },
      jobId: "j",
      reason: "Zamknięto",
      undoes: "u",
      undoneBy: "v",
      undonePartly: true,
    });
    expect(await beginEntry(entry)).toEqual(entry);
    expect(await findEntry(entry.id)).toEqual(entry);
    await endEntry({ ...entry, sellerName: "Another name", outcome: "failed" });
    expect(await findEntry(entry.id)).toEqual({ ...entry, sellerName: "Another name", outcome: "failed" });
    const creation = { ...entry, action: "create" as const, after: values, sellerId: undefined, by: { sub: "jan" } };
    const { before: _before, ...stored } = { ...creation, id: uniqueToken() };
    await beginEntry(stored);
    expect(await findEntry(stored.id)).toEqual(stored);
  });

  test("An entry of another version of the app counts as absent", async () => {
    const seller = newSeller();
    const [first, second] = [await begun(), await begun()];
    const db = await database();
    await db.updateTable("changes").set({ after: '{"displayName":7}' }).where("id", "=", second.id).execute();
    expect([await findEntry(second.id), await seller.listed()]).toEqual([undefined, [first.id]]);
  });

  test("A retry keeps one entry with the time of the first attempt", async () => {
    const seller = newSeller();
    const first = await begun({ outcome: "unknown", at: Date.now() - 5_000 });
    await markAnswerLost(first.id);
    expect(await findEntry(first.id)).toEqual({ ...first, answerLost: true });
    const retried = { ...first, at: Date.now(), after: { ...first.after, mpk: "7" } };
    expect(await beginEntry(retried)).toEqual({ ...retried, at: first.at });
    expect(await findEntry(first.id)).toEqual({ ...retried, at: first.at });
    expect(await seller.listed()).toEqual([first.id]);
    expect(await filterColumnsOf(first.id)).toMatchObject({ changed_fields: ",mpk,accountEnabled," });
  });

  test("An ended entry stays as it is if its response is called lost later", async () => {
    const entry = await begun();
    await markAnswerLost(entry.id);
    expect(await findEntry(entry.id)).toEqual(entry);
  });

  test("An entry's filter columns name its author, its seller and its fields", async () => {
    const before = { displayName: "Żółta Łódź", email: "jan.nowak@example.pl", mpk: "7", accountEnabled: true };
    const entry = await begun({ before, after: before, by: { sub: "anna", name: "Anna Łęcka" }, sellerName: "Żółta" });
    const names = { folded_author: "anna lecka", folded_seller_names: "zolta lodz\nzolta" };
    expect(await filterColumnsOf(entry.id)).toEqual({ ...names, changed_fields: ",," });
    await endEntry({ ...entry, after: { ...before, mpk: "8" } });
    expect(await filterColumnsOf(entry.id)).toEqual({ ...names, changed_fields: ",mpk," });
  });

  test("An erasure during a write isn't undone when the write ends", async () => {
    const [nameless, gone] = [await begun({ outcome: "unknown" }), await begun({ outcome: "unknown" })];
    await eraseAuthor(nameless.id);
    await deleteChange(gone.id);
    for (const entry of [nameless, gone]) await endEntry({ ...entry, outcome: "failed" });
    expect(await findEntry(nameless.id)).toEqual({ ...nameless, by: { sub: "" }, outcome: "failed" });
    expect(await findEntry(gone.id)).toBeUndefined();
    await beginEntry(nameless);
    expect(await filterColumnsOf(nameless.id)).toMatchObject({ folded_author: "" });
    expect(await findEntry(nameless.id)).toEqual({ ...nameless, by: { sub: "" } });
  });

  test("A change that two people undo at once is marked as undone whole", async () => {
    const before = { ...values, accountEnabled: true };
    const entry = await begun({ action: "update", before, after: { ...before, mpk: "1", email: "inny@example.pl" } });
    const seller = { ...before, id: "s1" };
    await Promise.all([
      undo(entry.id, "half", { ...seller, mpk: "1" }),
      undo(entry.id, "rest", seller),
      eraseAuthor(entry.id),
    ]);
    expect(await findEntry(entry.id)).toMatchObject({
      undoneBy: "rest",
      undonePartly: false,
      by: { sub: "" },
    });
    await undo(entry.id, "later", { ...seller, mpk: "1" });
    expect(await findEntry(entry.id)).toMatchObject({ undoneBy: "rest", undonePartly: false });
  });

  test("A change whose undo is undone is in force again, until that is undone", async () => {
    const { id: first, before, after } = await begun();
    const second = await begun({ undoes: first, action: "enable", before: after, after: before });
    const seller = { ...before, id: "s1" };
    await undo(first, second.id, seller);
    expect(await findEntry(first)).toMatchObject({ undoneBy: second.id });
    const redo = await begun({ undoes: second.id });
    await undo(second.id, redo.id, { ...seller, accountEnabled: false });
    expect(await findEntry(first)).not.toHaveProperty("undoneBy");
    expect(await findEntry(second.id)).toMatchObject({ undoneBy: redo.id, undonePartly: false });
    await undo(redo.id, "third", seller);
    expect(await findEntry(redo.id)).toMatchObject({ undoneBy: "third" });
    expect(await findEntry(second.id)).not.toHaveProperty("undoneBy");
    expect(await findEntry(first)).toMatchObject({ undoneBy: second.id, undonePartly: false });
  });

  test("A change that is too old to be undone isn't marked", async () => {
    const old = await begun({ at: Date.now() - 100 * DAY_MS });
    history.days = 30;
    await undo(old.id, "later", { ...old.before, id: "s1" });
    history.days = 365;
    expect(await findEntry(old.id)).toEqual(old);
  });

  test("The last switch is the last one that is done", async () => {
    const { id } = newSeller();
    const now = Date.now();
    const end = async (more: Partial<Alteration>) => endEntry(await begun(more));
    await end({ at: now - 1_000, action: "update", after: disabling().before });
    await end({ at: now - 2_000 });
    await end({ at: now - 500, outcome: "failed" });
    expect(await lastSwitch(id)).toMatchObject({ at: now - 2_000, action: "disable" });
  });
});
