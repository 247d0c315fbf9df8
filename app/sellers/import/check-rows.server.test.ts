import fc from "fast-check";
import { expect, it, test, vi } from "vitest";
import { BYTE_ORDER_MARK, printCsv } from "~/.server/spreadsheet/print-csv";
import { printXlsx } from "~/.server/spreadsheet/print-xlsx";
import { formatOf } from "~/.server/spreadsheet/read-sheet";
import type { SheetRow } from "~/.server/spreadsheet/sheet";
import type { CheckedRow } from "~/domain/checked-row";
import { cellsOf, headingsOf } from "~/domain/file-columns";
import type { Seller } from "~/domain/seller";
import { getT } from "~/i18n/i18n.server";
import { localeCodes } from "~/i18n/locales";
import { checkRows } from "./check-rows.server";
import { readTable } from "./find-table.server";
import { readHeadings, vocabularyOf } from "./headings.server";

const t = getT("pl");
const vocabulary = vocabularyOf(localeCodes.map(getT));

const anna: Seller = {
  id: "a",
  displayName: "Anna",
  email: "Anna@example.pl",
  firstName: "Anna",
  accountEnabled: true,
  mpk: "00123",
};
/** Older than today's rules. */
const old: Seller = { id: "=7", displayName: " ", email: "brak", accountEnabled: false, mpk: "" };

async function check(bytes: Uint8Array, sellers: Seller[] = [anna, old], isPasted = false): Promise<CheckedRow[]> {
  const { headings, rows } = await readTable(bytes, formatOf(bytes), { vocabulary, t, isPasted });
  const batches = (async function* () {
    for (let at = 0; at < sellers.length; at += 1_000) yield sellers.slice(at, at + 1_000);
  })();
  const checked: CheckedRow[] = [];
  for await (const row of checkRows({ headings, rows, sellers: batches, vocabulary, t })) checked.push(row);
  return checked;
}
const checkText = (text: string) => check(Buffer.from(text));

/** `4 email: reason` */
const problemsOf = (rows: CheckedRow[]) =>
  rows.flatMap((row) =>
    row.kind === "wrong"
      ? row.problems.map(({ column, reason }) => `${row.line} ${column ?? "-"}: ${reason.replaceAll("\u00a0", " ")}`)
      : [],
  );
const faultOf = (text: string) =>
  checkText(text).then(
    () => undefined,
    ({ fault, about }) => [fault, about.headings],
  );

const problemsOfMpk = async (mpk: string) => problemsOf(await checkText(`nazwa;email;mpk\nA;a@example.pl;${mpk}`));

it.each(["50%", "1,23E+05", "1E+19", "1,5E-05", "=1+1"])("The MPK %s of a spreadsheet is refused", async (mpk) => {
  expect(await problemsOfMpk(mpk)).toEqual([expect.stringMatching(/^2 mpk: To wygląda na procent/)]);
});

it.each([
  ...["2023-03-15", "2023-03-15 00:00:00", "02.01.2024", "1/2/2024", "12/31/24", "12:30", "12:30:00", "1:30 PM"],
  ...["gru.24", "01.lut", "sty-24", "1-Mar", "15 marca 2023", "March 2024", "paź.24"],
])("An MPK that Excel has made into a date or a time is refused: %s", async (mpk) => {
  expect(await problemsOfMpk(mpk)).toEqual([expect.stringMatching(/^2 mpk: Excel zamienił ten kod na datę/)]);
});

it.each([
  ...["1E5", "1E-05", "15-03-2023", "00123", "50", "MARKI-24", "LIS01", "45.67.8901", "01.02.03", "00.123"],
  ...["40/12/2024", "0,5", "123.0", "K-001"],
])("The MPK %s is taken", async (mpk) => {
  expect(await problemsOfMpk(mpk)).toEqual([]);
});

it("A strange MPK that was stored so stays", async () => {
  const same = await check(Buffer.from("id;MPK\na;1E+19"), [{ ...anna, mpk: "1E+19" }]);
  expect(same).toMatchObject([{ kind: "unchanged" }]);
});

it("The apostrophe that marks an MPK as a text is taken off", async () => {
  const rows = await checkText("id;nazwa;email;mpk\n;A;a1@example.pl;'00123\na;Anna;Anna@example.pl;'00123");
  expect(rows).toMatchObject([{ kind: "create", seller: { mpk: "00123" } }, { kind: "unchanged" }]);
});

it("A text that couldn't be decoded is refused unless it was stored so", async () => {
  const damaged = ["\uFFFDwit", "\u0088\u0098"].map((name, at) => `;${name};c${at}@example.pl;1`);
  const rows = await checkText(["id;nazwa;email;mpk", ...damaged].join("\n"));
  expect(problemsOf(rows)).toEqual([
    expect.stringMatching(/^2 displayName: Nie udało się odczytać części znaków/),
    expect.stringMatching(/^3 displayName: Nie udało się odczytać części znaków/),
  ]);
  const same = await check(Buffer.from("id;nazwa\na;\uFFFDwit"), [{ ...anna, displayName: "\uFFFDwit" }]);
  expect(same).toMatchObject([{ kind: "unchanged" }]);
});

it("A row without an id is added, and one with an id is changed", async () => {
  const text = [
    "MPK,E-Mail,Display_Name,konto aktywne,identyfikator,Imię,Uwagi",
    "007,nowy@example.pl, Nowy  ,NIE,,,x",
    "00123,anna@example.pl,Anna,tak,a,Anna,",
    "00124,Anna@example.pl,Anna,wyłączone,a ,,",
    ",brak,,,=7,,",
  ].join("\n");
  const [first, ...rest] = await checkText(text);
  expect(first).toEqual({
    line: 2,
    kind: "create",
    seller: { displayName: "Nowy", email: "nowy@example.pl", mpk: "007" },
    accountEnabled: false,
  });
  expect(problemsOf(rest)).toEqual([
    expect.stringContaining("4 id: Ten identyfikator jest już w wierszu 3"),
    expect.stringContaining("5 displayName: Pole Nazwa wyświetlana jest wymagane"),
  ]);
  const [, change] = await checkText(text.replace("00123,anna@example.pl,Anna,tak,a,Anna,\n", ""));
  expect(change).toMatchObject({ kind: "update", fields: { mpk: "00124", firstName: "", accountEnabled: false } });
});

it("A row changes only fields that have a column, and no empty state", async () => {
  const [row, same] = await checkText("id;aktywne;mpk\na;;9\n=7;0;\n");
  expect(row).toMatchObject({ kind: "update", before: anna, fields: { mpk: "9" } });
  expect(Object.keys((row as { fields: object }).fields)).toEqual(["mpk"]);
  expect(same).toEqual({ line: 3, kind: "unchanged" });
});

it("Each wrong field is named in the words of the seller form", async () => {
  const long = "x".repeat(257);
  const rows = await checkText(
    `nazwa;email;mpk;status;surname\n${long};kto@;  ;może;#N/D!\n;;;;\n"a";b@example.pl;1;tak;;;nadmiar\nx;;1;`,
  );
  expect(problemsOf(rows)).toEqual([
    "2 displayName: Pole Nazwa wyświetlana może mieć najwyżej 256 znaków",
    expect.stringMatching(/^2 email: Wpisz poprawny adres/),
    "2 surname: W komórce jest błąd formuły. Wpisz samą wartość.",
    "2 mpk: Pole MPK zawiera same spacje: wpisz wartość",
    "2 accountEnabled: Pole Konto aktywne musi mieć wartość „tak” albo „nie”",
    expect.stringMatching(/^4 -: Wiersz ma więcej komórek, niż jest nagłówków/),
    "5 email: Pole Adres e-mail jest wymagane",
  ]);
});

it("An id or an address of another row or seller is found", async () => {
  const rows = await checkText(
    [
      "id;nazwa;email;mpk",
      ";A;jeden@example.pl;1",
      ";B;JEDEN@example.pl;1",
      ";C;ANNA@example.pl;1",
      "=7;D;anna@example.pl;1",
      "a;Anna;Anna@example.pl;5",
      "b;E;e@example.pl;1",
    ].join("\n"),
  );
  expect(problemsOf(rows)).toEqual([
    expect.stringMatching(/^3 email: Ten adres e\u2011mail jest już w wierszu 2/),
    expect.stringMatching(/^4 email: Ten adres e\u2011mail ma już sprzedawca „Anna”/),
    expect.stringMatching(/^5 email: Ten adres e\u2011mail jest już w wierszu 4/),
    expect.stringMatching(/^7 id: Nie ma sprzedawcy o tym identyfikatorze/),
  ]);
  expect(rows[4]).toMatchObject({ kind: "update", fields: { mpk: "5" } });
  const [taken] = problemsOf(await checkText("nazwa;email;mpk\nC;anna@example.pl;1"));
  expect(taken).toMatch(/^2 email: Ten adres e\u2011mail ma już sprzedawca „Anna”.*: a$/);
});

it("Unknown, repeated and missing headings are refused", async () => {
  expect(await faultOf("a;b\n1;2")).toEqual(["noHeadings", undefined]);
  expect(await faultOf("mpk;email;nazwa;E-mail\n1;2;3;4")).toEqual(["repeatedHeadings", ["email", "E-mail"]]);
  expect(await faultOf("Nazwa;Imię\n1;2")).toEqual(["missingHeadings", ["email", "mpk"]]);
  expect(readHeadings(["Identyfikator", "Błąd", "Uwagi", ""], vocabulary)).toMatchObject({
    places: { id: 0 },
    problemPlace: 1,
    ignored: ["Uwagi"],
  });
  const places = { id: 0, displayName: 1, email: 2, firstName: 3, surname: 4, mpk: 5, accountEnabled: 6 };
  for (const words of [getT("pl"), getT("en-US")])
    expect(readHeadings(headingsOf(words), vocabulary)).toMatchObject({ places, ignored: [] });
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 10 }),
  fc.string({ unit: fc.constantFrom(...`'"=+-@\t\r\n;,|_x0041 Łóż\u0000\uFEFF\ud800`), maxLength: 10 }),
);
const anySeller: fc.Arbitrary<Seller> = fc.record({
  id: anyText.filter((id) => id.trim() !== "" && !/\p{Cs}|\r\n/u.test(id)),
  displayName: anyText,
  email: anyText,
  firstName: fc.option(anyText.filter(Boolean), { nil: undefined }),
  surname: fc.option(anyText.filter(Boolean), { nil: undefined }),
  accountEnabled: fc.boolean(),
  mpk: anyText,
});
/** Also without the apostrophe by which an export keeps a text from being a formula. */
const selector = ({ id }: Seller) => id.trim().replace(/^'+/, "").trim();
const anySellers = fc.uniqueArray(anySeller, { selector, minLength: 1, maxLength: 10 });

async function exported(format: string, sellers: Seller[], locale: (typeof localeCodes)[number]): Promise<Uint8Array> {
  const words = getT(locale);
  const rows = sellers.map(cellsOf(words));
  if (format === "csv") return Buffer.from(BYTE_ORDER_MARK + printCsv([headingsOf(words)]) + printCsv(rows));
  const chunks: Uint8Array[] = [];
  for await (const chunk of printXlsx({ sheetName: "A", headings: headingsOf(words) }, [rows])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test.each(["csv", "xlsx"])("An export as %s imports again unchanged", (format) =>
  fc.assert(
    fc.asyncProperty(anySellers, fc.constantFrom(...localeCodes), async (sellers, locale) => {
      const checked = await check(await exported(format, sellers, locale), sellers);
      expect(checked.map(({ kind }) => kind)).toEqual(sellers.map(() => "unchanged"));
    }),
    { numRuns: 15 },
  ),
);

test("The text of an exported CSV file imports unchanged if it is pasted", () =>
  fc.assert(
    fc.asyncProperty(anySellers, async (sellers) => {
      // No seller that is saved today has line ends.
      const lines = JSON.parse(JSON.stringify(sellers).replace(/\\[rn]/g, " ")) as Seller[];
      const checked = await check(await exported("csv", lines, "pl"), lines, true);
      expect(checked.map(({ kind }) => kind)).toEqual(lines.map(() => "unchanged"));
    }),
    { numRuns: 30 },
  ));

it("Rows with no more than a number and a state are blank", async () => {
  const rows = [
    "Lp.;Nazwa;E-mail;MPK;Aktywne",
    "1;A;a@example.pl;1;tak",
    "2;;;;nie",
    "3; ;;;",
    "4;;;4;",
    "5;;;;;B;b@example.pl",
  ];
  expect((await checkText(rows.join("\n"))).map(({ line, kind }) => [line, kind])).toEqual([
    [2, "create"],
    [5, "wrong"],
    [6, "wrong"],
  ]);
  expect(await checkText("id;Aktywne\n;nie")).toMatchObject([{ line: 2, kind: "wrong" }]);
});

it("An exported CSV file that a spreadsheet saved as XLSX imports unchanged", async () => {
  const seller = { ...anna, id: "-a", displayName: "=1+1\r\n-5", firstName: "@anna", surname: "-", mpk: "+48" };
  const inCsv = { id: "'-a", displayName: "'=1+1\n'-5", firstName: "'@anna", surname: "'-", mpk: "'+48" };
  const file = await exported("xlsx", [{ ...seller, ...inCsv }], "pl");
  expect(await check(file, [seller])).toEqual([{ line: 2, kind: "unchanged" }]);
});

it("A row isn't compared with all others that share its id or address", async () => {
  // As many as there are rows: looked at by each row, they would be looked at rows² times.
  let looked = 0;
  const row = (at: number): SheetRow => ({
    line: at + 2,
    get cells() {
      looked += 1;
      return ["a", "same@example.pl"];
    },
  });
  const rows = Array.from({ length: 2_000 }, (_none, at) => row(at));
  const headings = readHeadings(["id", "email"], vocabulary);
  const sellers = (async function* () {
    yield [anna];
  })();
  let given = 0;
  for await (const { kind } of checkRows({ headings, rows, sellers, vocabulary, t })) if (kind === "wrong") given += 1;
  expect(given).toBe(1_999);
  expect(looked).toBeLessThan(2_000 * 50);
});

it("A cell that is too long for a heading isn't folded", () => {
  const replaced: number[] = [];
  const replace = vi.spyOn(String.prototype, "replace").mockImplementation(function (this: string) {
    replaced.push(this.length);
    return "x";
  });
  try {
    vocabulary.columnOf("(".repeat(128 * 1024));
    vocabulary.stateOf("\u0301".repeat(128 * 1024));
  } finally {
    replace.mockRestore();
  }
  expect(Math.max(0, ...replaced)).toBeLessThanOrEqual(200);
});
