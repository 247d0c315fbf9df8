import { FairSlots } from "~/.server/fair-slots";
import { download } from "~/.server/http/download";
import { requestScope } from "~/.server/http/request-scope";
import { dayOf } from "~/i18n/calendar";
import { printCsvFile } from "./print-csv";

/** Files per person at a time. */
export const MAX_OWN_FILES = 1;
const MAX_WAIT_MS = 10_000;
const slots = new FairSlots({ size: 8, share: MAX_OWN_FILES, maxWaiting: 32, waitingShare: 2 });

type CsvFile = {
  /** ASCII; the day and the ending are added. */
  name: string;
  headings: string[];
  rows: AsyncIterable<string[][]>;
};

/** A file that is read from the database while it is sent. @throws NoSlot */
export async function csvDownload(request: Request, sub: string, { name, headings, rows }: CsvFile) {
  const release = await slots.take(sub, requestScope().gone, MAX_WAIT_MS);
  const chunks = printCsvFile(headings, untilDone(rows, release));
  return download(request, { fileName: `${name}-${dayOf(Date.now())}.csv`, type: "text/csv; charset=utf-8", chunks });
}

async function* untilDone(rows: AsyncIterable<string[][]>, release: () => void): AsyncGenerator<string[][], void> {
  try {
    yield* rows;
  } finally {
    release();
  }
}
