import { expect, test, vi } from "vitest";
import { BackendError } from "~/.server/backend/backend-error";
import { takeNews } from "~/.server/db/news";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { columns } from "~/domain/file-columns";
import { parseSellerQuery } from "~/domain/query";
import { fakeSellers } from "../../../../test/support/fake-seller";
import { giveOwnDatabase } from "../../../../test/support/own-database";
import { exportedRows, fileRows, withExport } from "./export-rows.server";

giveOwnDatabase();

const ROWS = 2_345;
async function* allMatching() {
  const sellers = fakeSellers(ROWS);
  for (let at = 0; at < ROWS; at += 1_000) yield { sellers: sellers.slice(at, at + 1_000), total: ROWS };
}

/** A person who exports, and is told why where that can't be. */
const ctxOf = (sub: string, more = {}) =>
  ({
    sellers: { allMatching },
    session: { sub },
    t: (key: string) => key,
    redirect: async (to: string, { flash }: { flash: { text: string } }) => [to, flash.text],
    request: new Request("http://host/sellers/export.csv?mpk=007"),
    form: new FormData(),
    ...more,
  }) as unknown as FranchiseeContext;

const everySeller = { query: parseSellerQuery(new URLSearchParams()), columns };

async function pieces(total: number, maxRows?: number) {
  async function* none() {
    yield { sellers: [], total };
  }
  const ctx = ctxOf("p1", { sellers: { allMatching: total === 0 ? none : allMatching } });
  const pieces: string[][][] = [];
  const rows = exportedRows(ctx, everySeller, maxRows);
  for await (const piece of rows) pieces.push(piece);
  return pieces;
}

test("An export of no sellers is one empty piece", async () => {
  expect(await pieces(0)).toEqual([[]]);
});

test("More rows than a file can hold are refused before the first", async () => {
  expect(await pieces(ROWS, ROWS)).not.toEqual([]);
  await expect(pieces(ROWS, ROWS - 1)).rejects.toMatchObject({ max: ROWS - 1, total: ROWS });
});

const incomplete = new BackendError("sellers", "incomplete", { missing: 67 });
async function* lacking() {
  yield* allMatching();
  throw incomplete;
}

test("A file ends with a row that says how many sellers it lacks", async () => {
  const ctx = ctxOf("p1", { sellers: { allMatching: lacking } });
  const rows: string[][] = [];
  const onNoticeRow = vi.fn();
  for await (const piece of fileRows(ctx, everySeller, { onNoticeRow })) rows.push(...piece);
  const empty = columns.slice(1).map(() => "");
  expect([rows.length, rows.at(-1)]).toEqual([ROWS + 1, ["files:missing", ...empty]]);
  expect(onNoticeRow).toHaveBeenCalledOnce();
  expect(await takeNews("p1", 5)).toEqual([{ job_id: null, missing: 67 }]);
});

test("The list says why an incomplete answer gives no file", async () => {
  const answer = withExport(ctxOf("p1"), () => Promise.reject(incomplete));
  expect(await answer).toEqual(["/sellers?mpk=007", "errors:advice.incomplete"]);
});

test("An export that is broken off frees its slot", async () => {
  // A person has two slots, so the third export would wait.
  for (let n = 0; n < 3; n += 1) {
    const rows = exportedRows(ctxOf("hasty"), everySeller);
    expect((await rows.next()).value).toHaveLength(1_000);
    await rows.return();
  }
});

test("A person without a slot learns whose exports take them", async () => {
  const begin = (sub: string) => exportedRows(ctxOf(sub), everySeller);
  const messageTo = (sub: string) => {
    const ctx = ctxOf(sub);
    return withExport(ctx, async (request) => {
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
  expect(await messageTo("busy3")).toContain("files:tooManyAtOnce");
  expect(await messageTo("patient")).toContain("files:tooManyOfOthers");
  for (const batches of running) await batches.return();
  await Promise.all(waiting.map(async (batches, n) => entered[n]?.then(() => batches.return())));
  expect(await messageTo("patient")).toBeInstanceOf(Response);
});
