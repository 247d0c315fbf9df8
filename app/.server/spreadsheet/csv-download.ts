import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { download } from "~/.server/http/download";
import { requestScope } from "~/.server/http/request-scope";
import { dayOf } from "~/i18n/calendar";
import type { Translate } from "~/i18n/catalogues";
import { printCsvFile } from "./print-csv";

/** How many files a person may download at once. */
const MAX_OWN_FILES = 1;
const slots = new FairSlots({
  maxRunning: 8,
  maxRunningPerPerson: MAX_OWN_FILES,
  maxWaiting: 32,
  maxWaitingPerPerson: 2,
});

/** In ms; a slot is free again when somebody else's file is complete. */
const SLOT_TIMEOUT_MS = 10_000;

type CsvFile = {
  /** ASCII; the day and the ending are added. */
  name: string;
  headings: string[];
  rows: AsyncIterable<string[][]>;
};

type Requester = { request: Request; session: { sub: string }; t: Translate };

/**
 * Sends a file whose rows are read from the database meanwhile.
 * @param refuse responds with this text if too many files are being made
 */
export async function csvDownload(
  { request, session, t }: Requester,
  { name, headings, rows }: CsvFile,
  refuse: (text: string) => Promise<Response>,
): Promise<Response> {
  let release: () => void;
  try {
    release = await slots.take(session.sub, requestScope().signal, SLOT_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof NoSlot)) throw error;
    return refuse(error.isOwnLimit ? t("files:tooManyAtOnce", { count: MAX_OWN_FILES }) : t("files:tooManyOfOthers"));
  }
  const chunks = printCsvFile(headings, releasingAtEnd(rows, release));
  return download(request, { name: `${name}-${dayOf(Date.now())}`, format: "csv", chunks });
}

async function* releasingAtEnd(rows: AsyncIterable<string[][]>, release: () => void): AsyncGenerator<string[][], void> {
  try {
    yield* rows;
  } finally {
    release();
  }
}
