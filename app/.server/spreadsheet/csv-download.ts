import { download, inDownloadSlot, slotRefusal } from "~/.server/http/download";
import type { Translate } from "~/i18n/catalogues";
import { dayOf } from "~/i18n/format";
import { printCsvFile } from "./print-csv";

type CsvFile = {
  /** In ASCII; `changes` becomes `changes-2026-11-29.csv`. */
  name: string;
  headings: string[];
  rows: AsyncIterable<string[][]>;
};

type Requester = { request: Request; session: { sub: string }; t: Translate };

/** @param refuse answers with this text if the person got no download slot */
export async function csvDownload(
  { request, session, t }: Requester,
  { name, headings, rows }: CsvFile,
  refuse: (text: string) => Promise<Response>,
): Promise<Response> {
  const chunks = printCsvFile(headings, inDownloadSlot(session.sub, rows));
  try {
    return await download(request, { name: `${name}-${dayOf(Date.now())}`, format: "csv", chunks });
  } catch (error) {
    // `download` waits for the first chunk, and so for a slot. `slotRefusal` rethrows other errors.
    return refuse(slotRefusal(error, t));
  }
}
