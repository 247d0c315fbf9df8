import { afterEach, beforeEach, expect, test } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { columns } from "~/domain/columns";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import { testEnv } from "../../../test/support/test-env";
import { exported, exportedRows, rowsFrom } from "./export-sellers.server";

Object.assign(process.env, testEnv());

let turns = 0;
let counting: NodeJS.Immediate;
beforeEach(() => {
  turns = 0;
  counting = setImmediate(function count() {
    turns += 1;
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
/** Answers at once, so that every turn of the event loop is one that the export leaves to others. */
async function list({ page, size }: SellerQuery) {
  const sellers = Array.from({ length: ROWS }, (_none, n) => seller(n)).slice((page - 1) * size, page * size);
  return { sellers, total: ROWS, page };
}

const everySeller = { query: parseSellerQuery(new URLSearchParams()), columns };

async function pieces(total: number) {
  const of = async (asked: SellerQuery) => (total === 0 ? { sellers: [], total, page: 1 } : list(asked));
  const ctx = { sellers: { list: of }, session: { sub: "p1" }, t: (key: string) => key };
  const found: { rows: string[][]; total: number }[] = [];
  for await (const piece of exportedRows(ctx as unknown as FranchiseeContext, everySeller)) found.push(piece);
  return found;
}

test("rows come a few at a time, and others have their turn in between", async () => {
  const found = await pieces(ROWS);
  expect(found.flatMap(({ rows }) => rows.map(([id]) => id))).toEqual(
    Array.from({ length: ROWS }, (_none, n) => `s${n}`),
  );
  expect(Math.max(...found.map(({ rows }) => rows.length))).toBe(200);
  expect(turns).toBeGreaterThanOrEqual(found.length - 1);
});

test("no rows are one empty piece", async () => {
  expect(await pieces(0)).toEqual([{ rows: [], total: 0 }]);
});

test("ticked sellers: who is hidden is left out, and a backend that fails is asked for no more of them", async () => {
  const ids = Array.from({ length: 300 }, (_none, n) => `s${n}`);
  let asked = 0;
  const rowsOf = async (status: number) => {
    asked = 0;
    const get = async (id: string) => {
      asked += 1;
      if (id === "s7") throw new BackendError("sellers", "status", { status });
      return { seller: seller(Number(id.slice(1))) };
    };
    const ctx = { sellers: { get }, session: { sub: "p1" }, t: (key: string) => key };
    const request = { ...everySeller, ids };
    let rows = 0;
    for await (const piece of exportedRows(ctx as unknown as FranchiseeContext, request)) rows += piece.rows.length;
    return rows;
  };
  expect(await rowsOf(403)).toBe(299);
  await expect(rowsOf(500)).rejects.toThrow(BackendError);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBeLessThan(30);
});

test("whoever leaves at the piece that was looked at first gives their turn back", async () => {
  const ctx = { sellers: { list }, session: { sub: "hasty" }, t: (key: string) => key } as unknown as FranchiseeContext;
  // One more than a person may have at once: it would wait for a turn.
  for (let n = 0; n < 3; n += 1) {
    const batches = exportedRows(ctx, everySeller);
    const rows = rowsFrom(await batches.next(), batches);
    expect((await rows.next()).value).toHaveLength(200);
    await rows.return();
  }
});

test("whoever has no turn is told whether it is for their own files or for those of others", async () => {
  const ctxOf = (sub: string) => {
    const redirect = async (_to: string, { flash }: { flash: { text: string } }) => flash.text;
    const request = new Request("http://host/sellers/export.csv");
    return { sellers: { list }, session: { sub }, t: (key: string) => key, redirect, request, form: new FormData() };
  };
  const begin = (sub: string) => exportedRows(ctxOf(sub) as unknown as FranchiseeContext, everySeller);
  const told = (sub: string) => {
    const ctx = ctxOf(sub) as unknown as FranchiseeContext;
    return exported(ctx, async (asked) => {
      const batches = exportedRows(ctx, asked);
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
  expect(await told("busy3")).toBe("files:tooManyAtOnce");
  expect(await told("patient")).toBe("files:tooManyOfOthers");
  for (const batches of running) await batches.return();
  await Promise.all(waiting.map(async (batches, n) => entered[n]?.then(() => batches.return())));
  expect(await told("patient")).toBeInstanceOf(Response);
});
