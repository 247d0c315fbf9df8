import { afterEach, beforeEach, expect, test } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import { TooLong } from "~/.server/backend/matching-sellers";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { columns } from "~/domain/columns";
import { parseSellerQuery } from "~/domain/query";
import { testEnv } from "../../../test/support/test-env";
import { exported, exportedRows } from "./export-sellers.server";

Object.assign(process.env, testEnv());

let ticks = 0;
let counting: NodeJS.Immediate;
beforeEach(() => {
  ticks = 0;
  counting = setImmediate(function count() {
    ticks += 1;
    counting = setImmediate(count);
  });
});
afterEach(() => clearImmediate(counting));

const ROWS = 2_345;
const seller = (n: number) => ({
  id: `s${n}`,
  displayName: `Sklep ${n}`,
  email: "s@example.pl",
  accountEnabled: true,
  mpk: "1",
});
/** Answers at once, so that the export itself has to yield to the event loop. */
async function* allMatching() {
  const sellers = Array.from({ length: ROWS }, (_none, n) => seller(n));
  for (let at = 0; at < ROWS; at += 1_000) yield { sellers: sellers.slice(at, at + 1_000), total: ROWS };
}

const everySeller = { query: parseSellerQuery(new URLSearchParams()), columns };

async function pieces(total: number, maxRows?: number) {
  async function* none() {
    yield { sellers: [], total };
  }
  const ctx = {
    sellers: { allMatching: total === 0 ? none : allMatching },
    session: { sub: "p1" },
    t: (key: string) => key,
  };
  const pieces: string[][][] = [];
  const rows = exportedRows(ctx as unknown as FranchiseeContext, everySeller, maxRows);
  for await (const piece of rows) pieces.push(piece);
  return pieces;
}

test("an export yields to the event loop every 200 rows", async () => {
  const printed = await pieces(ROWS);
  expect(printed.flat().map(([id]) => id)).toEqual(Array.from({ length: ROWS }, (_none, n) => `s${n}`));
  expect(Math.max(...printed.map((rows) => rows.length))).toBe(200);
  expect(ticks).toBeGreaterThanOrEqual(printed.length - 1);
});

test("an export of no sellers is one empty piece", async () => {
  expect(await pieces(0)).toEqual([[]]);
});

test("more rows than a file can hold are refused before the first", async () => {
  expect(await pieces(ROWS, ROWS)).not.toEqual([]);
  await expect(pieces(ROWS, ROWS - 1)).rejects.toMatchObject({ max: ROWS - 1, total: ROWS });
});

test("hidden sellers are left out of the ticked ones, and a failing backend gets no further requests", async () => {
  const ids = Array.from({ length: 300 }, (_none, n) => `s${n}`);
  let calls = 0;
  const rowsOf = async (status: number) => {
    calls = 0;
    const get = async (id: string) => {
      calls += 1;
      if (id === "s7") throw new BackendError("sellers", "status", { status });
      return { seller: seller(Number(id.slice(1))) };
    };
    const ctx = { sellers: { get }, session: { sub: "p1" }, t: (key: string) => key };
    const request = { ...everySeller, ids };
    let rows = 0;
    for await (const piece of exportedRows(ctx as unknown as FranchiseeContext, request)) rows += piece.length;
    return rows;
  };
  expect(await rowsOf(403)).toBe(299);
  await expect(rowsOf(500)).rejects.toThrow(BackendError);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toBeLessThan(30);
});

test("instead of a file of some of the repeated values the list says that it is too long", async () => {
  const ctx = {
    t: (key: string) => key,
    redirect: async (to: string, { flash }: { flash: { text: string } }) => [to, flash.text],
    request: new Request("http://host/sellers/export.csv?same=mpk"),
    form: new FormData(),
  };
  const answer = exported(ctx as unknown as FranchiseeContext, () => Promise.reject(new TooLong()));
  expect(await answer).toEqual(["/sellers?same=mpk", "files:tooLong"]);
});

test("an export that is broken off frees its slot", async () => {
  const ctx = {
    sellers: { allMatching },
    session: { sub: "hasty" },
    t: (key: string) => key,
  } as unknown as FranchiseeContext;
  // A person has two slots, so the third export would wait.
  for (let n = 0; n < 3; n += 1) {
    const rows = exportedRows(ctx, everySeller);
    expect((await rows.next()).value).toHaveLength(200);
    await rows.return();
  }
});

test("a person without a slot learns whether their own exports or others' take them", async () => {
  const ctxOf = (sub: string) => {
    const redirect = async (_to: string, { flash }: { flash: { text: string } }) => flash.text;
    const request = new Request("http://host/sellers/export.csv");
    return {
      sellers: { allMatching },
      session: { sub },
      t: (key: string) => key,
      redirect,
      request,
      form: new FormData(),
    };
  };
  const begin = (sub: string) => exportedRows(ctxOf(sub) as unknown as FranchiseeContext, everySeller);
  const messageTo = (sub: string) => {
    const ctx = ctxOf(sub) as unknown as FranchiseeContext;
    return exported(ctx, async (request) => {
      const batches = exportedRows(ctx, request);
      await batches.next();
      await batches.return();
      return new Response();
    });
  };
  const busy = Array.from({ length: 16 }, (_none, n) => `busy${n}`);
  const running = busy.flatMap((sub) => [begin(sub), begin(sub)]);
  await Promise.all(running.map((batches) => batches.next()));
  const waiting = busy.flatMap((sub) => Array.from({ length: 4 }, () => begin(sub)));
  const entered = waiting.map((batches) => batches.next());
  expect(await messageTo("busy3")).toBe("files:tooManyAtOnce");
  expect(await messageTo("patient")).toBe("files:tooManyOfOthers");
  for (const batches of running) await batches.return();
  await Promise.all(waiting.map(async (batches, n) => entered[n]?.then(() => batches.return())));
  expect(await messageTo("patient")).toBeInstanceOf(Response);
});
