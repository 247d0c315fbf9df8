import { Zip, ZipDeflate } from "fflate";

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIP_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_NAMESPACE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export type Workbook = {
  sheetName: string;
  headings: string[];
  /** A second sheet of two columns. `pairs` gets the number of rows in the first sheet. */
  about?: { sheetName: string; pairs: (rowCount: number) => [string, string][] };
};

/** Indexes of `cellXfs` in `xl/styles.xml` below. Both have the number format 49, which is text. */
const TEXT_STYLE = 1;
const HEADING_STYLE = 2;

/** The files of a workbook by path, without its sheets (ECMA-376 part 1). */
function workbookParts(sheetNames: string[]): Record<string, string> {
  const numbered = sheetNames.map((name, at) => ({ name: escapeXml(name), number: at + 1 }));
  const stylesId = `rId${sheetNames.length + 1}`;
  const types = numbered.map(
    ({ number }) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`,
  );
  const sheets = numbered.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`);
  const relationships = numbered.map(
    ({ number }) =>
      `<Relationship Id="rId${number}" Type="${RELATIONSHIP_NAMESPACE}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>${types.join("")}<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIP_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${RELATIONSHIP_NAMESPACE}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${relationships.join("")}<Relationship Id="${stylesId}" Type="${RELATIONSHIP_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${SHEET_NAMESPACE}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}

/** All cells are text, so that `00123` keeps its zeros and nothing is run as a formula. */
export async function* printXlsx(
  { sheetName, headings, about }: Workbook,
  batches: AsyncIterable<string[][]> | Iterable<string[][]>,
): AsyncGenerator<Uint8Array, void> {
  let readyChunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    readyChunks.push(chunk);
  });
  const sheetNames = about ? [sheetName, about.sheetName] : [sheetName];
  for (const [path, xml] of Object.entries(workbookParts(sheetNames))) addPart(path, xml);
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml");
  zip.add(sheet);
  let rowCount = 0;
  for await (const batch of batches) {
    if (rowCount === 0 && batch.length > 0) sheet.push(Buffer.from(printTableOpening(headings, batch)));
    // Row 1 holds the headings.
    const firstNumber = rowCount + 2;
    sheet.push(Buffer.from(batch.map((row, at) => printRow(row, firstNumber + at, TEXT_STYLE)).join("")));
    rowCount += batch.length;
    yield* takeReady();
  }
  if (rowCount === 0) sheet.push(Buffer.from(printTableOpening(headings, [])));
  const filterRange = `A1:${columnName(headings.length)}${rowCount + 1}`;
  sheet.push(Buffer.from(`</sheetData><autoFilter ref="${filterRange}"/></worksheet>`), true);
  if (about) addPart("xl/worksheets/sheet2.xml", printPairsSheet(about.pairs(rowCount)));
  zip.end();
  yield* takeReady();

  function addPart(path: string, xml: string): void {
    const part = new ZipDeflate(path);
    zip.add(part);
    part.push(Buffer.from(XML_DECLARATION + xml), true);
  }

  function takeReady(): Uint8Array[] {
    const chunks = readyChunks;
    readyChunks = [];
    return chunks;
  }
}

function printTableOpening(headings: string[], rows: string[][]): string {
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const views = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
  return `${XML_DECLARATION}<worksheet xmlns="${SHEET_NAMESPACE}">${views}${printColumns([headings, ...rows])}<sheetData>${printRow(headings, 1, HEADING_STYLE)}`;
}

function printPairsSheet(pairs: [string, string][]): string {
  const rows = pairs.map((pair, at) => printRow(pair, at + 1, TEXT_STYLE)).join("");
  return `<worksheet xmlns="${SHEET_NAMESPACE}">${printColumns(pairs)}<sheetData>${rows}</sheetData></worksheet>`;
}

function printColumns(rows: string[][]): string {
  const columns = rows[0]?.map((_cell, at) => {
    const longest = Math.max(...rows.map((row) => row[at]?.length ?? 0));
    // The margins and the filter's button need four characters.
    const width = Math.min(60, Math.max(8, longest + 4));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${TEXT_STYLE}" customWidth="1"/>`;
  });
  return `<cols>${columns?.join("")}</cols>`;
}

function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return before > 0 ? columnName(before) + letter : letter;
}

/** Rows and cells have the optional attribute `r`, because ExcelJS and read-excel-file need it. */
function printRow(cells: string[], rowNumber: number, style: number): string {
  const printed = cells.map((cell, at) => {
    const reference = `r="${columnName(at + 1)}${rowNumber}" s="${style}"`;
    return cell === ""
      ? `<c ${reference}/>`
      : `<c ${reference} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cut(cell))}</t></is></c>`;
  });
  return `<row r="${rowNumber}">${printed.join("")}</row>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write these
const UNPRINTABLE = /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g;
/** In UTF-16 units. Excel calls a workbook with a longer cell broken, and empties the cell. */
const MAX_CELL_LENGTH = 32_767;
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Doesn't cut in the middle of a surrogate pair, such as an emoji. */
const cut = (text: string) =>
  text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH).replace(/[\uD800-\uDBFF]$/, "") : text;

/** Characters that XML can't hold become `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(UNPRINTABLE, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
