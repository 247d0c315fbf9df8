import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readXlsx } from "./read-xlsx";
import type { Sheet, SheetRow } from "./sheet";

const SHEET = '<sheet name="A" r:id="r1"/>';
const RELATION = '<Relationship Id="r1" Type="http://x/worksheet" Target="a.xml"/>';
const rowOf = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`;

type Parts = { sheets?: string; relations?: string } & Record<string, string | undefined>;

/**
 * A workbook of one sheet at `xl/a.xml`, or as its parts say; one that is undefined isn't there.
 */
function workbook({ sheets = SHEET, relations = RELATION, ...more }: Parts = {}) {
  const parts: Record<string, string | undefined> = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations}</Relationships>`,
    "xl/a.xml": `<worksheet>${rowOf("cell")}</worksheet>`,
    ...more,
  };
  const files = Object.entries(parts).flatMap(([path, xml]) => (xml === undefined ? [] : [[path, strToU8(xml)]]));
  return zipSync(Object.fromEntries(files));
}

function read(parts?: Parts) {
  return readXlsx(workbook(parts)).map(({ name, rows }) => ({ name, rows: [...(rows as Iterable<SheetRow>)] }));
}
const cellsOf = (parts?: Parts) => read(parts).map(({ rows }) => rows.map(({ cells }) => cells));
const fault = (name: string) => expect.objectContaining({ fault: name });

it("lists the sheets in order, by name", () => {
  const sheets = '<sheet name="B" r:id="r2"/><sheet name="A" r:id="r1" state="visible"/><sheet name="C" r:id="none"/>';
  const relations = `${RELATION}<Relationship Id="r2" Type="http://x/worksheet" Target="/b/b.xml"/>`;
  expect(read({ sheets, relations, "b/b.xml": `<worksheet>${rowOf("other")}</worksheet>` })).toEqual([
    { name: "B", rows: [{ line: 1, cells: ["other"] }] },
    { name: "A", rows: [{ line: 1, cells: ["cell"] }] },
  ]);
});

it("finds the sheets whatever the relationships are called", () => {
  expect(cellsOf({ relations: RELATION.replace("Relationship", "x:Relation") })).toEqual([[["cell"]]]);
});

it("leaves out hidden sheets, charts, dialogs and anything else that isn't a sheet", () => {
  const kinds = ["chartsheet", "dialogsheet", "worksheet", "chartsheets"];
  const relations = kinds.map((kind) => `<Relationship Id="${kind}" Type="http://x/${kind}" Target="a.xml"/>`).join("");
  const shown = kinds.map((kind) => `<sheet name="${kind}" r:id="${kind}"/>`);
  const hidden = ["hidden", "veryHidden"].map((state) => `<sheet name="${state}" r:id="worksheet" state="${state}"/>`);
  const sheets = [...shown, ...hidden, '<other name="other" r:id="worksheet"/>'].join("");
  expect(read({ sheets, relations }).map(({ name }) => name)).toEqual(["worksheet", "chartsheets"]);
});

it("reads fifty sheets at most", () => {
  const sheets = Array.from({ length: 51 }, (_none, at) => `<sheet name="S${at}" r:id="r1"/>`).join("");
  expect(readXlsx(workbook({ sheets })).map(({ name }) => name)).toEqual(
    Array.from({ length: 50 }, (_none, at) => `S${at}`),
  );
});

it("has 2000 parts at most", () => {
  const relations = (count: number) =>
    Array.from({ length: count }, (_none, at) => RELATION.replace("r1", `r${at}`)).join("");
  expect(cellsOf({ relations: relations(2_000) })).toEqual([[["cell"]]]);
  expect(() => read({ relations: relations(2_001) })).toThrow(fault("tooMuchInside"));
});

describe("a cell has", () => {
  const place = (type: string, target: string) =>
    `${RELATION}<Relationship Id="s" Type="http://x/${type}" Target="${target}"/>`;

  it.each([
    ["/texts.xml", "texts.xml"],
    ["texts.xml", "xl/texts.xml"],
  ])("its text from the texts that all share, which lie at %s", (target, path) => {
    const sheet = '<worksheet><row><c t="s"><v>1</v></c></row></worksheet>';
    const texts = "<sst><si><t>a</t></si><si><t>b</t></si></sst>";
    expect(cellsOf({ relations: place("sharedStrings", target), [path]: texts, "xl/a.xml": sheet })).toEqual([[["b"]]]);
  });

  it("its zeros from the workbook's styles", () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>';
    const sheet = '<worksheet><row><c s="1"><v>7</v></c><c><v>7</v></c></row></worksheet>';
    expect(cellsOf({ relations: place("styles", "st.xml"), "xl/st.xml": styles, "xl/a.xml": sheet })).toEqual([
      [["00007", "7"]],
    ]);
  });

  it("no value of a formula that is still to be worked out, where the workbook says so", () => {
    const sheet = "<c><f>A1</f><v>0</v></c><c><f>A1</f><v>7</v></c><c><v>0</v></c><c t='str'><f>A1</f><v>0</v></c>";
    const cellsIn = (more: string) =>
      cellsOf({ sheets: `${SHEET}</sheets>${more}<sheets>`, "xl/a.xml": `<worksheet><row>${sheet}</row></worksheet>` });
    for (const said of ["1", "true"]) {
      expect(cellsIn(`<calcPr calcId="124519" fullCalcOnLoad="${said}"/>`)).toEqual([[["#CALC!", "7", "0", "0"]]]);
    }
    for (const calc of ["", '<calcPr calcId="191029"/>', '<calcPr fullCalcOnLoad="0"/>']) {
      expect(cellsIn(calc)).toEqual([[["0", "7", "0", "0"]]]);
    }
  });
});

describe("rows", () => {
  const sheet = (xml: string): Parts => ({ "xl/a.xml": `<worksheet>${xml}</worksheet>` });

  it("that are blank are left out, and count", () => {
    expect(read(sheet(`<row/>${rowOf(" ")}${rowOf("x")}`))[0]?.rows).toEqual([{ line: 3, cells: ["x"] }]);
  });

  it("are refused that are longer than any row of sellers", () => {
    expect(() => read(sheet(`${rowOf("x")}${rowOf("x".repeat(32_001))}`))).toThrow(
      expect.objectContaining({ fault: "rowTooLong", about: { line: 2 } }),
    );
  });

  it("come as they are read: a fault hides nothing of what stands long before it", () => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed.toString(36);
    };
    const many = Array.from({ length: 2_000 }, () => rowOf(`${noise()}${noise()}${noise()}`)).join("");
    const [first] = readXlsx(workbook(sheet(`${many}</broken>`)));
    const taken: SheetRow[] = [];
    const take = (rows: Sheet["rows"] = []) => {
      for (const row of rows as Iterable<SheetRow>) taken.push(row);
    };
    expect(() => take(first?.rows)).toThrow(fault("broken"));
    expect(taken.length).toBeGreaterThan(1_000);
    expect(new Set(taken.map(({ line }) => line)).size).toBe(taken.length);
  });
});

it.each<[string, string, Parts]>([
  ["notTable", "no workbook", { "xl/workbook.xml": undefined }],
  ["notTable", "no relationships", { "xl/_rels/workbook.xml.rels": undefined }],
  ["notTable", "no sheet that is to be seen", { sheets: "" }],
  ["notTable", "a sheet that isn't there", { "xl/a.xml": undefined }],
  ["broken", "a sheet that doesn't end", { "xl/a.xml": "<worksheet>" }],
  ["broken", "a workbook that doesn't end", { "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${SHEET}</sheets>` }],
  ["broken", "relationships that don't end", { "xl/_rels/workbook.xml.rels": `<Relationships>${RELATION}` }],
])("is %s with %s", (name, _what, parts) => {
  expect(() => read(parts)).toThrow(fault(name));
});
