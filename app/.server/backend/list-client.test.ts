import { describe, expect, it, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import { fakeList, fakeSeller, fakeSellers, paged } from "../../../test/support/fake-list";
import { testEnv } from "../../../test/support/test-env";
import { sellersPage } from "./sellers-page";

Object.assign(process.env, testEnv());

const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 10 };
const read = (body: unknown, wanted: Partial<SellerQuery> = {}) =>
  sellersPage(fakeList(() => ({ body })).reader, { person: "p1" }, { ...query, ...wanted });

describe("a page of a list", () => {
  it("is the one that was asked for, or the last", async () => {
    const list = fakeList((params) => paged(fakeSellers(25), params));
    for (const page of [3, 4, 900]) {
      const answer = await sellersPage(list.reader, { person: "p1" }, { ...query, page });
      expect(answer).toMatchObject({ page: 3, total: 25, sellers: { length: 5 } });
    }
    expect(await read({ sellers: [], total: 0 }, { page: 4 })).toEqual({ sellers: [], page: 1, total: 0 });
  });

  it("holds ten rows of ten in the backend's own order, and more than ten only where they are all", async () => {
    const reversed = fakeSellers(10).reverse();
    const page = await read({ sellers: reversed, total: 10 });
    expect(page.sellers.map(({ id }) => id)).toEqual(reversed.map(({ id }) => id));
    expect(page.everything).toBeUndefined();
    const all = await read({ sellers: fakeSellers(11).reverse(), total: 11 });
    expect([all.sellers[0]?.id, all.sellers.length, all.everything?.length]).toEqual(["s0", 10, 11]);
    const error = { kind: "badBody", cause: { message: expect.stringContaining("More rows than one page holds") } };
    await expect(read({ sellers: fakeSellers(11), total: 12 })).rejects.toMatchObject(error);
    await expect(read({ sellers: fakeSellers(11), total: 10 })).rejects.toMatchObject(error);
  });

  it.each([
    { sellers: [], total: 1.5 },
    { sellers: [], total: -1 },
    { sellers: [], total: "many" },
    { sellers: [], total: "-1" },
    { sellers: {}, total: 1 },
    { total: 1 },
    7,
    null,
  ])("isn't %j", async (body) => {
    await expect(read(body)).rejects.toThrow();
  });

  it("has a total that may be a number in quotes", async () => {
    expect(await read({ sellers: fakeSellers(10), total: " 25 " })).toMatchObject({ total: 25 });
  });

  it("of everything is what a person asked for", async () => {
    const page = await read(fakeSellers(20), { q: "sklep 1", size: 10 });
    expect([page.sellers.length, page.total]).toEqual([10, 11]);
  });
});

describe("lists that are everything", () => {
  /** How often rows are parsed while these answers are read, one after the other. */
  async function parsedBy(...bodies: unknown[]): Promise<number[]> {
    let body: unknown;
    const { reader, backend } = fakeList(() => ({ body }));
    backend.isUnpaged = true;
    const parse = vi.spyOn(JSON, "parse");
    const counts: number[] = [];
    for (body of bodies) {
      parse.mockClear();
      await sellersPage(reader, { person: "p1" }, query);
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

  test("are read once while they stay what they are, from 64 kB on", async () => {
    const [small, large] = [sized("a", 64 * 1024 - 1), sized("a", 64 * 1024)];
    expect(JSON.stringify(large)).toHaveLength(64 * 1024);
    expect(await parsedBy(small, small, large, large)).toEqual([1, 1, 1, 0]);
    expect(await parsedBy(sized("b", 64 * 1024), large)).toEqual([1, 1]);
  });

  test("are remembered four at a time, the one that was asked for last the longest", async () => {
    const lists = ["c", "d", "e", "f"].map((name) => sized(name, 70_000));
    const [first, second] = lists;
    const bodies = [...lists, ...lists, first, sized("g", 70_000), first, second];
    expect(await parsedBy(...bodies)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1]);
  });

  test("that are broken aren't remembered either, and are refused each time", async () => {
    const broken = [...fakeSellers(1_000), { foo: 1 }];
    const { reader } = fakeList(() => ({ body: broken }));
    const page = () => sellersPage(reader, { person: "p1" }, query);
    await expect(Promise.all([page(), page()])).rejects.toThrow();
    await expect(page()).rejects.toThrow();
  });

  test("that are asked for at once are read once and looked through one after the other", async () => {
    const { reader, backend } = fakeList(() => ({ body: sized("i", 200_000) }));
    backend.isUnpaged = true;
    const parse = vi.spyOn(JSON, "parse");
    const search = (q: string) => sellersPage(reader, { person: "p1" }, { ...query, q });
    const found = await Promise.all(["", "sklep 1", "sklep 2"].map(search));
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
    expect(found.map(({ total }) => total)).toEqual([101, 19, 19]);
  });
});
