import { CsvError } from "csv-parse";
import { describe, expect, it } from "vitest";
import { decodeText, readCsv } from "./read-csv";
import type { SheetRow } from "./sheet";

const HEADINGS = new Set(["Nazwa", "MPK", "E-mail"]);

async function rowsOf(text: string | Uint8Array): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readCsv(Buffer.from(text as string), (cell) => HEADINGS.has(cell))) rows.push(row);
  return rows;
}
const cellsOf = async (text: string) => (await rowsOf(text)).map(({ cells }) => cells);
const faultOf = (text: string) =>
  rowsOf(text).then(
    () => undefined,
    ({ fault, about }) => ({ fault, ...about }),
  );

describe("the delimiter is", () => {
  it.each([
    ["the one that the file's first line says, whatever follows", "sep=|\na;b|c", [["a;b", "c"]]],
    ["said before any kind of line end", "sep=,\ra,b", [["a", "b"]]],
    ["not said by a line that stands further down, or says more", "sep=,;\nsep=,\n", [["sep=,", ""], ["sep=,"]]],
    [
      "the one by which most headings are known",
      "Nazwa,a;MPK;E-mail;b,c,d,e",
      [["Nazwa,a", "MPK", "E-mail", "b,c,d,e"]],
    ],
    [
      "known by headings in quotes, with space around them",
      '  "Nazwa"  \t"MPK"\t "E-mail" ;;;',
      [["Nazwa", "MPK", ' "E-mail" ;;;']],
    ],
    [
      "not known by what would be headings without a quote inside",
      'Na"zwa,E-"mail,x;MPK',
      [['Na"zwa,E-"mail,x', "MPK"]],
    ],
    ["known by headings below titles", "a;b\n\n\nNazwa,MPK", [["a;b"], ["Nazwa", "MPK"]]],
    [
      "of two that know as many headings the one that makes more cells",
      "Nazwa,a,b\nMPK;a",
      [["Nazwa", "a", "b"], ["MPK;a"]],
    ],
    [
      "by default the one that makes most cells of the first line",
      "a,b,c;d\ne;f;g;h;i",
      [["a", "b", "c;d"], ["e;f;g;h;i"]],
    ],
    ["a semicolon where nothing tells", "a", [["a"]]],
  ])("%s", async (_name, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells);
  });

  it("looked for in the first twenty filled lines", async () => {
    const below = (lines: number) => cellsOf(`${"x\r\n\r\n".repeat(lines)}Nazwa,MPK`).then((cells) => cells.at(-1));
    expect([await below(19), await below(20)]).toEqual([["Nazwa", "MPK"], ["Nazwa,MPK"]]);
  });

  it("looked for in the file's first 32 000 characters", async () => {
    const below = (characters: number) => cellsOf(`${"x".repeat(characters)}\nNazwa,MPK`).then((cells) => cells.at(-1));
    expect([await below(31_990), await below(31_999)]).toEqual([["Nazwa", "MPK"], ["Nazwa,MPK"]]);
  });
});

it("a row has the number of the line on which it begins, also below a line that names the delimiter", async () => {
  expect(await rowsOf('sep=;\n"a\n\nb";1\r"c\r\nd"\n \t; \n;\ne')).toEqual([
    { line: 2, cells: ["a\n\nb", "1"] },
    { line: 5, cells: ["c\r\nd"] },
    { line: 9, cells: ["e"] },
  ]);
});

it.each([
  [
    "go beside its quotes",
    'a; "b;c"; d\n "e"\t;"f"  ;  "g ""h"" ; "\r\n "i";"j"\r "k" \n "l";"m" ',
    [["a", "b;c", " d"], [' "e"\t', "f", 'g "h" ; '], ["i", "j"], ["k"], ["l", "m"]],
  ],
  [
    "stay where text follows its quotes, or there are none",
    '"a" ; "b" c;"d; ""e" f\n  g  ; \nh "i" ;"j; "";k" l; "m; ""; n" o',
    [
      ["a", ' "b" c', '"d; "e" f'],
      ["  g  ", " "],
      ['h "i" ', '"j; ";k" l', ' "m', "", ' n" o'],
    ],
  ],
  [
    "stay within its quotes",
    '"a; ""b"" ;";" c "\n"; d";e',
    [
      ['a; "b" ;', " c "],
      ["; d", "e"],
    ],
  ],
  ["stay where their quotes never end", 'a\n "b', [["a"], [' "b']]],
  ["are cells where a blank parts them", 'sep= \na "b c"  "d"', [["a", "b c", "", "d"]]],
])("blanks around a cell %s", async (_name, text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});

it("a line end counts once, inside a cell, at its edge or beside another one", async () => {
  expect(await rowsOf('Nazwa\n"a\r";"\nb"\nc')).toEqual([
    { line: 1, cells: ["Nazwa"] },
    { line: 2, cells: ["a\r", "\nb"] },
    { line: 5, cells: ["c"] },
  ]);
  expect(await faultOf('Nazwa\n"a\r\nb"\n;\n"open')).toEqual({ fault: "quotes", line: 5 });
});

it("a surrogate pair stays whole at the end of a slice", async () => {
  const lines = `Nazwa\n${`${"x".repeat(999)}\n`.repeat(65)}`;
  const before = "x".repeat(64 * 1024 - 1 - lines.length);
  expect((await cellsOf(`${lines}${before}😀y`)).at(-1)).toEqual([`${before}😀y`]);
});

it("a row may have as many blank columns as Excel has", async () => {
  const blank = (columns: number) => ";".repeat(columns - 1);
  expect(await cellsOf(`Nazwa\n${blank(16_384)}\nx`)).toEqual([["Nazwa"], ["x"]]);
  expect(await faultOf(`sep=;\nNazwa\n\n${blank(16_385)}\nx`)).toEqual({ fault: "rowTooLong", line: 3 });
});

describe("what can't be read", () => {
  it("tells the line of its beginning", async () => {
    expect(await faultOf('Nazwa\n;\n"b\nc')).toEqual({ fault: "quotes", line: 3 });
    expect(await faultOf('sep=;\n"b\nc')).toEqual({ fault: "quotes", line: 2 });
    await expect(rowsOf('"b')).rejects.toMatchObject({ cause: expect.any(CsvError) });
    expect(await faultOf(`sep=;\nNazwa\n${"x".repeat(32_001)}`)).toEqual({ fault: "rowTooLong", line: 3 });
  });

  it("is a row that never ends once it has half a megabyte, and before that a quote that isn't closed", async () => {
    expect(await faultOf(`Nazwa\n"${"x".repeat(450_000)}`)).toEqual({ fault: "quotes", line: 2 });
    expect(await faultOf(`Nazwa\n"${"x".repeat(600_000)}`)).toEqual({ fault: "rowTooLong", line: 2 });
  });

  it("hides nothing of what stands before it", async () => {
    const rows = readCsv(Buffer.from(`Nazwa\n${`${"x".repeat(1_000)}\n`.repeat(200)}"open`), () => false);
    let read = 0;
    await expect(
      (async () => {
        for await (const _row of rows) read += 1;
      })(),
    ).rejects.toMatchObject({ fault: "quotes", about: { line: 202 } });
    expect(read).toBe(201);
  });
});

it("reading ends when the reader stops", async () => {
  const rows = readCsv(Buffer.from(`x\n${`${"y".repeat(1_000)}\n`.repeat(200)}`), () => false);
  expect(await rows.next()).toEqual({ done: false, value: { line: 1, cells: ["x"] } });
  await rows.return();
  expect(await rows.next()).toEqual({ done: true, value: undefined });
});

it.each([
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0xc5, 0x82], "ł"],
  ["UTF-16 little-endian", [0xff, 0xfe, 0x42, 0x01], "ł"],
  ["UTF-16 big-endian", [0xfe, 0xff, 0x01, 0x42], "ł"],
  ["UTF-8 without a mark", [0xc5, 0x82], "ł"],
  ["windows-1250", [0xb3, 0xf3], "łó"],
  ["windows-1250 with signs", [0x61, 0x20, 0xb1, 0x35, 0x20, 0xb6], "a ±5 ¶"],
  ["windows-1250 by one letter", [0x57, 0xb1, 0x61, 0xb9], "W±aą"],
  ["windows-1250 by its quotes", [0x84, 0xb6, 0x61, 0x94], "„¶a”"],
  ["windows-1250 of a Slovak", [0x20, 0xbc, 0x75, 0x62, 0x6f, 0xbe], " Ľuboľ"],
  ["ISO 8859-2", [0xa6, 0xb1, 0xbc, 0x6e, 0xac, 0x61, 0xa1, 0xb6], "ŚąźnŹaĄś"],
  ["ISO 8859-2 by one letter", [0x57, 0x6f, 0xbc, 0x6e, 0x79], "Woźny"],
  ["what begins as half a mark", [0xef, 0xbb, 0x61], "ď»a"],
  ["what begins as half another mark", [0xff, 0x61], "˙a"],
  ["nothing", [], ""],
])("%s", (_name, bytes, text) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe(text);
});

it("one byte that isn't UTF-8 makes a file windows-1250", () => {
  expect(decodeText(Uint8Array.of(0xc5, 0x82, 0xb3))).toBe("Ĺ‚ł");
});

it("a file with a NUL is no text", () => {
  for (const bytes of [[0], [0x61, 0, 0x62], [0xb3, 0]]) {
    expect(() => decodeText(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ fault: "notTable" }));
  }
});
