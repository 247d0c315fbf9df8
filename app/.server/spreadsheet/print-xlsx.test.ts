import { strFromU8, unzipSync } from "fflate";
import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import { printXlsx } from "./print-xlsx";

async function sheetOf(rows: string[][], batches = [rows]): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of printXlsx({ sheetName: "Arkusz <1>", headings: ["Nazwa", "MPK"] }, batches))
    chunks.push(chunk);
  const files = unzipSync(Buffer.concat(chunks));
  expect(strFromU8(files["xl/workbook.xml"] as Uint8Array)).toContain('name="Arkusz &lt;1&gt;"');
  return strFromU8(files["xl/worksheets/sheet1.xml"] as Uint8Array);
}

test("keeps every cell a text", async () => {
  const sheet = await sheetOf([["=1+1", "00123"]]);
  const cells = parse(sheet).querySelectorAll("c");
  expect(cells.map((cell) => cell.textContent)).toEqual(["Nazwa", "MPK", "=1+1", "00123"]);
  expect(cells.every((cell) => cell.getAttribute("t") === "inlineStr")).toBe(true);
  expect(sheet).not.toContain("<f>");
});

test("writes what XML can't hold as Excel does", async () => {
  const sheet = await sheetOf([["<b>&\u0001 _x0041_", "\ud800"]]);
  expect(sheet).toContain("&lt;b&gt;&amp;_x0001_ _x005F_x0041_");
  expect(sheet).toContain(">\ufffd<");
});

test("gives the sheet out as its rows come", async () => {
  let asked = 0;
  const batches = function* () {
    for (; asked < 20; asked += 1) {
      yield Array.from({ length: 1_000 }, (_, at) => [`Sprzedawca ${asked} ${Math.sin(at + asked)}`, String(at)]);
    }
  };
  let askedAtFirst: number | undefined;
  let largest = 0;
  for await (const chunk of printXlsx({ sheetName: "A", headings: ["B", "C"] }, batches())) {
    if (chunk.length > 1_000) askedAtFirst ??= asked;
    largest = Math.max(largest, chunk.length);
  }
  expect(asked).toBe(20);
  expect(askedAtFirst).toBeLessThan(10);
  expect(largest).toBeLessThan(500_000);
});
