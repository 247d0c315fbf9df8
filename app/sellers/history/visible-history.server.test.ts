import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { HistoryEntry } from "~/domain/history-entry";
import { entryOf } from "../../../test/support/entries";
import { storeChanges } from "../../../test/support/many-changes";
import { giveOwnDatabase } from "../../../test/support/own-database";
import type { HistoryFilter } from "./history-query";
import { isVisible, queryOfFilter, visibleHistory } from "./visible-history.server";

giveOwnDatabase();

const ENTRIES = 120;
const limits = { rows: 50, maxEntries: 1_000, maxCalls: 60 } as const;
const states = { displayName: "Jan", email: "jan@example.pl", mpk: "1" };
const idOf = (at: number) => `${at}`.padStart(22, "0");
/** Every tenth is Anna's own; of the others she may see sellers whose number ends in 5. */
const makerOf = (at: number) => (at % 10 === 0 ? "anna" : "olaf");
/** Made by somebody whose name is searched for. */
const wanted = [7, 15, 17, 20, 25];
const start = Date.now() - ENTRIES * 1_000;

const changeAt = (at: number) =>
  entryOf(idOf(at), {
    at: start + at * 1_000,
    by: { sub: makerOf(at), name: wanted.includes(at) ? "Żaneta Łęcka" : "Ktoś Inny" },
    sellerId: `s${at}`,
    sellerName: `s${at}`,
    action: "disable",
    before: { ...states, accountEnabled: true },
    after: { ...states, accountEnabled: false },
  });

let tests = 0;
beforeAll(() => storeChanges(Array.from({ length: ENTRIES }, (_none, at) => changeAt(at))));
// The backend's word is remembered for a minute.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ++tests * 61_000 }));
afterEach(() => vi.useRealTimers());

function anna(answer = async (id: string) => id.endsWith("5")) {
  const asked: string[] = [];
  const canSee = (id: string) => {
    asked.push(id);
    return answer(id);
  };
  const viewer = { session: { sub: "anna" }, sellers: { canSee } } as unknown as Parameters<typeof visibleHistory>[0];
  return { asked, viewer };
}

const hers = Array.from({ length: ENTRIES }, (_none, at) => at)
  .filter((at) => at % 5 === 0)
  .reverse();
const numbers = (entries: HistoryEntry[]) => entries.map(({ id }) => Number(id));
const askedAboutAll = () => visibleHistory(anna().viewer, {}, { rows: ENTRIES, maxEntries: 1_000, maxCalls: ENTRIES });
const down = () => Promise.reject(new BackendError("sellers", "unreachable"));

test("The history holds only own changes while the backend doesn't answer", async () => {
  const { viewer, asked } = anna(down);
  const { entries, older, hasBackendFailed } = await visibleHistory(viewer, {}, limits);
  expect(numbers(entries)).toEqual(hers.filter((at) => at % 10 === 0));
  expect([older, hasBackendFailed]).toEqual([undefined, true]);
  expect(asked.length).toBeLessThanOrEqual(8);
});

test("A page asks about few sellers, and the next begins where it ended", async () => {
  const { viewer, asked } = anna();
  const found: number[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const already = asked.length;
    const page = await visibleHistory(viewer, { before }, { rows: 6, maxEntries: 40, maxCalls: 15 });
    expect(asked.length - already).toBeLessThanOrEqual(15);
    expect(page.entries.length).toBeLessThanOrEqual(6);
    expect(page.hasBackendFailed).toBe(false);
    found.push(...numbers(page.entries));
    before = page.older;
    pages += 1;
  } while (before !== undefined && pages < 50);
  expect(found).toEqual(hers);
  // One's own are asked for by nobody, and the others once.
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(ENTRIES - ENTRIES / 10);
});

test("A page looks at a bounded number of entries even without asking", async () => {
  await askedAboutAll();
  const { viewer, asked } = anna();
  const limits = { rows: 50, maxEntries: 40, maxCalls: 15 } as const;
  const { entries, older } = await visibleHistory(viewer, {}, limits);
  expect(numbers(entries)).toEqual(hers.slice(0, 8));
  expect(older).toBeDefined();
  expect(asked).toEqual([]);
});

test("A filter finds changes that the person may see, and asks of no others", async () => {
  const { viewer, asked } = anna();
  viewer.session.sub = "anna's sister";
  const { entries, older } = await visibleHistory(viewer, { person: "lecka" }, limits);
  expect([numbers(entries), older]).toEqual([[25, 15], undefined]);
  expect(asked).toEqual(wanted.toReversed().map((at) => `s${at}`));
});

test("Entries of a seller that was just shown need no question", async () => {
  const { viewer, asked } = anna(down);
  const { entries, hasBackendFailed } = await visibleHistory(viewer, { sellerId: "s7" }, limits);
  expect([numbers(entries), asked, hasBackendFailed]).toEqual([[7], [], false]);
});

test("Entries of one row count once on a page", async () => {
  const { viewer } = anna();
  const rowKey = ({ id }: HistoryEntry) => (Number(id) >= 60 ? "job" : id);
  const limits = { rows: 3, rowKey, maxEntries: 1_000, maxCalls: 200 } as const;
  const first = await visibleHistory(viewer, {}, limits);
  expect(numbers(first.entries)).toEqual(hers.filter((at) => at >= 50));
  expect(first.hasOmittedChanges).toBe(false);
  const second = await visibleHistory(viewer, { before: first.older }, limits);
  expect(numbers(second.entries)).toEqual([45, 40, 35]);
});

test("An entry is visible to its author and to whoever is shown its seller", async () => {
  const fresh = { ...changeAt(1), sellerId: "x5" };
  expect(await isVisible(changeAt(10), anna(down).viewer)).toBe(true);
  expect(await isVisible(fresh, anna(down).viewer)).toBe(false);
  expect(await isVisible(fresh, anna().viewer)).toBe(true);
  expect(await isVisible({ ...fresh, sellerId: "x6" }, anna().viewer)).toBe(false);
  // An addition that failed has no seller whom the backend could show.
  expect(await isVisible({ ...fresh, sellerId: undefined }, anna().viewer)).toBe(false);
});

test("The dashboard goes on with own changes after its last question", async () => {
  const viewer = { ...anna().viewer, session: { sub: "olaf" } } as Parameters<typeof visibleHistory>[0];
  const asked: string[] = [];
  viewer.sellers.canSee = async (id) => asked.push(id) > 0;
  const limits = { rows: 200, maxEntries: 300, maxCalls: 4, skipsUnchecked: true } as const;
  const { entries, hasOmittedChanges } = await visibleHistory(viewer, {}, limits);
  expect(hasOmittedChanges).toBe(true);
  expect(asked).toHaveLength(4);
  expect(numbers(entries).filter((at) => at % 10 === 0)).toEqual([110, 100, 90, 80]);
  expect(numbers(entries).filter((at) => at % 10 !== 0)).toHaveLength(ENTRIES - ENTRIES / 10);
});

/** @param found the sellers that the backend's own search finds */
const search = async (filter: Partial<HistoryFilter>, sub: string, found: string[] = []) => {
  const { viewer, asked } = anna();
  viewer.session.sub = sub;
  const list = async () => ({ sellers: found.map((id) => ({ id })), total: found.length });
  const ctx = { ...viewer, sellers: { ...viewer.sellers, list } } as unknown as Parameters<typeof queryOfFilter>[0];
  const query = await queryOfFilter(ctx, { person: "", kind: "", field: "", seller: "", ...filter });
  const { entries } = await visibleHistory(viewer, query, limits);
  return { found: numbers(entries), asked };
};

test("A seller filter finds own changes and the sellers that the backend finds", async () => {
  expect((await search({ seller: "s20" }, "anna")).found).toEqual([20]);
  expect((await search({ seller: "nowa nazwa" }, "anna", ["s7"])).found).toEqual([7]);
  expect((await search({ seller: "s", person: "lecka", kind: "disable" }, "anna")).found).toEqual([20]);
  expect((await search({ seller: "s20", kind: "enable" }, "anna")).found).toEqual([]);
});

test("A seller filter compares its text with nobody else's changes", async () => {
  // The backend shows these sellers to this person, but its own search doesn't find them.
  await askedAboutAll();
  for (const seller of ["s115", "jan", "jan@example.pl"]) {
    expect(await search({ seller }, "somebody else")).toMatchObject({ found: [], asked: [] });
  }
});
