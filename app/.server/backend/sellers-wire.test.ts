import { describe, expect, it, test, vi } from "vitest";
import type { SellerQuery } from "~/domain/query";
import { readSellerList, readSellerRecord } from "./sellers-wire";

const answerOf = (body: unknown, headers: Record<string, string> = {}) => ({
  status: 200,
  headers: new Headers(headers),
  bytes: new Uint8Array(Buffer.from(JSON.stringify(body))),
});
const query: SellerQuery = { q: "", sort: "displayName", page: 1, size: 10 };
const seller = (n: number, more: object = {}) => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: `s${n}@example.pl`,
  accountEnabled: true,
  mpk: String(n),
  ...more,
});
const many = (count: number, more?: object) => Array.from({ length: count }, (_none, n) => seller(n, more));

describe("a record", () => {
  const read = (body: unknown, headers?: Record<string, string>) => readSellerRecord(answerOf(body, headers));

  it("with gaps opens, so that they can be mended", () => {
    const empty = {
      displayName: "",
      email: "",
      firstName: undefined,
      surname: undefined,
      accountEnabled: false,
      mpk: "",
    };
    expect(read({ id: "a" }).seller).toEqual({ id: "a", ...empty });
    const nulls = { displayName: null, email: null, firstName: null, surname: null, accountEnabled: null, mpk: null };
    expect(read({ id: 7, ...nulls }).seller).toEqual({ id: "7", ...empty });
    expect(read({ id: "a", firstName: "", surname: "" }).seller).toEqual({ id: "a", ...empty });
  });

  it("may have a number where the app has a text", () => {
    expect(read({ id: 7, displayName: 8, email: 0, mpk: 12 }).seller).toMatchObject({
      id: "7",
      displayName: "8",
      email: "0",
      mpk: "12",
    });
  });

  it("has no half of a surrogate pair, which no URL can hold", () => {
    const half = "a\ud800b";
    const record = { id: half, displayName: half, email: half, firstName: half, surname: half, mpk: half };
    expect(Object.values(read(record).seller).filter((value) => String(value).includes("\ufffd"))).toHaveLength(6);
    expect(JSON.stringify(read(record).seller)).not.toContain("\\ud800");
  });

  it("comes wrapped or bare, as it was written, with its ETag if it has one", () => {
    const bare = { id: "a", other: [1] };
    expect(read({ seller: bare }, { ETag: '"v"' })).toMatchObject({ raw: bare, etag: '"v"' });
    expect(read(bare)).toMatchObject({ raw: bare, etag: undefined });
    expect(read({ id: "a", seller: "x" })).toMatchObject({ raw: { id: "a", seller: "x" } });
  });

  it.each([{}, { id: "" }, { id: null }, { id: "a", firstName: 7 }, { id: "a", accountEnabled: "yes" }, [], "a", null])(
    "isn't %j",
    (body) => {
      expect(() => read(body)).toThrow();
    },
  );
});

describe("a page of a list", () => {
  const read = (body: unknown, asked: SellerQuery = query, wanted?: SellerQuery) =>
    readSellerList(answerOf(body), asked, wanted);

  it("is the one that was asked for, or the last", async () => {
    expect(await read({ sellers: many(5), total: 25 }, { ...query, page: 3 })).toMatchObject({ page: 3, total: 25 });
    expect(await read({ sellers: [], total: 25 }, { ...query, page: 4 })).toEqual({ sellers: [], page: 3, total: 25 });
    expect(await read({ sellers: [], total: 20 }, { ...query, page: 4 })).toMatchObject({ page: 2 });
    expect(await read({ sellers: [], total: 0 }, { ...query, page: 4 })).toEqual({ sellers: [], page: 1, total: 0 });
  });

  it("holds ten rows of ten in the backend's own order, and more than ten only where they are all", async () => {
    const reversed = many(10).reverse();
    const page = await read({ sellers: reversed, total: 10 });
    expect(page.sellers.map(({ id }) => id)).toEqual(reversed.map(({ id }) => id));
    expect(page.everything).toBeUndefined();
    const all = await read({ sellers: many(11).reverse(), total: 11 });
    expect([all.sellers[0]?.id, all.sellers.length, all.everything?.length]).toEqual(["s0", 10, 11]);
    await expect(read({ sellers: many(11), total: 12 })).rejects.toThrow("More rows than one page holds");
    await expect(read({ sellers: many(11), total: 10 })).rejects.toThrow("More rows than one page holds");
  });

  it.each([
    { sellers: [], total: 1.5 },
    { sellers: [], total: -1 },
    { sellers: [], total: "1" },
    { total: 1 },
    7,
    null,
  ])("isn't %j", async (body) => {
    await expect(read(body)).rejects.toThrow();
  });

  it("of everything is what a person asked for, whatever the backend was asked", async () => {
    const wanted: SellerQuery = { ...query, q: "sklep 1", size: 2 };
    const page = await read(many(20), query, wanted);
    expect([page.sellers.length, page.total]).toEqual([2, 11]);
  });
});

describe("lists that are everything", () => {
  /** How often rows are parsed while these answers are read, one after the other. */
  async function parsedBy(...bodies: unknown[]): Promise<number[]> {
    const answers = bodies.map((body) => answerOf(body));
    const parse = vi.spyOn(JSON, "parse");
    const counts: number[] = [];
    for (const answer of answers) {
      parse.mockClear();
      await readSellerList(answer, query);
      counts.push(parse.mock.calls.length);
    }
    parse.mockRestore();
    return counts.map((count) => Math.min(count, 1));
  }
  /** 100 sellers, in a list of so many bytes. */
  const sized = (name: string, bytes: number) => {
    const rows = many(100);
    const left = bytes - JSON.stringify([{ ...seller(0), name: `${name}` }, ...rows]).length;
    return [{ ...seller(0), name: name.padEnd(name.length + left, "x") }, ...rows];
  };

  test("are read once while they stay what they are, from 64 kB on", async () => {
    const [small, large] = [sized("a", 64 * 1024 - 1), sized("a", 64 * 1024)];
    expect(JSON.stringify(large)).toHaveLength(64 * 1024);
    expect(await parsedBy(small, small, large, large)).toEqual([1, 1, 1, 0]);
    expect(await parsedBy(sized("b", 64 * 1024), large)).toEqual([1, 0]);
  });

  test("are remembered four at a time, the one that was asked for last the longest", async () => {
    const lists = ["c", "d", "e", "f"].map((name) => sized(name, 70_000));
    const [first, second] = lists;
    expect(await parsedBy(...lists, ...lists)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(await parsedBy(first, sized("g", 70_000), first, second)).toEqual([0, 1, 0, 1]);
  });

  test("that are broken aren't remembered either, and are refused each time", async () => {
    const broken = [...many(1_000), { foo: 1 }];
    const read = () => readSellerList(answerOf(broken), query);
    await expect(Promise.all([read(), read()])).rejects.toThrow();
    await expect(read()).rejects.toThrow();
  });

  test("that are asked for at once are read once and looked through one after the other", async () => {
    const answer = answerOf(sized("i", 200_000));
    const parse = vi.spyOn(JSON, "parse");
    await readSellerList(answerOf(sized("j", 200_000)), query);
    const once = parse.mock.calls.length;
    parse.mockClear();
    const pages = await Promise.all(
      ["", "sklep 1", "sklep 2"].map((q) => readSellerList(answer, query, { ...query, q })),
    );
    expect(parse.mock.calls.length).toBe(once);
    parse.mockRestore();
    expect(pages.map(({ total }) => total)).toEqual([101, 19, 19]);
  });
});
