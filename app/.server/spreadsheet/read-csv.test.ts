import { expect, it } from "vitest";
import { readCsv } from "./read-csv";
import { filledRows, type SheetRow } from "./sheet";

const HEADINGS = new Set(["Nazwa", "MPK", "E-mail"]);

const rowsOf = (text: string, isPasted?: boolean): SheetRow[] => [
  ...filledRows(readCsv(text, (cell) => HEADINGS.has(cell), isPasted)),
];
const cellsOf = (text: string, isPasted?: boolean) => rowsOf(text, isPasted).map(({ cells }) => cells);
function faultOf(text: string) {
  try {
    rowsOf(text);
  } catch (error) {
    const { fault, about } = error as { fault: string; about: object };
    return { fault, ...about };
  }
}

it.each([
  ["the one that the file's first line says, whatever follows", "sep=|\na;b|c", [["a;b", "c"]]],
  ["said before any kind of line end", "sep=,\ra,b", [["a", "b"]]],
  ["not said by a line that stands further down, or says more", "sep=,;\nsep=,\n", [["sep=,"], ["sep=,"]]],
  ["the one by which most headings are known", "Nazwa,a;MPK;E-mail;b,c,d,e", [["Nazwa,a", "MPK", "E-mail", "b,c,d,e"]]],
  [
    "known by headings in quotes, with space around them",
    '  "Nazwa"  \t"MPK"\t "E-mail" ;;;',
    [["Nazwa", "MPK", ' "E-mail" ;;;']],
  ],
  ["not known by what would be headings without a quote inside", 'Na"zwa,E-"mail,x;MPK', [['Na"zwa,E-"mail,x', "MPK"]]],
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
])("The delimiter is %s", (_name, text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

it("The delimiter is looked for in the first twenty filled lines", () => {
  const below = (lines: number) => cellsOf(`${"x\r\n\r\n".repeat(lines)}Nazwa,MPK`).at(-1);
  expect([below(19), below(20)]).toEqual([["Nazwa", "MPK"], ["Nazwa,MPK"]]);
});

it("The delimiter is looked for in the first 32 000 characters", () => {
  const below = (characters: number) => cellsOf(`${"x".repeat(characters)}\nNazwa,MPK`).at(-1);
  expect([below(31_990), below(31_999)]).toEqual([["Nazwa", "MPK"], ["Nazwa,MPK"]]);
});

it("A formula of one text is read as its text", () => {
  expect(cellsOf('="00123";"=""0;1""";=1;="1"&"2"')).toEqual([["00123", "0;1", "=1", '="1"&"2"']]);
});

it("A row has the number of the line on which it begins", () => {
  expect(rowsOf('sep=;\n"a\n\nb";1\r"c\r\nd"\n \t; \n;\ne')).toEqual([
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
    '"a" ; "b" c;"d e" f\n  g  ; \nh "i" ;"j" k',
    [
      ["a", ' "b" c', '"d e" f'],
      ["  g  ", " "],
      ['h "i" ', '"j" k'],
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
  ["are cells where a blank parts them", 'sep= \na "b c"  "d"', [["a", "b c", "", "d"]]],
])("Blanks around a cell %s", (_name, text, cells) => {
  expect(cellsOf(text)).toEqual(cells);
});

it("A line end counts once, inside a cell, at its edge or beside another", () => {
  expect(rowsOf('Nazwa\n"a\r";"\nb"\nc')).toEqual([
    { line: 1, cells: ["Nazwa"] },
    { line: 2, cells: ["a\r", "\nb"] },
    { line: 5, cells: ["c"] },
  ]);
  expect(faultOf('Nazwa\n"a\r\nb"\n;\n"open')).toEqual({ fault: "quotes", line: 5 });
});

it("Line ends of CR CR LF count once", () => {
  expect(rowsOf('Nazwa\r\r\na\r\r\n"b\r\nc"\r\r\nd').map(({ line }) => line)).toEqual([1, 2, 3, 5]);
  expect(rowsOf('Nazwa\r\n"a\r\r\nb"\r\nc')).toEqual([
    { line: 1, cells: ["Nazwa"] },
    { line: 2, cells: ["a\r\r\nb"] },
    { line: 5, cells: ["c"] },
  ]);
});

it("A row may have as many blank columns as Excel has", () => {
  const blank = (columns: number) => ";".repeat(columns - 1);
  expect(cellsOf(`Nazwa\n${blank(16_384)}\nx`)).toEqual([["Nazwa"], ["x"]]);
  expect(faultOf(`sep=;\nNazwa\n\n${blank(16_385)}\nx`)).toEqual({ fault: "rowTooLong", line: 4 });
});

it("An error names the line on which the faulty cell begins", () => {
  expect(faultOf('Nazwa\n;\n"b\nc')).toEqual({ fault: "quotes", line: 3 });
  expect(faultOf('sep=;\n"b\nc')).toEqual({ fault: "quotes", line: 2 });
  expect(faultOf('Nazwa\n"a\nb";"c')).toEqual({ fault: "quotes", line: 3 });
  expect(faultOf(`sep=;\nNazwa\n${"x".repeat(32_001)}`)).toEqual({ fault: "rowTooLong", line: 3 });
});

it.each([
  ["a line end", 'Nazwa;MPK\n"Społem;1\nb;2\n"c";3'],
  ["a delimiter", 'Nazwa;MPK\n"Społem;Łódź" dalej;1'],
  ["doubled quotes and a delimiter", 'Nazwa;MPK\n"d; ""e" f;1'],
])("Text behind the closing quote is refused in a cell that spans %s", (_what, text) => {
  expect(faultOf(text)).toEqual({ fault: "quotes", line: 2 });
});

it("A quote behind a backslash is refused unless the cell ends there", () => {
  expect(faultOf('Nazwa;MPK\n"Firma \\"ABC\\"";1')).toEqual({ fault: "escapedQuotes", line: 2 });
  expect(cellsOf('Nazwa;MPK\n"C:\\";1')[1]).toEqual(["C:\\", "1"]);
});

it("A pasted quote without its pair within the row is a character", () => {
  const rows = ['"Społem Łódź\ta@example.pl\t00123', "Anna\tb@example.pl\t1", '"Drugi "C"\tc@example.pl\t2'];
  expect(cellsOf(rows.join("\n"), true)).toEqual(rows.map((row) => row.split("\t")));
  expect(cellsOf('"Społem;1\nFirma 12";2', true)).toEqual([
    ['"Społem', "1"],
    ['Firma 12"', "2"],
  ]);
});

it("A pasted cell that Excel quotes may have several lines and quotes", () => {
  expect(cellsOf('"Zła\n""A"""\tzla@\t8\nB\tb@\t9', true)).toEqual([
    ['Zła\n"A"', "zla@", "8"],
    ["B", "b@", "9"],
  ]);
});

it("Tabs part pasted cells, however many commas there are", () => {
  expect(cellsOf("a,b,c,d\te", true)).toEqual([["a,b,c,d", "e"]]);
});

it("A CSV file whose text was copied has its own delimiter, quotes and lines", () => {
  const text = 'Nazwa;MPK\r\n"Bar\t""Żabka""; Łódź";00123\r\n"dwie\r\nlinie";"\'=7"\r\n';
  const rows = [
    ["Nazwa", "MPK"],
    ['Bar\t"Żabka"; Łódź', "00123"],
    ["dwie\r\nlinie", "=7"],
  ];
  expect(cellsOf(text, true)).toEqual(rows);
  expect(cellsOf(text)).toEqual(rows);
});

it("The byte order mark in the middle of two joined files is left out", () => {
  expect(cellsOf('Nazwa;MPK\nA;1\n\uFEFFNazwa;MPK\n\uFEFF"B; C";2')).toEqual([
    ["Nazwa", "MPK"],
    ["A", "1"],
    ["Nazwa", "MPK"],
    ["B; C", "2"],
  ]);
});
