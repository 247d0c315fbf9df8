import { beforeAll, describe, expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import { unseal } from "~/.server/db/seal";
import type { HistoryEntry } from "~/domain/history-entry";
import { beginEntry } from "~/sellers/write/history-journal.server";
import { giveOwnStore } from "../../../test/support/own-store";
import type { HistoryFilter } from "./history-filter";
import { filterHistory, isVisible, visibleHistory } from "./visible-history.server";

vi.mock("~/.server/db/seal", async (load) => {
  const actual = await load<typeof import("~/.server/db/seal")>();
  return { ...actual, unseal: vi.fn(actual.unseal) };
});

giveOwnStore();

const ENTRIES = 120;
const states = { displayName: "Jan", email: "jan@example.pl", mpk: "1" };
const idOf = (at: number) => `${at}`.padStart(22, "0");
/** Every tenth is Anna's own; of the others she may see sellers whose number ends in 5. */
const makerOf = (at: number) => (at % 10 === 0 ? "anna" : "olaf");

const entryOf = (at: number): HistoryEntry => ({
  id: idOf(at),
  at: Date.now(),
  by: { sub: makerOf(at) },
  sellerId: `s${at}`,
  sellerName: `s${at}`,
  outcome: "done",
  requestId: "r",
  action: "disable",
  before: { ...states, accountEnabled: true },
  after: { ...states, accountEnabled: false },
});

beforeAll(async () => {
  for (let at = 0; at < ENTRIES; at += 1) await beginEntry(entryOf(at));
});

/**
 * The backend's word is remembered from one test to the next, as it is from one page to the next.
 */
function anna(answer = async (id: string) => id.endsWith("5")) {
  const asked: string[] = [];
  const isShown = (id: string) => {
    asked.push(id);
    return answer(id);
  };
  const viewer = { session: { sub: "anna" }, sellers: { isShown } } as unknown as Parameters<typeof visibleHistory>[0];
  return { asked, viewer };
}

const hers = Array.from({ length: ENTRIES }, (_none, at) => at)
  .filter((at) => at % 5 === 0)
  .reverse();
const numbers = (entries: HistoryEntry[]) => entries.map(({ id }) => Number(id));
const down = () => Promise.reject(new BackendError("sellers", "unreachable"));

describe("the history of all sellers", () => {
  test("holds nothing of others while the backend doesn't answer, and all that is one's own", async () => {
    const { viewer, asked } = anna(down);
    const limits = { rows: 50, entries: 1_000, sellers: 60, thenOnlyOwn: false } as const;
    const { entries, older, unanswered } = await visibleHistory(viewer, {}, limits);
    expect(numbers(entries)).toEqual(hers.filter((at) => at % 10 === 0));
    expect([older, unanswered]).toEqual([undefined, true]);
    expect(asked.length).toBeLessThanOrEqual(8);
  });

  test("asks for so many sellers a page, and the next page begins where this one ended", async () => {
    const { viewer, asked } = anna();
    const found: number[] = [];
    let before: string | undefined;
    let pages = 0;
    do {
      const already = asked.length;
      const page = await visibleHistory(viewer, { before }, { rows: 6, entries: 40, sellers: 15, thenOnlyOwn: false });
      expect(asked.length - already).toBeLessThanOrEqual(15);
      expect(page.entries.length).toBeLessThanOrEqual(6);
      expect(page.unanswered).toBe(false);
      found.push(...numbers(page.entries));
      before = page.older;
      pages += 1;
    } while (before !== undefined && pages < 50);
    expect(found).toEqual(hers);
    // One's own are asked for by nobody, and the others once.
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(ENTRIES - ENTRIES / 10);
  });

  test("looks at so many entries a page, though it asks for nobody any more", async () => {
    const { viewer, asked } = anna();
    const limits = { rows: 50, entries: 40, sellers: 15, thenOnlyOwn: false } as const;
    const { entries, older } = await visibleHistory(viewer, {}, limits);
    expect(numbers(entries)).toEqual(hers.slice(0, 8));
    expect(older).toBeDefined();
    expect(asked).toEqual([]);
  });
});

test("of what is looked for, only that is found which the person may see, and nobody else is asked for", async () => {
  const { viewer, asked } = anna();
  const wanted = [7, 15, 17, 20, 25];
  const limits = { rows: 50, entries: 1_000, sellers: 60, thenOnlyOwn: false } as const;
  const matches = ({ id }: HistoryEntry) => wanted.includes(Number(id));
  const { entries, older } = await visibleHistory(viewer, { matches }, limits);
  expect([numbers(entries), older]).toEqual([[25, 20, 15], undefined]);
  expect(wanted.map((at) => `s${at}`)).toEqual(expect.arrayContaining(asked));
  // Of a seller that the backend has just shown, nobody asks again.
  const known = await visibleHistory(viewer, { matches, visibleSellers: new Set(["s7"]) }, limits);
  expect(numbers(known.entries)).toEqual([25, 20, 15, 7]);
});

test("what is compared once its seller is shown changes nothing of who is asked for, and finds nothing of others", async () => {
  const limits = { rows: 50, entries: 1_000, sellers: 200, thenOnlyOwn: true } as const;
  const given = ENTRIES - ENTRIES / 10;
  for (const wanted of [[7, 15, 17, 20, 25], []]) {
    // A person of whom nothing is remembered yet.
    const { viewer, asked } = anna();
    viewer.session.sub = `ewa ${wanted.length}`;
    const matchesVisible = ({ id }: HistoryEntry) => wanted.includes(Number(id));
    const { entries } = await visibleHistory(
      viewer,
      { matches: ({ by }) => by.sub === "olaf", matchesVisible },
      limits,
    );
    expect(numbers(entries)).toEqual(wanted.filter((at) => at % 10 === 5).reverse());
    expect(asked).toHaveLength(given);
  }
});

test("entries of one row count once, and the page ends where the next row would begin", async () => {
  const { viewer } = anna();
  const rowKey = ({ id }: HistoryEntry) => (Number(id) >= 60 ? "job" : id);
  const limits = { rows: 3, rowKey, entries: 1_000, sellers: 200, thenOnlyOwn: false } as const;
  const first = await visibleHistory(viewer, {}, limits);
  expect(numbers(first.entries)).toEqual(hers.filter((at) => at >= 50));
  expect(first.omitted).toBe(false);
  const second = await visibleHistory(viewer, { before: first.older }, limits);
  expect(numbers(second.entries)).toEqual([45, 40, 35]);
});

test("one entry is one's own, or the backend shows its seller, or isn't shown", async () => {
  const fresh = { ...entryOf(1), sellerId: "x5" };
  expect(await isVisible(entryOf(10), anna(down).viewer)).toBe(true);
  expect(await isVisible(fresh, anna(down).viewer)).toBe(false);
  expect(await isVisible(fresh, anna().viewer)).toBe(true);
  expect(await isVisible({ ...fresh, sellerId: "x6" }, anna().viewer)).toBe(false);
  // An addition that failed has no seller whom the backend could show.
  expect(await isVisible({ ...fresh, sellerId: undefined }, anna().viewer)).toBe(false);
});

test("the dashboard goes on with one's own when it has asked for as many as it may", async () => {
  const viewer = { ...anna().viewer, session: { sub: "olaf" } } as Parameters<typeof visibleHistory>[0];
  const asked: string[] = [];
  viewer.sellers.isShown = async (id) => asked.push(id) > 0;
  const limits = { rows: 200, entries: 300, sellers: 4, thenOnlyOwn: true } as const;
  const { entries, omitted } = await visibleHistory(viewer, {}, limits);
  expect(omitted).toBe(true);
  expect(asked).toHaveLength(4);
  expect(numbers(entries).filter((at) => at % 10 === 0)).toEqual([110, 100, 90, 80]);
  expect(numbers(entries).filter((at) => at % 10 !== 0)).toHaveLength(ENTRIES - ENTRIES / 10);
});

describe("a filter", () => {
  const limits = { rows: 50, entries: 5_000, sellers: 60, thenOnlyOwn: true } as const;
  const ask = async (filter: Partial<HistoryFilter>, sub = "anna") => {
    const { viewer } = anna();
    viewer.session.sub = sub;
    const list = async () => ({ sellers: [], total: 0 });
    const ctx = { ...viewer, sellers: { ...viewer.sellers, list } } as unknown as Parameters<typeof filterHistory>[0];
    const query = await filterHistory(ctx, { person: "", kind: "", seller: "", ...filter });
    vi.mocked(unseal).mockClear();
    const { entries } = await visibleHistory(viewer, query, limits);
    return { found: numbers(entries), unsealed: vi.mocked(unseal).mock.calls.length };
  };
  const named = { ...entryOf(900), by: { sub: "anna", name: "Żaneta Łęcka" }, action: "enable" } as HistoryEntry;
  beforeAll(async () => {
    await beginEntry(named);
  });

  test.each([{ person: "lecka" }, { person: "zan leck" }, { kind: "enable" as const }, { seller: "s900" }])(
    "finds what matches %j",
    async (filter) => {
      expect((await ask(filter)).found).toEqual([900]);
    },
  );

  test.each([{ person: "zzz" }, { kind: "create" as const }, { kind: "undo" as const }, { person: "Łęcki" }])(
    "that nothing matches unseals hardly an entry: %j",
    async (filter) => {
      const { found, unsealed } = await ask(filter);
      expect(found).toEqual([]);
      expect(unsealed).toBeLessThan(5);
    },
  );

  test("by a seller unseals what the backend must be asked about, and no more of it", async () => {
    const { found, unsealed } = await ask({ seller: "nobody has this" }, "a new person");
    expect(found).toEqual([]);
    expect(unsealed).toBeLessThanOrEqual(65);
  });
});
