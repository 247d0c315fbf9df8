import { formatOf } from "~/.server/spreadsheet/read-sheet";
import { charactersOf, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";
import { checkRows } from "./check-rows.server";
import { applyCorrections } from "./corrections.server";
import type { FromProcess, ToProcess } from "./file-checker.server";
import { readTable } from "./find-table.server";
import { vocabularyOf } from "./headings.server";

// This child process checks one file, without access to the configuration, the database or tokens.

/** Size of all wrong rows as JSON. All cells of a small workbook may repeat the same long text. */
const MAX_WRONG_BYTES = 32 * 1024 * 1024;
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 256 * 1024;

// `ref`: don't exit before the server has read the last message. The server ends this process.
process.channel?.ref();

try {
  await check();
  send({ kind: "end" });
} catch (error) {
  if (error instanceof UnusableFile) send({ kind: "unusable", fault: error.fault, about: error.about });
  else send({ kind: "failed", error });
}

function send(message: FromProcess): void {
  process.send?.(message);
}

function nextMessage(): Promise<ToProcess> {
  return new Promise((resolve) => process.once("message", resolve));
}

function request(message: FromProcess): Promise<ToProcess> {
  send(message);
  return nextMessage();
}

async function check(): Promise<void> {
  const first = await nextMessage();
  if (first.kind !== "check") throw new Error(`There is no file to check, but ${first.kind}`);
  const { bytes, corrections, isPasted, encoding: chosenEncoding, locale } = first.task;
  const vocabulary = vocabularyOf(localeCodes.map(getT));
  const t = getT(locale);
  const format = isPasted ? "csv" : formatOf(bytes);
  const table = await readTable(bytes, format, { vocabulary, t, isPasted, encoding: chosenEncoding });
  const { headings, line, sheet, encoding } = table;
  const rows = applyCorrections(table.rows, headings, corrections);
  const answer = await request({ kind: "table", headings, format, line, sheet, encoding });
  const checkedRows: CheckedRow[] = [];
  let wrongBytes = 0;
  // Check all rows before sending the first row, so that a fault in the last row stores nothing.
  for await (const row of checkRows({ headings, rows, sellers: sellersFrom(answer), vocabulary, t })) {
    checkedRows.push(row);
    if (row.kind === "wrong") wrongBytes += Buffer.byteLength(JSON.stringify(row));
    if (wrongBytes > MAX_WRONG_BYTES) throw new UnusableFile("tooMuchInside");
  }
  let batch: CheckedRow[] = [];
  let characters = 0;
  for (const row of checkedRows) {
    batch.push(row);
    // Only wrong rows contain the file's cells, which may be long.
    if (row.kind === "wrong") characters += charactersOf(row.cells);
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    await request({ kind: "rows", rows: batch });
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) await request({ kind: "rows", rows: batch });
}

async function* sellersFrom(first: ToProcess): AsyncGenerator<Seller[], void> {
  for (let answer = first; answer.kind === "sellers" && answer.sellers; ) {
    yield answer.sellers;
    answer = await request({ kind: "moreSellers" });
  }
}
