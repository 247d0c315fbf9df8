import { expect, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import type { Seller, SellerPage } from "~/domain/seller";
import { testEnv } from "../../../test/support/test-env";
import { filteredPage } from "./filtered-page";

Object.assign(process.env, testEnv());

const seller = (n: number): Seller => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: `s${n}@example.pl`,
  // One in ten has no name.
  ...(n % 10 === 0 ? {} : { firstName: "Ewa" }),
  accountEnabled: true,
  mpk: String(n),
});
const query: SellerQuery = { q: "", names: "none", sort: "displayName", page: 1, size: 20 };

function backend(count: number, longest = 1_000) {
  let busy = 0;
  const most = { busy: 0 };
  const list = vi.fn(async ({ page, size }: SellerQuery): Promise<SellerPage> => {
    busy += 1;
    most.busy = Math.max(most.busy, busy);
    await new Promise((resolve) => setImmediate(resolve));
    busy -= 1;
    const length = Math.min(size, longest);
    const from = (page - 1) * length;
    const rows = Array.from({ length: Math.max(0, Math.min(length, count - from)) }, (_, n) => seller(from + n));
    return { sellers: rows, total: count, page };
  });
  return { list, most };
}

const page = (number: number, source: ReturnType<typeof backend>, withinMs = 60_000) =>
  filteredPage({ ...query, page: number }, { list: source.list, withinMs });

test("gives the page that is asked for and the number of all, without asking for too much at once", async () => {
  const source = backend(12_345);
  const answer = await page(3, source);
  expect(answer.sellers.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `s${(40 + n) * 10}`));
  expect(answer).toMatchObject({ total: 1_235, page: 3 });
  expect(answer).not.toHaveProperty("scannedCount");
  expect(source.list).toHaveBeenCalledTimes(13);
  expect(source.most.busy).toBe(4);
});

test("a page beyond the last is the last", async () => {
  expect(await page(900, backend(1_250))).toMatchObject({ total: 125, page: 7, sellers: { length: 5 } });
  expect(await page(900, backend(2_000))).toMatchObject({ total: 200, page: 10, sellers: { length: 20 } });
  expect(await page(5, backend(0))).toEqual({ sellers: [], total: 0, page: 1 });
});

test("goes by the backend's own length of a page", async () => {
  const source = backend(250, 100);
  expect(await page(1, source)).toMatchObject({ total: 25, sellers: { length: 20 } });
  expect(source.list).toHaveBeenCalledTimes(3);
});

test("stops after 50 000 sellers and says so", async () => {
  const source = backend(200_000);
  expect(await page(1, source)).toMatchObject({ total: 5_000, scannedCount: 50_000 });
  expect(source.list).toHaveBeenCalledTimes(50);
});

test("stops when its time is over and says so", async () => {
  const source = backend(20_000);
  expect(await page(1, source, 0)).toMatchObject({ total: 100, scannedCount: 1_000 });
  expect(source.list).toHaveBeenCalledTimes(1);
});

test("a record that moves to a later page while they are read stands there once", async () => {
  const source = backend(3_000);
  const answer = source.list.getMockImplementation() as typeof source.list;
  source.list.mockImplementation(async (asked) => {
    const given = await answer(asked);
    return asked.page === 2 ? { ...given, sellers: [seller(990), ...given.sellers.slice(1)] } : given;
  });
  expect((await page(1, source)).total).toBe(299);
});

test("a failure on the way is the answer", async () => {
  const source = backend(3_000);
  source.list
    .mockImplementationOnce(source.list.getMockImplementation() as never)
    .mockRejectedValueOnce(new Error("gone"));
  await expect(page(1, source)).rejects.toThrow("gone");
});
