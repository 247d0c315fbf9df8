import { expect, test } from "vitest";
import { undefuse } from "./csv-formulas";
import { printCsv } from "./print-csv";

test("A CSV is printed as a Polish Excel reads it", () => {
  expect(printCsv([["Nazwa", "MPK"]])).toBe("Nazwa;MPK\r\n");
  expect(printCsv([['Łódź; "Pod Lipą"', "00123"]])).toBe('"Łódź; ""Pod Lipą""";00123\r\n');
  expect(printCsv([["dwie\nlinie", " z odstępem", "koniec "]])).toBe('"dwie\nlinie";" z odstępem";"koniec "\r\n');
});

test.each(["=1+1", "+48 600", "-5", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", '"=1'])(
  "The cell %j is defused",
  (cell) => {
    expect(printCsv([[cell]])).toMatch(/^"?'/);
  },
);

/**
 * The cells that a reader sees who splits wherever one of these stands, and takes quotes for what
 * they are at best.
 */
const splitAt = (text: string, ends: RegExp) => text.split(ends).map((cell) => cell.replace(/^"+/, ""));

test.each(["a,=1+1", "a,@SUM(A1)", 'a,"=1', "a\n=1+1", "a\r\n-1", "a\t+1", "a,'=1"])(
  "The cell %j is defused for readers that split it elsewhere",
  (cell) => {
    for (const part of splitAt(printCsv([["x", cell]]), /[,\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@]/);
    expect(
      undefuse(
        printCsv([[cell]])
          .trim()
          .replace(/^"|"$/g, "")
          .replaceAll('""', '"'),
      ),
    ).toBe(cell);
  },
);

test("An apostrophe that printing didn't add is kept", () => {
  for (const cell of ["'t Hooft", "a'=1", "'a"]) expect(undefuse(cell)).toBe(cell);
  expect(undefuse("'=1,'+2")).toBe("=1,+2");
});

test.each(["a, -5", "Kowalski, Nowak", "'t Hooft", "a=b", "00123", "5-6"])("The cell %j is left alone", (cell) => {
  expect(printCsv([[cell]]).replaceAll('"', "")).toBe(`${cell}\r\n`);
});
