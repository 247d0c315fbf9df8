import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { formatOf, readTable } from "~/.server/spreadsheet/read-sheet";
import { charactersOf, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";
import { checkRows } from "./check-rows.server";
import { applyCorrections } from "./corrections.server";
import type { CheckTask, FromThread, ToThread } from "./file-check.server";
import { assumedHeadings, readHeadings, vocabularyOf } from "./headings.server";

/* The thread that checks one file, without access to the configuration, the store or tokens. */

const MESSAGE_ROWS = 200;
const MESSAGE_CHARACTERS = 256 * 1024;

const TAB = 9;

const server = parentPort as MessagePort;
const { bytes, corrections, isPasted, locale } = workerData as CheckTask;

try {
  await check();
  server.postMessage({ kind: "end" } satisfies FromThread);
} catch (error) {
  if (!(error instanceof UnusableFile)) throw error;
  const { fault, about } = error;
  server.postMessage({ kind: "unusable", fault, about } satisfies FromThread);
}

async function request(message: FromThread): Promise<ToThread> {
  server.postMessage(message);
  const [answer] = (await once(server, "message")) as [ToThread];
  return answer;
}

async function check(): Promise<void> {
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
  const first = await request({ kind: "read", headings, format, line, sheet });
  let batch: CheckedRow[] = [];
  let characters = 0;
  for await (const row of checkRows({ headings, rows, sellers: sellersFrom(first), vocabulary, t })) {
    batch.push(row);
    if (row.kind === "wrong") characters += charactersOf(row.cells);
    if (batch.length < MESSAGE_ROWS && characters < MESSAGE_CHARACTERS) continue;
    await request({ kind: "rows", rows: batch });
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) await request({ kind: "rows", rows: batch });
}

async function* sellersFrom(first: ToThread): AsyncGenerator<Seller[], void> {
  for (let answer = first; answer.kind === "sellers" && answer.sellers; ) {
    yield answer.sellers;
    answer = await request({ kind: "moreSellers" });
  }
}
