import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "~/.server/store/open-store";
import { findMoments } from "~/.server/store/seller-events";
import { uniqueToken } from "~/.server/unique-token";
import type { HistoryEntry } from "~/domain/history-entry";
import { giveOwnStore } from "../../../test/support/own-store";
import {
  beginEntry,
  dropAuthor,
  dropEntry,
  endEntry,
  everyEntry,
  findEntry,
  listHistory,
  markUndone,
} from "./history-journal.server";
import { entries } from "./history-records.server";

const history = vi.hoisted(() => ({ days: 365 }));
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), HISTORY_DAYS: history.days }) };
});

giveOwnStore();

const DAY_MS = 86_400_000;
const values = { displayName: "Nowak Anna", email: "nowak@example.pl", mpk: "00123" };

async function changed(daysAgo: number): Promise<HistoryEntry> {
  const at = Date.now() - daysAgo * DAY_MS;
  vi.useFakeTimers({ now: at, toFake: ["Date"] });
  const entry = await beginEntry({
    id: uniqueToken(),
    at,
    by: { sub: "anna", name: "Anna" },
    sellerId: "s1",
    sellerName: values.displayName,
    outcome: "done",
    requestId: "r",
    action: "disable",
    before: { ...values, accountEnabled: true },
    after: { ...values, accountEnabled: false },
  });
  vi.useRealTimers();
  return entry;
}

const ids = (entries: HistoryEntry[]) => entries.map(({ id }) => id);
async function held(): Promise<HistoryEntry[]> {
  const entries = [];
  for await (const entry of everyEntry("s1")) entries.push(entry);
  return entries;
}

let [oldest, old, recent]: HistoryEntry[] = [];
beforeEach(async () => {
  history.days = 365;
  [oldest, old, recent] = [await changed(200), await changed(100), await changed(10)];
});
afterEach(async () => {
  for (const entry of await held()) await dropEntry(entry);
});

test("nobody sees any more what is older than HISTORY_DAYS, also when it was kept for longer", async () => {
  expect(ids((await listHistory({ limit: 9 })).entries)).toEqual(ids([recent, old, oldest] as HistoryEntry[]));
  history.days = 30;
  // Nor a page of nothing to go on to.
  const page = await listHistory({ limit: 1 });
  expect([ids(page.entries), page.older]).toEqual([[recent?.id], undefined]);
  expect((await listHistory({ limit: 1, sellerId: "s1", from: 0 })).older).toBeUndefined();
  expect(await findEntry(old?.id as string)).toBeUndefined();
  expect(await findEntry(recent?.id as string)).toBeDefined();
});

test("it can be told and erased for as long as the store holds it: the author with the entry then", async () => {
  history.days = 30;
  const all = await held();
  expect(ids(all)).toEqual(ids([recent, old, oldest] as HistoryEntry[]));
  for (const entry of all) await dropAuthor(entry);
  expect(await held()).toEqual([{ ...recent, by: { sub: "erased" } }]);
});

test("taking back what is too old to be marked harms nobody", async () => {
  history.days = 30;
  const seller = { ...values, id: "s1", accountEnabled: true };
  await markUndone(old?.id as string, "later", seller);
  history.days = 365;
  expect(await findEntry(old?.id as string)).toEqual(old);
});

/** Runs `run`, and `meanwhile` once it has read what lies under such a key for the first time. */
async function raced(prefix: string, run: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const stored = await store();
  const get = stored.get.bind(stored);
  let step: (() => Promise<void>) | undefined = meanwhile;
  const spy = vi.spyOn(stored, "get").mockImplementation(async (key) => {
    const value = await get(key);
    const next = key.startsWith(prefix) ? step : undefined;
    if (next) step = undefined;
    await next?.();
    return value;
  });
  await run().finally(() => spy.mockRestore());
  expect(step).toBeUndefined();
}

test("marked by two at once as taken back, an entry says what the second one left of it, and keeps what else is said", async () => {
  const before = { ...values, accountEnabled: true };
  const entry: HistoryEntry = { ...(recent as HistoryEntry), action: "update", before, after: { ...before, mpk: "1" } };
  await endEntry({ ...entry, after: { ...before, mpk: "1", email: "inny@example.pl" } });
  const seller = { ...before, id: "s1" };
  const half = () => markUndone(entry.id, "half", { ...seller, mpk: "1" });
  const rest = () => markUndone(entry.id, "rest", seller);
  await raced(`change:${entry.id}`, half, rest);
  expect(await findEntry(entry.id)).toMatchObject({ undoneBy: "rest", undonePartly: false });
  for (const [first, second] of [
    [() => dropAuthor(entry), () => markUndone(entry.id, "rest", seller)],
    [() => markUndone(entry.id, "rest", seller), () => dropAuthor(entry)],
  ] as const) {
    await entries.put(entry.id, entry);
    await raced(`change:${entry.id}`, first, second);
    expect(await findEntry(entry.id)).toMatchObject({ by: { sub: "erased" }, undoneBy: "rest" });
  }
});

test("what is erased while its write is under way doesn't come back when it ends", async () => {
  const [nameless, gone] = [await changed(0), await changed(0)];
  await dropAuthor(nameless);
  await dropEntry(gone);
  for (const entry of [nameless, gone]) await endEntry({ ...entry, outcome: "failed" });
  expect(await findEntry(nameless.id)).toEqual({ ...nameless, by: { sub: "erased" }, outcome: "failed" });
  expect(await (await store()).get(`change:${gone.id}`)).toBeUndefined();
});

test.each([
  ["first", undefined],
  ["later than another", 3],
])("a change that is noted in the moment in which an older one is, %s, stays the last one", async (_which, earlier) => {
  const sellerId = `raced ${earlier}`;
  const done = async (daysAgo: number) => endEntry({ ...(await changed(daysAgo)), sellerId });
  if (earlier) await done(earlier);
  const before = Date.now();
  await raced(
    "seller-events:",
    () => done(2),
    () => done(1),
  );
  const { changed: at } = (await findMoments([sellerId])).get(sellerId) ?? {};
  expect(before - (at ?? 0)).toBeLessThan(1.5 * DAY_MS);
});

test("a page's entries are had by one question to the store", async () => {
  for (let n = 0; n < 3; n += 1) await changed(1);
  const [get, getMany] = [vi.spyOn(await store(), "get"), vi.spyOn(await store(), "getMany")];
  expect((await listHistory({ limit: 3 })).entries).toHaveLength(3);
  expect([get.mock.calls.length, getMany.mock.calls.length]).toEqual([0, 1]);
  vi.restoreAllMocks();
});

test("an entry is stored without what it says twice, and read as it was", async () => {
  const before = { ...values, firstName: "Anna", surname: "Nowak", accountEnabled: true };
  const after = { ...before, firstName: undefined, mpk: "7" };
  const entry: HistoryEntry = { ...(recent as HistoryEntry), id: uniqueToken(), action: "update", before, after };
  await beginEntry(entry);
  expect(await findEntry(entry.id)).toEqual(entry);
  await endEntry({ ...entry, sellerName: "Another name", outcome: "failed" });
  expect(await findEntry(entry.id)).toEqual({ ...entry, sellerName: "Another name", outcome: "failed" });
  expect((await (await store()).get(`change:${entry.id}`))?.length).toBeLessThan(850);
});
