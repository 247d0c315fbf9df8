import { checkSize, isBlank, MAX_LINES, type SheetRow, UnusableFile } from "./sheet";
import { sharedTexts, sheetRows } from "./worksheet";
import { type XmlEvents, xmlReader } from "./xml-events";
import { type Inflated, partOf } from "./zip-part";

/** Texts that cells share: more than all cells of the most rows. */
const MAX_SHARED = 500_000;

/**
 * The filled rows of a workbook's first sheet (ECMA-376 part 1) as they are read, in bounded memory.
 * @throws UnusableFile
 */
export function* readXlsx(zipped: Uint8Array): Generator<SheetRow, void> {
  const inflated: Inflated = { bytes: 0 };
  const places = placesOf(zipped, inflated);
  const shared: string[] = [];
  const intern = (text: string) => {
    if (shared.push(text) > MAX_SHARED) throw new UnusableFile("tooMuchInside");
  };
  if (places.shared) for (const _piece of read(zipped, places.shared, inflated, sharedTexts(intern)));
  let ready: SheetRow[] = [];
  let lines = 0;
  const rows = sheetRows(shared, (row) => ready.push(row));
  for (const _piece of read(zipped, places.sheet, inflated, rows)) {
    for (const row of ready) {
      lines += 1;
      if (lines > MAX_LINES) throw new UnusableFile("tooManyRows", { line: row.line });
      if (isBlank(row)) continue;
      checkSize(row);
      yield row;
    }
    ready = [];
  }
}

/** Where the first sheet and the shared texts lie. */
function placesOf(zipped: Uint8Array, inflated: Inflated): { sheet: string; shared?: string } {
  let first: string | undefined;
  const sheets: XmlEvents = {
    open: (name, { id }) => {
      if (name === "sheet") first ??= id;
    },
  };
  for (const _piece of read(zipped, "xl/workbook.xml", inflated, sheets));
  let sheet: string | undefined;
  let shared: string | undefined;
  const relationships: XmlEvents = {
    open: (_name, { Id, Type = "", Target = "" }) => {
      const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      if (Id !== undefined && Id === first) sheet = path;
      if (Type.endsWith("/sharedStrings")) shared = path;
    },
  };
  for (const _piece of read(zipped, "xl/_rels/workbook.xml.rels", inflated, relationships));
  if (sheet === undefined) throw new UnusableFile("notTable");
  return { sheet, shared };
}

/** Reads a part to its end, and rests wherever what came out so far can be taken. */
function* read(zipped: Uint8Array, path: string, inflated: Inflated, events: XmlEvents) {
  const take = xmlReader(events);
  let found = false;
  for (const piece of partOf(zipped, path, inflated)) {
    found = true;
    take(piece);
    yield;
  }
  if (!found) throw new UnusableFile("notTable");
  take();
}
