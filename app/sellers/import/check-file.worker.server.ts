import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { formatOf, readTable } from "~/.server/spreadsheet/read-sheet";
import { charactersOf, UnusableFile } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import type { Seller } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";
import type { CheckTask, FromChecker, ToChecker } from "./check-messages.server";
import { checkRows } from "./check-rows.server";
import { corrected } from "./corrections.server";
import { readHeadings } from "./headings.server";
import { vocabularyOf } from "./vocabulary.server";

/*
 * The thread that reads and checks one file, and ends with it. It knows neither the configuration nor the store nor any
 * token: the sellers to compare with are handed to it (file-check.server.ts).
 */

/** Checked rows of one message: so many, and so many characters. */
const MAX_ROWS = 200;
const MAX_CHARACTERS = 256 * 1024;

const server = parentPort as MessagePort;
const { bytes, corrections, locale } = workerData as CheckTask;

try {
  await check();
  server.postMessage({ kind: "end" } satisfies FromChecker);
} catch (error) {
  if (!(error instanceof UnusableFile)) throw error;
  const { fault, about } = error;
  server.postMessage({ kind: "unusable", fault, about } satisfies FromChecker);
}

async function ask(message: FromChecker): Promise<ToChecker> {
  server.postMessage(message);
  const [answer] = (await once(server, "message")) as [ToChecker];
  return answer;
}

async function check(): Promise<void> {
  // Every language's own words: a file may come from a person who uses another one.
  const vocabulary = vocabularyOf(localeCodes.map(getT));
  const format = formatOf(bytes);
  const {
    headings,
    rows: read,
    line,
    sheet,
  } = await readTable(bytes, format, {
    isHeading: (cell) => vocabulary.columnOf(cell) !== undefined,
    headingsOf: (cells) => readHeadings(cells, vocabulary),
  });
  const rows = corrected(read, headings, corrections);
  const first = await ask({ kind: "read", headings, format, line, sheet });
  let batch: CheckedRow[] = [];
  let characters = 0;
  for await (const row of checkRows({ headings, rows, sellers: sellersFrom(first), vocabulary, t: getT(locale) })) {
    batch.push(row);
    if (row.kind === "wrong") characters += charactersOf(row.cells);
    if (batch.length < MAX_ROWS && characters < MAX_CHARACTERS) continue;
    await ask({ kind: "rows", rows: batch });
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) await ask({ kind: "rows", rows: batch });
}

async function* sellersFrom(first: ToChecker): AsyncGenerator<Seller[], void> {
  for (let answer = first; answer.kind === "sellers" && answer.sellers; answer = await ask({ kind: "moreSellers" })) {
    yield answer.sellers;
  }
}
