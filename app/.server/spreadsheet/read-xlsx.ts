import { checkSize, isBlank, type SheetRow, UnusableFile } from "./sheet";
import { sharedTexts, sheetRows } from "./worksheet";
import { type XmlEvents, xmlReader } from "./xml-events";
import { type Inflated, partOf } from "./zip-part";

/** Texts that cells share: more than all cells of the most rows. */
const MAX_SHARED = 500_000;

/**
 * The filled rows of a workbook's first sheet (ECMA-376 part 1) as they are read, in bounded memory.
 * @throws UnusableFile
 */
export async function* readXlsx(zipped: Uint8Array): AsyncGenerator<SheetRow, void> {
  const inflated: Inflated = { bytes: 0 };
  const places = await placesOf(zipped, inflated);
  const shared: string[] = [];
  const keep = (text: string) => {
    if (shared.push(text) > MAX_SHARED) throw new UnusableFile("tooMuchInside");
  };
  if (places.shared) for await (const _piece of read(zipped, places.shared, inflated, sharedTexts(keep)));
  let ready: SheetRow[] = [];
  const rows = sheetRows(shared, (row) => ready.push(row));
  for await (const _piece of read(zipped, places.sheet, inflated, rows)) {
    for (const row of ready) {
      if (isBlank(row)) continue;
      checkSize(row);
      yield row;
    }
    ready = [];
  }
}

/** Where the first sheet and the shared texts lie. */
async function placesOf(zipped: Uint8Array, inflated: Inflated): Promise<{ sheet: string; shared?: string }> {
  let first: string | undefined;
  const sheets: XmlEvents = {
    open: (name, { id }) => {
      if (name === "sheet") first ??= id;
    },
  };
  for await (const _piece of read(zipped, "xl/workbook.xml", inflated, sheets));
  let sheet: string | undefined;
  let shared: string | undefined;
  const relationships: XmlEvents = {
    open: (_name, { Id, Type = "", Target = "" }) => {
      const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      if (Id !== undefined && Id === first) sheet = path;
      if (Type.endsWith("/sharedStrings")) shared = path;
    },
  };
  for await (const _piece of read(zipped, "xl/_rels/workbook.xml.rels", inflated, relationships));
  if (sheet === undefined) throw new UnusableFile("notTable");
  return { sheet, shared };
}

/** Reads a part to its end, and rests wherever what came out so far can be taken. */
async function* read(zipped: Uint8Array, path: string, inflated: Inflated, events: XmlEvents) {
  const take = xmlReader(events);
  let found = false;
  for await (const piece of partOf(zipped, path, inflated)) {
    found = true;
    take(piece);
    yield;
  }
  if (!found) throw new UnusableFile("notTable");
  take();
}
