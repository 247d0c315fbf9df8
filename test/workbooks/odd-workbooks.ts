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
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

export const sheetXml = (rows: string) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
/** A row of texts, without places. */
export const textRow = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;

/** A usual workbook, whose MPK is a number that is shown with zeros. */
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

/**
 * An archive of a usual workbook's parts, with these instead; one that is undefined isn't there.
 */
export function workbookOf(instead: Parts = {}): Uint8Array<ArrayBuffer> {
  return zipped({ ...usualParts(), ...instead });
}

function zipped(parts: Parts): Uint8Array<ArrayBuffer> {
  const files = Object.entries(parts).flatMap(([path, part]) =>
    part === undefined ? [] : [[path, typeof part === "string" ? strToU8(part) : part]],
  );
  return zipSync(Object.fromEntries(files));
}

/** A workbook with each part at another path, or with another text. */
function changed(change: (path: string, xml: string) => [path: string, part: string | Uint8Array]) {
  return zipped(Object.fromEntries(Object.entries(usualParts()).map(([path, xml]) => change(path, xml))));
}

function withSheetAt(target: string, path: string) {
  return changed((part, xml) => {
    if (part === SHEET) return [path, xml];
    return [part, part === RELATIONSHIPS ? xml.replace("worksheets/sheet1.xml", target) : xml];
  });
}

function utf16(text: string, isBigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text.replace("UTF-8", "UTF-16")}`, "utf16le");
  return new Uint8Array(isBigEndian ? bytes.swap16() : bytes);
}

const CENTRAL_HEADER = Buffer.from("PK\x01\x02");
const END_OF_DIRECTORY = Buffer.from("PK\x05\x06");

/** The places of an archive's central headers, and that of its end record (APPNOTE 4.3). */
function directoryOf(archive: Buffer): { headers: number[]; end: number } {
  const headers: number[] = [];
  for (let at = archive.indexOf(CENTRAL_HEADER); at >= 0; at = archive.indexOf(CENTRAL_HEADER, at + 1))
    headers.push(at);
  return { headers, end: archive.lastIndexOf(END_OF_DIRECTORY) };
}

/** An archive whose local headers hold another name, and no sizes. */
function withStaleLocalHeaders(): Uint8Array<ArrayBuffer> {
  const archive = Buffer.from(workbookOf());
  for (const header of directoryOf(archive).headers) {
    const local = archive.readUInt32LE(header + 42);
    archive.fill(0, local + 14, local + 26);
    archive.fill("x", local + 30, local + 30 + archive.readUInt16LE(local + 26));
  }
  return new Uint8Array(archive);
}

/**
 * An archive that begins with a deleted sheet, which its central directory doesn't hold any more.
 */
function withDoubledLocalHeader(): Uint8Array<ArrayBuffer> {
  const deleted = Buffer.from(zipped({ [SHEET]: sheetXml(textRow("Nazwa", "MPK") + textRow("Usunięty", "1")) }));
  const before = deleted.subarray(0, directoryOf(deleted).headers[0]);
  const archive = Buffer.from(workbookOf());
  const { headers, end } = directoryOf(archive);
  for (const place of [...headers.map((header) => header + 42), end + 16])
    archive.writeUInt32LE(archive.readUInt32LE(place) + before.length, place);
  return new Uint8Array(Buffer.concat([before, archive]));
}

const other = workbookOf({ [SHEET]: sheetXml(textRow("Nazwa", "MPK") + textRow("Z osadzonego", "1")) });

export const readable: [what: string, file: Uint8Array<ArrayBuffer>][] = [
  ["nothing odd", workbookOf()],
  [
    "its workbook part under another name",
    changed((path, xml) => [path.replace("workbook", "workbook22"), xml.replace("xl/workbook", "xl/workbook22")]),
  ],
  [
    "its workbook part at the root",
    changed((path, xml) => {
      if (path === RELATIONSHIPS) return ["_rels/workbook.xml.rels", xml.replaceAll('Target="', 'Target="xl/')];
      return [path === WORKBOOK ? "workbook.xml" : path, xml.replace(WORKBOOK, "workbook.xml")];
    }),
  ],
  ["part names in capitals", changed((path, xml) => [path.toUpperCase(), xml])],
  ["backslashes in part names", changed((path, xml) => [path.replaceAll("/", "\\"), xml])],
  [
    "relationships to shared texts and styles that aren't there",
    changed((path, xml) => [
      path,
      path === RELATIONSHIPS ? xml.replace(/(sharedStrings|styles)\.xml/g, "gone.xml") : xml,
    ]),
  ],
  [
    "no relationships to shared texts and styles",
    changed((path, xml) => [path, path === RELATIONSHIPS ? xml.replace(/<Relationship Id="rId[23]"[^>]*>/g, "") : xml]),
  ],
  ["an absolute target", withSheetAt("/xl/worksheets/sheet1.xml", SHEET)],
  ["a percent-encoded target and part name", withSheetAt("arkusz%201.xml", "xl/arkusz%201.xml")],
  ["parts in UTF-16, little-endian", changed((path, xml) => [path, utf16(xml, false)])],
  ["parts in UTF-16, big-endian", changed((path, xml) => [path, utf16(xml, true)])],
  ["attributes in single quotes", changed((path, xml) => [path, xml.replaceAll('"', "'")])],
  [
    "prefixed element names",
    changed((path, xml) => [path, xml.replace(/<(\/?)(?=[a-z])/gi, "<$1x:").replace("xmlns=", "xmlns:x=")]),
  ],
  ["stale local headers", withStaleLocalHeaders()],
  ["a deleted sheet before it", withDoubledLocalHeader()],
  ["another workbook embedded in it", workbookOf({ "xl/embeddings/Microsoft_Excel_Worksheet.xlsx": other })],
];

/** Workbooks that Excel opens and SheetJS doesn't; saved again by Excel they can be read. */
export const unreadable: typeof readable = [
  ["a target that begins with ./", withSheetAt("./worksheets/sheet1.xml", SHEET)],
  ["a target that begins with ../", withSheetAt("../xl/worksheets/sheet1.xml", SHEET)],
  ["an absolute target outside xl/", withSheetAt("/arkusze/sheet1.xml", "arkusze/sheet1.xml")],
  ["a percent-encoded target of a name that isn't", withSheetAt("arkusz%201.xml", "xl/arkusz 1.xml")],
  ["styles that its content types name and that aren't there", workbookOf({ [STYLES]: undefined })],
  [
    "./ before its sheet, and another workbook embedded in it",
    workbookOf({
      "xl/embeddings/Microsoft_Excel_Worksheet.xlsx": other,
      [RELATIONSHIPS]: usualParts()[RELATIONSHIPS]?.replace("worksheets/", "./worksheets/"),
    }),
  ],
];
