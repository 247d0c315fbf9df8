import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { formatOf } from "~/.server/spreadsheet/read-sheet";
import { getT } from "~/i18n/i18n.server";
import { readTable } from "./find-table.server";
import { vocabularyOf } from "./headings.server";

/* Files of test/workbooks, which its README tells how were made. */

const HEADINGS = ["Nazwa wyświetlana", "Adres e-mail", "MPK", "Konto aktywne"];
const t = getT("pl");
const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/workbooks/${name}`, import.meta.url)));

it.each([
  ["openpyxl", "openpyxl.xlsx", { mpk: "45678", states: ["TRUE", "FALSE"] }],
  ["XlsxWriter", "xlsxwriter.xlsx", { mpk: "K-001-234", states: ["TRUE", "FALSE"] }],
  ["xlwt", "xlwt.xls", { mpk: "45678", states: ["TRUE", "FALSE"] }],
  ["LibreOffice", "libreoffice.xlsx", { mpk: "45678", states: ["tak", "nie"] }],
  ["LibreOffice", "libreoffice.ods", { mpk: "45678", states: ["tak", "nie"] }],
])("A workbook of %s (%s) is read below its titles as it is shown", async (by, file, { mpk, states }) => {
  const bytes = read(file);
  const mail = (name: string) => `${name}.${by.toLowerCase()}@example.pl`;
  expect(await readTable(bytes, formatOf(bytes), { vocabulary: vocabularyOf([t]), t })).toMatchObject({
    headings: { texts: HEADINGS },
    line: 4,
    sheet: "Sprzedawcy",
    rows: [
      { line: 5, cells: [`Anna z ${by}`, mail("anna"), "00123", states[0]] },
      { line: 6, cells: [`Żaneta z ${by}`, mail("zaneta"), mpk, states[1]] },
    ],
  });
});
