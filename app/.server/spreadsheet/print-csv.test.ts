import { expect, test } from "vitest";
import { printCsv } from "./print-csv";

test("prints what a Polish Excel reads", () => {
  expect(printCsv([["Nazwa", "MPK"]])).toBe("Nazwa;MPK\r\n");
  expect(printCsv([['Łódź; "Pod Lipą"', "00123"]])).toBe('"Łódź; ""Pod Lipą""";00123\r\n');
  expect(printCsv([["dwie\nlinie", " z odstępem"]])).toBe('"dwie\nlinie";" z odstępem"\r\n');
});

test.each(["=1+1", "+48 600", "-5", "@SUM(A1)", "\t=1", "\r=1", "＝1", "'=1"])("defuses %j", (cell) => {
  expect(printCsv([[cell]])).toMatch(/^"?'/);
});

test.each(["'t Hooft", "a=b", "00123", "5-6"])("leaves %j alone", (cell) => {
  expect(printCsv([[cell]])).toBe(`${cell}\r\n`);
});
