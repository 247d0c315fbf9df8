import { Zip, ZipDeflate } from "fflate";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** A minimal workbook (ECMA-376 part 1) without its sheet. Style 1 is text (format 49), 2 a heading. */
const parts = (sheetName: string): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
});

/** Width of a column, in characters. */
const WIDTH = 28;

/** Prints a workbook of one sheet, row by row in flat memory. All cells are text: `00123` keeps its zeros, nothing is a formula. */
export async function* printXlsx(
  { sheetName, headings }: { sheetName: string; headings: string[] },
  batches: AsyncIterable<string[][]> | Iterable<string[][]>,
): AsyncGenerator<Uint8Array, void> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const [path, xml] of Object.entries(parts(sheetName))) {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(Buffer.from(HEAD + xml), true);
  }
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml");
  zip.add(sheet);
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const cols = `<col min="1" max="${headings.length}" width="${WIDTH}" style="1" customWidth="1"/>`;
  const opening = `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${cols}</cols><sheetData>`;
  sheet.push(Buffer.from(HEAD + opening + printRow(headings, 2)));
  for await (const rows of batches) {
    sheet.push(Buffer.from(rows.map((row) => printRow(row, 1)).join("")));
    yield* takeReady();
  }
  sheet.push(Buffer.from("</sheetData></worksheet>"), true);
  zip.end();
  yield* takeReady();

  function takeReady(): Uint8Array[] {
    const chunks = ready;
    ready = [];
    return chunks;
  }
}

function printRow(cells: string[], style: number): string {
  const printed = cells.map((cell) =>
    cell === ""
      ? `<c s="${style}"/>`
      : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
  );
  return `<row>${printed.join("")}</row>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these
const UNPRINTABLE = /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML can't hold become `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(UNPRINTABLE, (at) => `_x${at.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (at) => ENTITIES[at] as string);
}
