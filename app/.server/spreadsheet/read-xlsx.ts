import { cellFormats } from "./number-formats";
import { checkSize, isBlank, MAX_LINES, type Sheet, type SheetRow, UnusableFile } from "./sheet";
import { type CellParts, sharedTexts, sheetRows } from "./worksheet";
import { type XmlEvents, xmlReader } from "./xml-events";
import { type Inflated, partOf } from "./zip-part";

/** Texts shared by cells; more than 20,000 rows have. */
const MAX_SHARED = 500_000;
const MAX_SHEETS = 50;
/** One for each part of the workbook. */
const MAX_RELATIONSHIPS = 2_000;

/** The visible sheets (ECMA-376 part 1), read in bounded memory. @throws UnusableFile */
export function readXlsx(zipped: Uint8Array): Sheet[] {
  const inflated: Inflated = { bytes: 0 };
  const places = placesOf(zipped, inflated);
  const shared: string[] = [];
  const intern = (text: string) => {
    if (shared.push(text) > MAX_SHARED) throw new UnusableFile("tooMuchInside");
  };
  if (places.shared) for (const _piece of read(zipped, places.shared, inflated, sharedTexts(intern)));
  const { events, formatOf } = cellFormats();
  if (places.styles) for (const _piece of read(zipped, places.styles, inflated, events));
  return places.sheets.map(({ name, path }) => ({
    name,
    rows: rowsOf(zipped, path, inflated, { shared, formatOf, stale: places.stale }),
  }));
}

function* rowsOf(zipped: Uint8Array, path: string, inflated: Inflated, parts: CellParts): Generator<SheetRow, void> {
  let ready: SheetRow[] = [];
  let lines = 0;
  const rows = sheetRows(parts, (row) => ready.push(row));
  for (const _piece of read(zipped, path, inflated, rows)) {
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

type Places = { sheets: { name: string; path: string }[]; shared?: string; styles?: string; stale: boolean };

/** The paths of a workbook's parts, and whether its formulas are `stale` (`CellParts`). */
function placesOf(zipped: Uint8Array, inflated: Inflated): Places {
  const visible: { name: string; id: string }[] = [];
  let stale = false;
  const sheets: XmlEvents = {
    open: (element, { id = "", name = "", state = "visible", fullCalcOnLoad = "" }) => {
      if (element === "calcPr") stale = fullCalcOnLoad === "1" || fullCalcOnLoad === "true";
      if (element === "sheet" && state === "visible" && visible.length < MAX_SHEETS) visible.push({ id, name });
    },
  };
  for (const _piece of read(zipped, "xl/workbook.xml", inflated, sheets));
  const worksheets = new Map<string, string>();
  const places: Omit<Places, "sheets"> = { stale };
  const relationships: XmlEvents = {
    // Any element counts, because its name's prefix is up to the program that wrote it.
    open: (_element, { Id = "", Type = "", Target = "" }) => {
      if (Target === "") return;
      const path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      if (Type.endsWith("/sharedStrings")) places.shared = path;
      else if (Type.endsWith("/styles")) places.styles = path;
      else if (!/\/(chart|dialog)sheet$/.test(Type)) worksheets.set(Id, path);
      if (worksheets.size > MAX_RELATIONSHIPS) throw new UnusableFile("tooMuchInside");
    },
  };
  for (const _piece of read(zipped, "xl/_rels/workbook.xml.rels", inflated, relationships));
  // A chart's sheet has no cells.
  const placed = visible.flatMap(({ id, name }) => {
    const path = worksheets.get(id);
    return path === undefined ? [] : [{ name, path }];
  });
  if (placed.length === 0) throw new UnusableFile("notTable");
  return { sheets: placed, ...places };
}

/** Reads a part, and yields after each piece. */
function* read(zipped: Uint8Array, path: string, inflated: Inflated, events: XmlEvents) {
  const take = xmlReader(events);
  let exists = false;
  for (const piece of partOf(zipped, path, inflated)) {
    exists = true;
    take(piece);
    yield;
  }
  if (!exists) throw new UnusableFile("notTable");
  take();
}
