import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { inTransaction } from "~/.server/db/database";
import { noteEvents } from "~/.server/db/seller-dates";
import { parsePeriod } from "~/domain/days";
import type { SellerQuery } from "~/domain/query";
import { type FakeAnswer, fakeList, paged } from "../../../test/support/fake-list";
import { fakeSellers } from "../../../test/support/fake-seller";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { datesOfFilter } from "./dated-sellers";
import { matchingSellers } from "./matching-sellers";
import { sellersPage } from "./sellers-page";

const settings = vi.hoisted(() => ({ search: "verified" }));
vi.mock("~/.server/env", async (original) => {
  const actual = await original<typeof import("~/.server/env")>();
  return { ...actual, env: () => ({ ...actual.env(), SELLERS_SEARCH: settings.search }) };
});

// A list of 20,000 is read for no longer than a call may take.
giveOwnDatabase("sqlite", { BACKEND_TIMEOUT_MS: "120000" });

const DAY_MS = 86_400_000;
const now = Date.now();
const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 20 };

/**
 * Of the sellers s0, s1 and so on the first twelve were changed, s0 last; s100 and s101 are hidden
 * from this one.
 */
beforeAll(async () => {
  const changed = [...Array(12).keys(), 100_000, 100_001];
  await inTransaction(async (tx) => {
    for (const n of changed) await noteEvents(tx, `s${n}`, { changed: now - n * 1_000 });
    await noteEvents(tx, "s3", { added: now - 100 * DAY_MS, disabled: now });
  });
});
afterEach(() => {
  settings.search = "verified";
  vi.useRealTimers();
});

function listOf(count: number, answer?: (params: URLSearchParams) => FakeAnswer) {
  const sellers = fakeSellers(count);
  return fakeList(answer ?? ((params) => paged(sellers, params)), {}, sellers);
}
type List = ReturnType<typeof listOf>;
const page = ({ reader }: List, wanted: Partial<SellerQuery>) =>
  sellersPage(reader, { person: "p1" }, { ...query, ...wanted });
const idsOf = ({ sellers }: { sellers: readonly { id: string }[] }) => sellers.map(({ id }) => id);
async function exported({ reader }: List, wanted: Partial<SellerQuery>): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of matchingSellers(reader, { person: "p1" }, { ...query, ...wanted }))
    ids.push(...idsOf(batch));
  return ids;
}
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `s${from + n}`);

test.each([
  ["pages", 450, listOf],
  ["answers with everything", 450, (count: number) => listOf(count, () => ({ body: fakeSellers(count) }))],
] as const)("A filter and an order by dates read the list once if a backend %s", async (_name, count, make) => {
  const list = make(count);
  const found = await page(list, { changed: "7d", sort: "-changed", size: 10, page: 2 });
  expect(found).toMatchObject({ total: 12, page: 2 });
  expect(idsOf(found)).toEqual(["s10", "s11"]);
  expect(await exported(list, { changed: "7d", sort: "-changed" })).toEqual(ids(0, 12));
  const sorted = await exported(list, { sort: "changed" });
  expect(sorted.slice(0, 12)).toEqual(ids(0, 12).toReversed());
  expect(sorted).toHaveLength(count);
  expect(list.reads).toEqual([]);
});

test("Sellers of a long list whose dates match are read by their ids", async () => {
  const list = listOf(50_000);
  const found = await page(list, { changed: "7d", sort: "-changed" });
  expect([found.total, idsOf(found)]).toEqual([12, ids(0, 12)]);
  expect([list.calls.length, list.reads.length]).toEqual([1, 12]);
  expect(idsOf(await page(list, { changed: "7d", q: "Sklep 3" }))).toEqual(["s3"]);
  expect((await page(list, { changed: "7d", status: "inactive" })).total).toBe(0);
  expect(await exported(list, { changed: "7d", sort: "-changed" })).toEqual(ids(0, 12));
});

test("A list too long to be sorted by a date holds only dated sellers", async () => {
  const list = listOf(20_001);
  const found = await page(list, { sort: "-changed" });
  expect(found).toMatchObject({ total: 12, isDatedOnly: true });
  expect(idsOf(found)).toEqual(ids(0, 12));
  expect(list.calls).toHaveLength(1);
  expect(await exported(list, { sort: "-changed" })).toHaveLength(20_001);
  const whole = await page(listOf(20_000), { sort: "-changed" });
  expect([whole.total, whole.isDatedOnly]).toEqual([20_000, undefined]);
});

test("A seller whom only the backend's search finds is never read by id", async () => {
  settings.search = "backend";
  const list = listOf(50_000, (params) =>
    params.get("search") ? { body: { sellers: fakeSellers(2), total: 2 } } : paged([], params),
  );
  expect(idsOf(await page(list, { changed: "7d", q: "nowak" }))).toEqual(["s0", "s1"]);
  expect(list.reads).toEqual([]);
});

test.each([
  ["7d", "2026-03-31T10:00:00Z", "2026-03-24T23:00:00Z", undefined],
  ["30d", "2026-03-31T10:00:00Z", "2026-03-01T23:00:00Z", undefined],
  ["month", "2026-03-31T22:30:00Z", "2026-03-31T22:00:00Z", undefined],
  ["month", "2026-03-31T21:30:00Z", "2026-02-28T23:00:00Z", undefined],
  ["2026-03-28..2026-03-29", "2026-03-31T10:00:00Z", "2026-03-27T23:00:00Z", "2026-03-29T22:00:00Z"],
  ["2026-03-28..", "2026-03-31T10:00:00Z", "2026-03-27T23:00:00Z", undefined],
  ["..2026-03-28", "2026-03-31T10:00:00Z", undefined, "2026-03-28T23:00:00Z"],
  ["..9999-12-31", "2026-03-31T10:00:00Z", undefined, "9999-12-31T23:00:00Z"],
])("The period %s at %s begins and ends with days in Warsaw", async (text, at, from, until) => {
  vi.useFakeTimers({ now: Date.parse(at), toFake: ["Date"] });
  const dates = datesOfFilter({ q: "", sort: "displayName", added: parsePeriod(text) });
  expect(dates?.ranges.added).toEqual({
    from: from ? Date.parse(from) : Number.NEGATIVE_INFINITY,
    until: until ? Date.parse(until) : Number.POSITIVE_INFINITY,
  });
});
