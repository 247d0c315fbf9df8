import { beforeEach, expect, test, vi } from "vitest";
import { log } from "~/.server/log";
import { registry } from "~/.server/metrics";
import { fakeList, paged, withoutParameters } from "../../../test/support/fake-list";
import { fakeSeller, fakeSellers } from "../../../test/support/fake-seller";
import { testEnv } from "../../../test/support/test-env";
import type { Contradiction } from "./contract/contradictions";

Object.assign(process.env, testEnv());

const query = { q: "", sort: "displayName", page: 1, size: 20 } as const;
const unpaged = withoutParameters("search", "accountEnabled", "sort", "page", "pageSize");
const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
beforeEach(() => warn.mockClear());

/** What the log and the metrics tell of a contradiction. */
async function toldOf(contradiction: Contradiction) {
  const isLogged = warn.mock.calls.some(
    ([fields]) => (fields as { contradiction?: string }).contradiction === contradiction,
  );
  const [, count = "0"] =
    new RegExp(`contradictions_total{contradiction="${contradiction}"} (\\d+)`).exec(await registry.metrics()) ?? [];
  return { isLogged, count: Number(count) };
}

test("An ignored filter is applied by the app and logged with its remedy", async () => {
  const rows = fakeSellers(120).map((seller, n) => ({ ...seller, accountEnabled: n % 3 !== 0 }));
  const list = fakeList((params) => paged(rows, params));
  for (let n = 1; n <= 2; n += 1) {
    expect(await list.list({ ...query, status: "inactive", page: 2 })).toMatchObject({ total: 40, page: 2 });
  }
  const told = await toldOf("accountEnabled");
  expect(told).toMatchObject({ isLogged: true });
  expect(told.count).toBeGreaterThanOrEqual(2);
  expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("SELLERS_PARAMS=accountEnabled="));
});

test("A backend that answers as configured causes no warning", async () => {
  const list = fakeList((params) => paged(fakeSellers(120), params));
  expect(await list.list({ ...query, q: "", page: 3 })).toMatchObject({ total: 120, page: 3 });
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  ["pageTooLong", () => ({ sellers: fakeSellers(50), total: 60 })],
  ["ids", () => ({ sellers: [fakeSeller(1, { id: "." })], total: 1 })],
] as const)("The refusal %s is logged and counted", async (contradiction, body) => {
  await expect(fakeList(() => ({ body: body() })).list(query)).rejects.toMatchObject({
    kind: "contract",
    contradiction,
  });
  expect(await toldOf(contradiction)).toEqual({ isLogged: true, count: 1 });
});

test("An answer of 20,000 sellers is read, and a longer one is refused", async () => {
  let rows = fakeSellers(20_001);
  const list = fakeList(() => ({ body: rows }), unpaged);
  await expect(list.list(query)).rejects.toMatchObject({ kind: "contract", contradiction: "notPaged", status: 502 });
  rows = rows.slice(1);
  expect((await list.list(query)).total).toBe(20_000);
});

/** How often answers are parsed that come one after the other. */
async function parsedBy(...bodies: unknown[]): Promise<number[]> {
  let body: unknown;
  const list = fakeList(() => ({ body }), unpaged);
  const parse = vi.spyOn(JSON, "parse");
  const counts: number[] = [];
  for (body of bodies) {
    parse.mockClear();
    await list.list(query);
    counts.push(parse.mock.calls.length);
  }
  parse.mockRestore();
  return counts;
}
/** 101 sellers, in a list of so many bytes. */
const sized = (name: string, bytes: number) => {
  const rows = fakeSellers(100);
  const left = bytes - JSON.stringify([{ ...fakeSeller(0), name }, ...rows]).length;
  return [{ ...fakeSeller(0), name: name.padEnd(name.length + left, "x") }, ...rows];
};

test("An unchanged answer of 64 kB is parsed once", async () => {
  const [small, large] = [sized("a", 64 * 1024 - 1), sized("a", 64 * 1024)];
  expect(await parsedBy(small, small, large, large)).toEqual([1, 1, 1, 0]);
});

test("The four long answers that were used last are remembered", async () => {
  const lists = ["c", "d", "e", "f"].map((name) => sized(name, 70_000));
  const bodies = [...lists, ...lists, lists[0], sized("g", 70_000), lists[0], lists[1]];
  expect(await parsedBy(...bodies)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1]);
});

test("A long answer for several simultaneous requests is parsed once", async () => {
  const list = fakeList(() => ({ body: sized("i", 200_000) }), unpaged);
  const parse = vi.spyOn(JSON, "parse");
  const found = await Promise.all(["", "sklep 1", "sklep 2"].map((q) => list.list({ ...query, q })));
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
  expect(found.map(({ total }) => total)).toEqual([101, 19, 19]);
});

test("A long answer with its total in a header is sorted once", async () => {
  const list = fakeList(() => ({ body: sized("j", 70_000), headers: { "X-Total-Count": "101" } }), unpaged);
  const sort = vi.spyOn(Array.prototype, "toSorted");
  expect((await list.list(query)).total).toBe(101);
  expect((await list.list({ ...query, page: 2 })).total).toBe(101);
  expect(sort).toHaveBeenCalledTimes(1);
  sort.mockRestore();
});
