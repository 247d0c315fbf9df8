import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it, test } from "vitest";
import { processMs } from "../../../test/support/thread-time";
import { BYTE_ORDER_MARK, printCsv } from "./print-csv";
import { printXlsx } from "./print-xlsx";
import { formatOf, readTable } from "./read-sheet";
import { type SheetRow, UnusableFile } from "./sheet";

const known = new Set(["Nazwa", "MPK", "E-mail"]);

/** Whatever stands in the first row is taken for headings. */
const firstRow = { isHeading: (cell: string) => known.has(cell), headingsOf: (cells: string[]) => cells };

async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const each of given) taken.push(each);
  return taken;
}

async function rowsOf(bytes: Uint8Array | string): Promise<SheetRow[]> {
  const given = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  const { headings, line, rows } = await readTable(given, formatOf(given), firstRow);
  return [{ line, cells: headings }, ...rows];
}
const cellsOf = async (bytes: Uint8Array | string) => (await rowsOf(bytes)).map(({ cells }) => cells);
const faultOf = (bytes: Uint8Array | string) =>
  rowsOf(bytes).then(
    () => undefined,
    ({ fault, about }) => (Object.keys(about).length > 0 ? { fault, ...about } : fault),
  );

it("the first bytes tell a file's format", () => {
  const zip = (...flags: number[]) => Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, ...flags);
  expect([formatOf(Buffer.from("Nazwa")), formatOf(zip(8)), formatOf(zip())]).toEqual(["csv", "xlsx", "xlsx"]);
  expect(formatOf(Uint8Array.of(0x50, 0x4b, 3))).toBe("csv");
  expect(() => formatOf(zip(9))).toThrow(expect.objectContaining({ fault: "encrypted" }));
  for (const text of [
    "%PDF-1.7\n",
    " <html>",
    '<?xml version="1.0"?>',
    "<!DOCTYPE html>",
    "{\\rtf1",
    "\uFEFF<table>",
  ]) {
    expect(() => formatOf(Buffer.from(text)), text).toThrow(expect.objectContaining({ fault: "notTable" }));
  }
  expect(formatOf(Buffer.from("<- Nazwa; %PDF-"))).toBe("csv");
  expect(() => formatOf(new Uint8Array())).toThrow(expect.objectContaining({ fault: "empty" }));
});

describe("a CSV file", () => {
  const polish = "Zażółć gęślą jaźń ĄĆĘŁŃÓŚŹŻ";
  const WINDOWS_1250: Record<string, number> = {
    ...{ ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ó: 0xf3, ś: 0x9c, ź: 0x9f, ż: 0xbf },
    ...{ Ą: 0xa5, Ć: 0xc6, Ę: 0xca, Ł: 0xa3, Ń: 0xd1, Ó: 0xd3, Ś: 0x8c, Ź: 0x8f, Ż: 0xaf },
  };
  const ISO_8859_2: Record<string, number> = {
    ...WINDOWS_1250,
    ...{ ą: 0xb1, ś: 0xb6, ź: 0xbc, Ą: 0xa1, Ś: 0xa6, Ź: 0xac },
  };
  const encodings: [string, (text: string) => Uint8Array][] = [
    ["UTF-8", (text) => Buffer.from(text)],
    ["UTF-8 with a mark", (text) => Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 little-endian", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 big-endian", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["windows-1250", (text) => Uint8Array.from(text, (letter) => WINDOWS_1250[letter] ?? letter.charCodeAt(0))],
    ["ISO 8859-2", (text) => Uint8Array.from(text, (letter) => ISO_8859_2[letter] ?? letter.charCodeAt(0))],
  ];
  const delimiters = [";", ",", "\t", "|"];

  it.each(encodings.flatMap(([name, encode]) => delimiters.map((delimiter) => [name, delimiter, encode] as const)))(
    "in %s with %j",
    async (_name, delimiter, encode) => {
      const text = `Nazwa${delimiter}MPK\r\n${polish}${delimiter}"00${delimiter}7"\r\n`;
      expect(await cellsOf(encode(text))).toEqual([
        ["Nazwa", "MPK"],
        [polish, `00${delimiter}7`],
      ]);
    },
  );

  it.each(["", "x"])(
    "of letters that take two places each, however it is read in parts (%j before them)",
    async (before) => {
      const rows = Array.from({ length: 20 }, () => [`${before}${"😀".repeat(9_000)}`]);
      expect(await cellsOf(["Nazwa", ...rows].join("\n"))).toEqual([["Nazwa"], ...rows]);
    },
  );

  it("has its delimiter from the headings that are known, or from its first line", async () => {
    expect(await cellsOf("Nazwa;a,b,c,d\nx;y")).toEqual([
      ["Nazwa", "a,b,c,d"],
      ["x", "y"],
    ]);
    expect((await rowsOf("sep=|\r\nNazwa|MPK\r\nx|1"))[1]).toEqual({ line: 3, cells: ["x", "1"] });
  });

  it("knows on which line each row begins, whatever lines end with and however many a cell has", async () => {
    const text = 'Nazwa;MPK\r\n\r\n"a\r\nb\nc";1\n;\r\n"d""e"\r"\r";2\r\nragged\r\nlonger;1;2;;';
    expect(await rowsOf(text)).toEqual([
      { line: 1, cells: ["Nazwa", "MPK"] },
      { line: 3, cells: ["a\r\nb\nc", "1"] },
      { line: 7, cells: ['d"e'] },
      { line: 8, cells: ["\r", "2"] },
      { line: 10, cells: ["ragged"] },
      { line: 11, cells: ["longer", "1", "2", "", ""] },
    ]);
  });

  it("may have quotes within a value that isn't quoted", async () => {
    expect((await cellsOf('Nazwa;MPK\nFirma "ABC" sp. z o.o.;1'))[1]).toEqual(['Firma "ABC" sp. z o.o.', "1"]);
  });

  it("has its cells as they were before they were defused", async () => {
    const cells = ["=1+1", "'=1", "-5", "'t Hooft", "''", "+48", "\t@"];
    expect((await cellsOf(`Nazwa\n${printCsv(cells.map((cell) => [cell]))}`)).slice(1)).toEqual(
      cells.map((cell) => [cell]),
    );
  });

  it("that can't be read says why and where", async () => {
    expect(await faultOf("")).toBe("empty");
    expect(await faultOf(" \r\n;;\r\n")).toBe("empty");
    expect(await faultOf("Nazwa;MPK\r\n")).toBe("noRows");
    expect(await faultOf('Nazwa;MPK\na;1\n"b;2\nc;3\n')).toEqual({ fault: "quotes", line: 3 });
    expect(await faultOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0))).toBe("notTable");
    expect(await faultOf(`Nazwa\n${"x".repeat(600_000)}`)).toMatchObject({ fault: "rowTooLong" });
    expect(await faultOf(`Nazwa\n${"x".repeat(40_000)}`)).toEqual({ fault: "rowTooLong", line: 2 });
    expect(await faultOf(`Nazwa\n${";".repeat(300)}x`)).toEqual({ fault: "rowTooLong", line: 2 });
    expect(await faultOf(`Nazwa\n${"x\n".repeat(20_001)}`)).toEqual({ fault: "tooManyRows", line: 20_002 });
  });
});

describe("the headings", () => {
  const expected = {
    ...firstRow,
    headingsOf(cells: string[]) {
      if (!cells.includes("MPK"))
        throw new UnusableFile(cells.some((cell) => known.has(cell)) ? "missingHeadings" : "noHeadings");
      return cells;
    },
  };
  const tableOf = (given: Uint8Array) => readTable(given, formatOf(given), expected);
  const csv = (text: string) => tableOf(Buffer.from(text));

  it("are found below titles, and with them the delimiter", async () => {
    const titles = "Zestawienie, wersja 2, robocza\n\nNazwa\n";
    expect(await csv(`${titles}Nazwa;MPK\nA;1\n`)).toEqual({
      headings: ["Nazwa", "MPK"],
      line: 4,
      sheet: undefined,
      rows: [{ line: 5, cells: ["A", "1"] }],
    });
  });

  it("are looked for in the first twenty rows, and the row that came nearest says why there are none", async () => {
    expect(await csv(`${"x\n".repeat(19)}MPK\n1\n`)).toMatchObject({ line: 20 });
    await expect(csv(`${"x\n".repeat(20)}MPK\n1\n`)).rejects.toMatchObject({ fault: "noHeadings" });
    await expect(csv(`x\nNazwa;E-mail\nx\n${"x\n".repeat(30)}`)).rejects.toMatchObject({ fault: "missingHeadings" });
    await expect(csv("MPK\n")).rejects.toMatchObject({ fault: "noRows" });
  });

  it("missing in all rows and sheets, those that came nearest say why: the first of them", async () => {
    const why = (rows: string[][], row = 0) => {
      const headingsOf = (cells: string[]) => {
        throw new UnusableFile("missingHeadings", { headings: cells });
      };
      const table = readTable(Buffer.from(rows.map((cells) => cells.join(";")).join("\n")), "csv", {
        ...expected,
        headingsOf,
      });
      return expect(table).rejects.toMatchObject({ about: { headings: rows[row] } });
    };
    await why([["a", "b", "c"], ["Nazwa"], ["E-mail"]], 1);
    await why([
      ["Nazwa", "x"],
      ["a", "b", "c", "d"],
    ]);
    const inSheets = (...cells: string[]) => {
      const headingsOf = (row: string[]) => {
        throw new UnusableFile("missingHeadings", { headings: row });
      };
      return readTable(sheetsOf(cells.map((cell) => ({ state: "visible", cell }))), "xlsx", {
        ...expected,
        headingsOf,
      });
    };
    const nearest = (cell: string) => ({ about: { headings: [cell] } });
    await expect(inSheets("x", "Nazwa", "E-mail", "y")).rejects.toMatchObject(nearest("Nazwa"));
    await expect(inSheets("E-mail", "x", "Nazwa")).rejects.toMatchObject(nearest("E-mail"));
  });

  it("that can't be read for a fault of our own are looked for no further", async () => {
    let asked = 0;
    const headingsOf = (cells: string[]) => {
      asked += 1;
      if (asked === 1) throw new TypeError("ours");
      return cells;
    };
    await expect(readTable(Buffer.from("Nazwa\nMPK\n1"), "csv", { ...expected, headingsOf })).rejects.toThrow(
      TypeError,
    );
  });

  it("are looked for in fifty sheets, of which hidden ones and charts don't count", async () => {
    const named = (sheets: string[][], at: number) =>
      tableOf(sheetsOf(sheets.map(([state, cell], place) => ({ state, cell: place === at ? "MPK" : cell }))));
    const shown = (count: number) => Array.from({ length: count }, () => ["visible", "x"]);
    expect(await named([["hidden", "MPK"], ["veryHidden", "MPK"], ["chart", "MPK"], ...shown(2)], 4)).toMatchObject({
      sheet: "S4",
    });
    expect(await named([["hidden", "MPK"], ...shown(1)], 1)).toMatchObject({
      sheet: undefined,
      rows: [{ cells: ["1"] }],
    });
    expect(await named(shown(50), 49)).toMatchObject({ sheet: "S49" });
    await expect(named(shown(51), 50)).rejects.toMatchObject({ fault: "noHeadings" });
    await expect(named([["hidden", "x"]], 0)).rejects.toMatchObject({ fault: "notTable" });
  });
});

/** A workbook of sheets S0, S1, …, each with one cell over another. */
function sheetsOf(sheets: { state?: string; cell?: string }[]) {
  const cell = (text = "") => `<row><c t="str"><v>${text}</v></c></row>`;
  const kind = (state?: string) => (state === "chart" ? "chartsheet" : "worksheet");
  const list = sheets.map(
    ({ state }, at) => `<sheet name="S${at}" r:id="r${at}" state="${state === "chart" ? "visible" : state}"/>`,
  );
  const places = sheets.map(
    ({ state }, at) => `<Relationship Id="r${at}" Type="http://x/${kind(state)}" Target="sheet${at}.xml"/>`,
  );
  return zipSync({
    "xl/workbook.xml": strToU8(`<workbook xmlns:r="r"><sheets>${list.join("")}</sheets></workbook>`),
    "xl/_rels/workbook.xml.rels": strToU8(`<Relationships>${places.join("")}</Relationships>`),
    ...Object.fromEntries(
      sheets.map(({ cell: text }, at) => [`xl/sheet${at}.xml`, strToU8(sheetXml(cell(text) + cell("1")))]),
    ),
  });
}

describe("a file made to cost work", () => {
  it("as CSV is told its delimiter by the cells that a row may have, however many there are", async () => {
    let asked = 0;
    const count = (cell: string) => {
      asked += 1;
      return known.has(cell);
    };
    const line = Buffer.from(";".repeat(1_000_000));
    await expect(readTable(line, "csv", { ...firstRow, isHeading: count })).rejects.toMatchObject({
      fault: "rowTooLong",
    });
    expect(asked).toBeLessThan(1_000);
  });

  const FILLED = "<row><c t='str'><v>x</v></c></row>";

  it("may have more blank rows than it may have others", async () => {
    expect(await cellsOf(`Nazwa\n${";;\n".repeat(20_001)}x`)).toEqual([["Nazwa"], ["x"]]);
    expect(await cellsOf(workbook(`${FILLED}${"<row/>".repeat(20_001)}${FILLED}`))).toEqual([["x"], ["x"]]);
  });

  it.skipIf(process.env.MUTATION)("may not have more blank rows than Excel has rows at all", async () => {
    expect(await faultOf(workbook(`${FILLED}${"<row/>".repeat(1_048_576)}${FILLED}`))).toMatchObject({
      fault: "tooManyRows",
    });
  });

  it.skipIf(process.env.MUTATION)("as CSV costs for many blank rows what each of a few costs", async () => {
    const took = async (rows: number) => {
      const began = processMs();
      expect(await cellsOf(`Nazwa\n${";;\n".repeat(rows)}x`)).toEqual([["Nazwa"], ["x"]]);
      return processMs() - began;
    };
    await took(3_000);
    // In proportion it would be ten times as much.
    expect(await took(30_000)).toBeLessThan(40 * (await took(3_000)));
  });

  it("may not pile up elements within each other, or attributes", async () => {
    expect(await faultOf(workbook(`${"<a>".repeat(100)}${"</a>".repeat(100)}`))).toBe("tooMuchInside");
    const attributes = Array.from({ length: 200 }, (_none, at) => `a${at}="1"`).join(" ");
    expect(await faultOf(workbook(`<row ${attributes}/>`))).toBe("tooMuchInside");
    const deep = `<row><c><is><r>${"<b>".repeat(20)}${"</b>".repeat(20)}</r></is></c></row>`.repeat(100);
    expect(await faultOf(workbook(deep))).toBe("empty");
  });

  it("may not hold more text in all, which one shared text in every cell would come to", async () => {
    const shared = `<si><t>${"x".repeat(30_000)}</t></si>`;
    const file = workbook('<row><c t="s"><v>0</v></c></row>'.repeat(1_000), { shared });
    expect(file.length).toBeLessThan(5_000);
    expect(await faultOf(file)).toBe("tooMuchInside");
  });
});

const sheetXml = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook as spreadsheet programs write it: the sheet before the texts that it shares. */
function workbook(rows: string, { shared = "", prefix = "", more = {} as Record<string, Uint8Array> } = {}) {
  const sheet = sheetXml(rows).replaceAll(/<(\/?)(?=[a-z])/g, `<$1${prefix}`);
  return zipSync({
    "xl/workbook.xml": strToU8(
      '<workbook><sheets><sheet name="A" sheetId="7" r:id="rId3" xmlns:r="r"/></sheets></workbook>',
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      '<Relationships><Relationship Id="rId1" Type="http://x/sharedStrings" Target="/xl/shared.xml"/><Relationship Id="rId3" Type="http://x/worksheet" Target="worksheets/first.xml"/></Relationships>',
    ),
    "xl/worksheets/first.xml": strToU8(prefix ? sheet.replace("<x:worksheet", '<x:worksheet xmlns:x="x"') : sheet),
    "xl/shared.xml": strToU8(`<sst>${shared}</sst>`),
    ...more,
  });
}
const oneCell = (cell: string, shared?: string) =>
  cellsOf(workbook(`<row><c t="inlineStr"><is><t>MPK</t></is></c></row><row>${cell}</row>`, { shared }));

describe("an XLSX file", () => {
  it.each(["", "x:"])("has the texts of its cells (prefix %j)", async (prefix) => {
    const rows = [
      '<row r="2"><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>MPK</t></is></c></row>',
      '<row r="3"/>',
      '<row r="5" spans="1:3"><c r="A5"><v>12</v></c><c r="C5" t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="str"><f>1+1</f><v>x_x0041_</v></c></row>',
    ].join("");
    const shared =
      "<si><r><t>00</t></r><r><t xml:space='preserve'>7 </t></r><rPh><t>hint</t></rPh></si><si><t>Nazwa</t></si>";
    const file = workbook(rows, { shared: prefix ? "" : shared, prefix });
    if (prefix) return expect(await faultOf(file)).toBe("broken");
    expect(await rowsOf(file)).toEqual([
      { line: 2, cells: ["", "Nazwa", "MPK"] },
      { line: 5, cells: ["12", "", "007 ", "true", "xA"] },
    ]);
  });

  it("has numbers as a person would write them", async () => {
    expect(
      (await oneCell("<c><v>12.0</v></c><c><v>1.5E3</v></c><c><v>12345678901234567890</v></c><c><v>-0</v></c>"))[1],
    ).toEqual(["12", "1500", "12345678901234567890", "-0"]);
  });

  it("that can't be read says why", async () => {
    const compound = (...names: string[]) =>
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), ...names.map((name) => Buffer.from(name, "utf16le"))]);
    expect(await faultOf(compound("Workbook"))).toBe("oldExcel");
    expect(await faultOf(compound("Book"))).toBe("oldExcel");
    expect(await faultOf(compound("EncryptedPackage"))).toBe("encrypted");
    expect(await faultOf(compound("WordDocument"))).toBe("notTable");
    const odt = { mimetype: strToU8("application/vnd.oasis.opendocument.text") };
    expect(await faultOf(zipSync(odt, { level: 0 }))).toBe("notTable");
    const flagged = workbook("");
    flagged[6] = 1;
    expect(await faultOf(flagged)).toBe("encrypted");
    expect(await faultOf(zipSync({ "word/document.xml": strToU8("<w/>") }))).toBe("notTable");
    expect(await faultOf(workbook("<row><c><v>1</row>"))).toBe("broken");
    expect(await faultOf(workbook(""))).toBe("empty");
    expect(await faultOf(workbook("<row><c><v>1</v></c></row>").subarray(0, -400))).toBeDefined();
    expect(await faultOf(workbook("<row><c t='s'><v>9</v></c></row>"))).toBe("broken");
    expect(await faultOf(workbook('<row r="4"><c r="XFD4"><v>1</v></c></row>'))).toEqual({
      fault: "rowTooLong",
      line: 4,
    });
  });

  it("with a document type is refused: it neither expands entities nor reads other files", async () => {
    const evil = (type: string) =>
      workbook("", {
        more: {
          "xl/worksheets/first.xml": strToU8(
            `<?xml version="1.0"?><!DOCTYPE x [${type}]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>`,
          ),
        },
      });
    expect(await faultOf(evil('<!ENTITY e SYSTEM "file:///etc/passwd">'))).toBe("broken");
    expect(await faultOf(evil('<!ENTITY e "lol">'))).toBe("broken");
    expect(await faultOf(workbook("<row><c t='str'><v>&e;</v></c></row>"))).toBe("broken");
  });

  it.skipIf(process.env.MUTATION)(
    "that is much larger inside than outside is refused before it is all there",
    async () => {
      const xml = sheetXml(`<row><c t="str"><v>${" ".repeat(40 * 1024 * 1024)}</v></c></row>`);
      for (const declared of [10, xml.length]) {
        const bomb = bombOf(xml, declared);
        expect(bomb.length).toBeLessThan(200 * 1024);
        expect(await faultOf(bomb)).toBe("tooMuchInside");
      }
      const many = zipSync(
        Object.fromEntries(Array.from({ length: 3_000 }, (_none, at) => [`f${at}`, new Uint8Array()])),
      );
      expect(await faultOf(many)).toBe("tooMuchInside");
      // Thirty megabytes are read before the bound is met: seconds of work, and many more on a busy
      // machine.
    },
    180_000,
  );
});

/** A workbook whose sheet is said to have `declared` bytes. */
function bombOf(xml: string, declared: number): Buffer {
  const files = workbook("<row/>");
  const path = "xl/worksheets/first.xml";
  const at = Buffer.from(files).indexOf(path) - 30;
  const rest = Buffer.from(files).indexOf("PK", at + 2, "latin1");
  const packed = deflateRawSync(xml);
  const header = Buffer.from(files.subarray(at, at + 30));
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(declared, 22);
  return Buffer.concat([files.subarray(0, at), header, Buffer.from(path), packed, files.subarray(rest)]);
}

/** Any text that a file can hold: no halves of surrogate pairs. */
const anyCell = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...`'"=+-@\t\r\n;,_x0041 Łóż\u0000\uFEFF\u{1F600}`), maxLength: 12 }),
);
const anyRows = fc.array(
  fc.tuple(anyCell, anyCell, anyCell).filter((cells) => cells.some((cell) => cell.trim() !== "")),
  { minLength: 1, maxLength: 20 },
);

test(
  "what is printed as CSV is read as it was",
  () =>
    fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const file = BYTE_ORDER_MARK + printCsv([["Nazwa", "E-mail", "MPK"], ...rows]);
        expect((await cellsOf(file)).slice(1)).toEqual(rows);
      }),
      { numRuns: 20 },
    ),
  200_000,
);

test(
  "what is printed as XLSX is read as it was",
  () =>
    fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const printed = printXlsx({ sheetName: "A", headings: ["Nazwa", "E-mail", "MPK"] }, [rows]);
        const read = (await cellsOf(Buffer.concat(await all(printed)))).slice(1);
        expect(read.map((cells) => [0, 1, 2].map((at) => cells[at] ?? ""))).toEqual(rows);
      }),
      { numRuns: 20 },
    ),
  200_000,
);
