import { formatOf, readTable } from "~/.server/spreadsheet/read-sheet";
import { charactersOf, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";
import { checkRows } from "./check-rows.server";
import { applyCorrections } from "./corrections.server";
import type { FromProcess, ToProcess } from "./file-check.server";
import { assumedHeadings, readHeadings, vocabularyOf } from "./headings.server";

/* The process that checks one file, without access to the configuration, the store or tokens. */

const MESSAGE_ROWS = 200;
const MESSAGE_CHARACTERS = 256 * 1024;

const TAB = 9;

// Keeps this process until the server ends it, which reads the last message before.
process.channel?.ref();

try {
  await check();
  tell({ kind: "end" });
} catch (error) {
  if (error instanceof UnusableFile) tell({ kind: "unusable", fault: error.fault, about: error.about });
  else tell({ kind: "failed", error });
}

function tell(message: FromProcess): void {
  process.send?.(message);
}

function nextMessage(): Promise<ToProcess> {
  return new Promise((resolve) => process.once("message", resolve));
}

function request(message: FromProcess): Promise<ToProcess> {
  tell(message);
  return nextMessage();
}

async function check(): Promise<void> {
  const first = await nextMessage();
  if (first.kind !== "check") throw new Error(`There is no file to check, but ${first.kind}`);
  const { bytes, corrections, isPasted, locale } = first.task;
  // All languages, because the file may come from a person who uses another one.
  const vocabulary = vocabularyOf(localeCodes.map(getT));
  const t = getT(locale);
  const format = isPasted ? "csv" : formatOf(bytes);
  const table = await readTable(bytes, format, {
    isHeading: (cell) => vocabulary.columnOf(cell) !== undefined,
    headingsOf: (cells) => readHeadings(cells, vocabulary),
    assumedHeadings: isPasted ? (rows) => assumedHeadings(rows, t) : undefined,
    delimiter: isPasted && bytes.includes(TAB) ? "\t" : undefined,
  });
  const { headings, line, sheet } = table;
  const rows = applyCorrections(table.rows, headings, corrections);
  const answer = await request({ kind: "read", headings, format, line, sheet });
  let batch: CheckedRow[] = [];
  let characters = 0;
  for await (const row of checkRows({ headings, rows, sellers: sellersFrom(answer), vocabulary, t })) {
    batch.push(row);
    if (row.kind === "wrong") characters += charactersOf(row.cells);
    if (batch.length < MESSAGE_ROWS && characters < MESSAGE_CHARACTERS) continue;
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
