import { strToU8, zipSync } from "fflate";

/*
 * Workbooks that programs write and few readers expect. Their table is `Nazwa`, `MPK` above `Łódź`,
 * `00123`.
 */

export type Parts = Record<string, string | Uint8Array | undefined>;

export const CONTENT_TYPES = "[Content_Types].xml";
export const WORKBOOK = "xl/workbook.xml";
const RELATIONSHIPS = "xl/_rels/workbook.xml.rels";
export const SHEET = "xl/worksheets/sheet1.xml";
export const SHARED = "xl/sharedStrings.xml";
export const STYLES = "xl/styles.xml";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const overridden = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`;
const THEME_TYPE =
  '<Override PartName="/xl/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/>';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

export const sheetXml = (rows: string) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
/** A row of texts whose cells have no `r="A1"`. */
export const textRow = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;

/** The parts of an ordinary workbook, whose MPK is a number that is shown with leading zeros. */
export function usualParts(): Record<string, string> {
  return {
    [CONTENT_TYPES]: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overridden(WORKBOOK, "sheet.main")}${overridden(SHEET, "worksheet")}${overridden(SHARED, "sharedStrings")}${overridden(STYLES, "styles")}</Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relationship("rId1", "officeDocument", WORKBOOK)}</Relationships>`,
    [WORKBOOK]: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sprzedawcy" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    [RELATIONSHIPS]: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relationship("rId1", "worksheet", "worksheets/sheet1.xml")}${relationship("rId2", "sharedStrings", "sharedStrings.xml")}${relationship("rId3", "styles", "styles.xml")}</Relationships>`,
    [SHEET]: sheetXml(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>123</v></c></row>',
    ),
    [SHARED]: `${HEAD}<sst xmlns="${MAIN}" count="3" uniqueCount="3"><si><t>Nazwa</t></si><si><t>MPK</t></si><si><t>Łódź</t></si></sst>`,
    [STYLES]: `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  };
}

/** Zips an ordinary workbook with some parts replaced; a part that is undefined is left out. */
export function workbookOf(instead: Parts = {}): Uint8Array<ArrayBuffer> {
  return zipped({ ...usualParts(), ...instead });
}

function zipped(parts: Parts): Uint8Array<ArrayBuffer> {
  const files = Object.entries(parts).flatMap(([path, part]) =>
    part === undefined ? [] : [[path, typeof part === "string" ? strToU8(part) : part]],
  );
  return zipSync(Object.fromEntries(files));
}

/** An ordinary workbook in which each part has another path or another text. */
function changed(change: (path: string, xml: string) => [path: string, part: string | Uint8Array]) {
  return zipped(Object.fromEntries(Object.entries(usualParts()).map(([path, xml]) => change(path, xml))));
}

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text.replace("UTF-8", "UTF-16")}`, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
}

const other = workbookOf({ [SHEET]: sheetXml(textRow("Nazwa", "MPK") + textRow("Z osadzonego", "1")) });

export const readable: [what: string, file: Uint8Array<ArrayBuffer>][] = [
  ["nothing odd", workbookOf()],
  [
    "a theme without schemes beside a hidden row",
    workbookOf({
      [SHEET]: usualParts()[SHEET]?.replace('<row r="2">', '<row r="2" hidden="1">'),
      [CONTENT_TYPES]: usualParts()[CONTENT_TYPES]?.replace("</Types>", `${THEME_TYPE}</Types>`),
      "xl/theme/theme1.xml": "<theme><themeElements/></theme>",
    }),
  ],
  ["part names in capitals", changed((path, xml) => [path.toUpperCase(), xml])],
  ["backslashes in part names", changed((path, xml) => [path.replaceAll("/", "\\"), xml])],
  ["parts in UTF-16, little-endian", changed((path, xml) => [path, utf16(xml, false)])],
  ["parts in UTF-16, big-endian", changed((path, xml) => [path, utf16(xml, true)])],
  ["another workbook embedded in it", workbookOf({ "xl/embeddings/Microsoft_Excel_Worksheet.xlsx": other })],
];
