import { beforeEach, expect, it, vi } from "vitest";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { usualParts, WORKBOOK, workbookOf } from "../../../test/workbooks/odd-workbooks";
import { openFileCheck } from "./file-checker.server";

/**
 * Each process first compiles its source: it may take its time, and its deadline is a clock's that
 * tests move on.
 */
vi.setConfig({ testTimeout: 300_000 });

/** The part of the heap that a check's process may fill here. */
const heap = vi.hoisted(() => ({ share: 1 }));
vi.mock("~/.server/start-process", async (original) => {
  const { startProcess } = await original<typeof import("~/.server/start-process")>();
  const start: typeof startProcess = (built, source, heapMB) => startProcess(built, source, heapMB * heap.share);
  return { startProcess: start };
});

beforeEach(() => {
  heap.share = 1;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => vi.useRealTimers();
});

const anna: Seller = { id: "a", displayName: "Anna", email: "anna@example.pl", accountEnabled: true, mpk: "1" };
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
type Task = Parameters<typeof openFileCheck>[0];
const taskOf = (bytes: Task["bytes"], more: Partial<Task> = {}): Task => ({
  ...{ bytes, corrections: [], isPasted: false, locale: "pl" },
  ...more,
});

async function* sellers(...batches: Seller[][]) {
  yield* batches;
}

async function readingOf(text: string, given: AsyncIterable<Seller[]>, more: Partial<Task> = {}) {
  const checking = await openFileCheck(taskOf(bytesOf(text), more));
  const rows: CheckedRow[] = [];
  try {
    for await (const batch of await checking.compare(given)) rows.push(...batch);
    return { table: checking.table, rows };
  } finally {
    await checking.end();
  }
}
const check = async (text: string, given: AsyncIterable<Seller[]>) => (await readingOf(text, given)).rows;
const faultOf = (run: Promise<unknown>) => run.then(String, ({ fault, about }) => ({ fault, about }));

const HEADINGS = "id;Nazwa;E-mail;MPK";

it("A file is checked in its own process, against sellers in batches", async () => {
  const rows = await check(
    `${HEADINGS}\na;Anna B;anna@example.pl;1\n;Nowy;nowy@example.pl;2\nx;X;x@example.pl;3`,
    sellers([{ ...anna, id: "b", email: "b@example.pl" }], [anna]),
  );
  expect(rows.map(({ line, kind }) => [line, kind])).toEqual([
    [2, "update"],
    [3, "create"],
    [4, "wrong"],
  ]);
  expect(rows[0]).toMatchObject({ before: anna, fields: { displayName: "Anna B" } });
  expect(rows[2]).toMatchObject({ problems: [{ column: "id", reason: expect.stringContaining("Nie ma sprzedawcy") }] });
});

it("The columns of a file aren't guessed", async () => {
  expect(await faultOf(openFileCheck(taskOf(bytesOf("A\ta@example.pl\t1"))))).toMatchObject({ fault: "noHeadings" });
});

it("The last message of a process that is already done is heard", async () => {
  const opening = faultOf(openFileCheck(taskOf(bytesOf("a;b\n1;2"))));
  // Blocks this thread for as long as the other process needs to answer.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  expect(await opening).toEqual({ fault: "noHeadings", about: {} });
});

it("The check of a file of long rows has heap enough", async () => {
  expect(await check(`id\n${`${"x".repeat(400)};y\n`.repeat(19_000)}`, sellers())).toHaveLength(19_000);
});

it("A file that fills the heap ends only the process that checks it", async () => {
  heap.share = 1 / 8;
  const names = "<definedName>A1</definedName>".repeat(500_000);
  const workbook = usualParts()[WORKBOOK]?.replace("</sheets>", `</sheets><definedNames>${names}</definedNames>`);
  const bomb = workbookOf({ [WORKBOOK]: workbook });
  expect(bomb.length).toBeLessThan(100_000);
  expect(await faultOf(openFileCheck(taskOf(bomb)))).toMatchObject({ fault: "tooMuchWork" });
});

it("A file that takes too long ends its process, not counting waits", async () => {
  const late = faultOf(openFileCheck(taskOf(bytesOf("id\nx"))));
  vi.advanceTimersByTime(30_000);
  expect(await late).toMatchObject({ fault: "tooMuchWork" });
  const slow = (async function* () {
    vi.advanceTimersByTime(60_000);
    yield [anna];
    vi.advanceTimersByTime(60_000);
  })();
  expect(await check("id;MPK\na;1", slow)).toHaveLength(1);
});
