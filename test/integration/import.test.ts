import { randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import type { Fault, StoredSeller } from "../sandbox/types";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { SHARED, SHEET, sheetXml, workbookOf } from "../workbooks/odd-workbooks";
import { giveWorld } from "./support/given-world";

const { world, browser, control, writes, signedIn, pages } = giveWorld({
  sandbox: { sellers: { count: 300 } },
  env: { BACKEND_TIMEOUT_MS: "120000" },
});

const sellerBy = (email: string) => control().sellersWith((seller) => seller.email === email);
const csv = (text: string, name = "plik.csv") => new File([text], name, { type: "text/csv" });
const START = "form:has(input[name=plan])";
/** The form of a preview with rows to correct; its second button saves the plan. */
const FIX = "form:has(input[name=corrected])";
const correctionOf = (page: Page) => page.document.querySelector("a[href*=correction]")!.getAttribute("href")!;
const planOf = ({ url }: Page) => url.searchParams.get("plan") as string;

async function check(file?: File, as = browser): Promise<Page> {
  return as.upload(await as.get("/sellers/import"), file, "form[enctype]");
}

const counts = (page: Page) =>
  Object.fromEntries(
    page.document
      .querySelectorAll("dl > div")
      .slice(0, 4)
      .map((row) => [row.querySelector("dt")?.text, Number(row.querySelector("dd")?.text.replace(/\D/g, ""))]),
  );

const tableOf = (page: Page) =>
  page.document.querySelectorAll("tbody tr").map((row) =>
    row.querySelectorAll("th, td").flatMap((cell) => {
      const reason = cell.querySelector("[id^=reason]");
      if (!reason) return [cell.text.replace(/^Wiersz /, "")];
      return [cell.querySelector("input")?.getAttribute("value") ?? cell.querySelector("bdi")?.text, reason.text];
    }),
  );

it("A preview warns of rows that the workbook hides and would be saved", async () => {
  const texts = (cells: string[]) => cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("");
  const row = (name: string, more = "") => `<row${more}>${texts([name, `${name}@example.pl`, "1"])}</row>`;
  const headings = `<row>${texts(["Nazwa", "E-mail", "MPK"])}</row>`;
  const rows = headings + row("widoczna") + row("ukryta", ' hidden="1"') + row("zly adres", ' hidden="1"');
  const page = await check(new File([workbookOf({ [SHEET]: sheetXml(rows) })], "filtr.xlsx"));
  expect(counts(page)).toMatchObject({ "Do dodania": 2, "Z błędami": 1 });
  expect(page.textOf("main")).toMatch(/Do\szapisania\sjest\steż\s1\swiersz\sukryty\sw\sarkuszu/);
  const wrongEmail = [...page.form(FIX).fields].find(([, value]) => value === "zly adres@example.pl")![0];
  const corrected = await browser.submit(page, { [wrongEmail]: "dobry@example.pl" }, FIX);
  expect(corrected.textOf("main")).toMatch(/są\steż\s2\swiersze\sukryte\sw\sarkuszu/);
});

const finished = (path: string) => pages.becomes(path, "Zakończono");

/** A file with a change, an addition and four wrong rows; the added seller has this address and MPK. */
function mixedFile(email: string, mpk: string) {
  const [first, second, third] = control().sellers() as [StoredSeller, StoredSeller, StoredSeller];
  const text = [
    "id;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne;Uwagi",
    `${first.id};${first.displayName};${first.email};${mpk};;`,
    `;Nowa Żabka;${email};007;nie;`,
    ";<script>alert(1)</script>;zly;1;tak;",
    `;Zajęty;${second.email.toUpperCase()};1;tak;`,
    `${third.id};;${third.email};${third.mpk};;`,
    "nikt;X;x@example.pl;1;;",
  ].join("\r\n");
  return { first, second, third, file: csv(text, "zmiany <b>.csv") };
}

it("A preview counts a file's rows, and saves nothing yet", async () => {
  control().clearRequests();
  const page = await check(mixedFile("nowa@example.pl", "00009").file);
  expect(page.path).toMatch(/^\/sellers\/import\?plan=[\w-]{22}$/);
  expect(page.textOf("main")).toContain("Plik: zmiany <b>.csv");
  expect(page.textOf("main")).toContain("Pominięte kolumny: Uwagi");
  expect(counts(page)).toEqual({ "Do dodania": 1, "Do zmiany": 1, "Bez zmian": 0, "Z błędami": 4 });
  expect(page.textOf(FIX)).toContain("Import pominie 4 wiersze z błędami.");
  expect(page.textOf(`${FIX} button[name=plan]`)).toBe("Importuj wiersze (2)");
  expect(writes()).toEqual([]);
});

it("A preview says of each wrong row what is wrong", async () => {
  const { second, third, file } = mixedFile("nowa@example.pl", "00009");
  const page = await check(file);
  expect(tableOf(page).slice(0, 5)).toEqual([
    [
      "4",
      "<script>alert(1)</script>MPK: 1 · Konto aktywne: tak",
      "Adres e-mail",
      "zly",
      expect.stringContaining("Wpisz poprawny adres"),
    ],
    [
      "5",
      "ZajętyMPK: 1 · Konto aktywne: tak",
      "Adres e-mail",
      second.email.toUpperCase(),
      expect.stringContaining(`ma już sprzedawca`),
    ],
    ["5", "Zajęty", "Identyfikator", "", expect.stringContaining("chcesz zmienić dane tego sprzedawcy")],
    [
      "6",
      `${third.email}Identyfikator: ${third.id} · MPK: ${third.mpk}`,
      "Nazwa wyświetlana",
      "",
      "Pole Nazwa wyświetlana jest wymagane",
    ],
    [
      "7",
      "XAdres e-mail: x@example.pl · MPK: 1",
      "Identyfikator",
      "nikt",
      expect.stringContaining("Nie ma sprzedawcy"),
    ],
  ]);
  expect(page.text).not.toContain("<script>alert");
});

it("A preview shows a change as before and after, and an addition whole", async () => {
  const { first, file } = mixedFile("nowa@example.pl", "00009");
  expect(tableOf(await check(file)).slice(5)).toEqual([
    ["2", first.displayName, "Zmiana", "", `${first.mpk} → 00009`, ""],
    ["3", "Nowa Żabka", "Dodanie", "nowa@example.pl", "007", "Nieaktywne"],
  ]);
});

it("An import that is started three times makes its changes once", async () => {
  const { first, file } = mixedFile("nowa@example.pl", "00009");
  const page = await check(file);
  control().clearRequests();
  const start = () => browser.submit(page, { plan: planOf(page) }, FIX, { follow: false });
  const answers = await Promise.all([start(), start(), start()]);
  const [path, ...others] = new Set(answers.map(({ location }) => location));
  expect([path, others]).toEqual([expect.stringMatching(/^\/sellers\/jobs\//), []]);
  const job = await finished(path as string);
  expect(job.textOf("h1")).toMatch(
    /^Import z\spliku „zmiany <b>.csv”: dodano 1\ssprzedawcę, zmieniono dane 1\ssprzedawcy$/,
  );
  expect(tableOf(job).map(([line, name, result]) => [line, name, result])).toEqual([
    ["2", first.displayName, "Wykonane"],
    ["3", "Nowa Żabka", "Wykonane"],
  ]);
  const [added] = sellerBy("nowa@example.pl");
  expect(added).toMatchObject({ displayName: "Nowa Żabka", mpk: "007", accountEnabled: false });
  expect(sellerBy(first.email)).toEqual([{ ...first, mpk: "00009" }]);
  const methods = writes().map(({ method }) => method);
  expect(methods.sort()).toEqual(["PATCH", "POST", "PUT"]);
  expect((await browser.get(page.path)).textOf("main")).toContain("Import tych wierszy już się rozpoczął.");
});

it("Wrong rows come back as a file, which is corrected and sent again", async () => {
  const { second, third, file } = mixedFile("inna@example.pl", "00010");
  const correction = await browser.get(correctionOf(await check(file)));
  expect(correction.headers.get("content-disposition")).toContain('filename="sprzedawcy-do-poprawy.csv"');
  const [head, ...rows] = correction.text.trimEnd().split("\r\n");
  expect(head).toBe("\uFEFFid;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne;Uwagi;Błąd");
  expect(rows).toHaveLength(4);
  const corrected = correction.text
    .replace(";zly;", ";dobry@example.pl;")
    .replace(second.email.toUpperCase(), "inny@example.pl")
    .replace(`${third.id};;`, `${third.id};Poprawiona;`)
    .replace("nikt;", ";");
  const again = await check(csv(corrected));
  expect(again.textOf("main")).not.toContain("kolumny: Uwagi, Błąd");
  expect(counts(again)).toEqual({ "Do dodania": 3, "Do zmiany": 1, "Bez zmian": 0, "Z błędami": 0 });
});

/** Sixty rows with a wrong address, below a good row and two rows with the same address. */
async function checkSixtyWrongRows(name: string): Promise<Page> {
  const wrong = Array.from({ length: 60 }, (_none, at) => `;${name} ${at};zly${at}@;${at}`);
  const twins = [`;${name} A;${name}@example.pl;1`, `;"${name}\nB";${name}@example.pl;2`];
  const { id, displayName, email, mpk } = control().sellers()[1]!;
  return check(csv(["id;nazwa;email;mpk", [id, displayName, email, mpk].join(";"), ...twins, ...wrong].join("\n")));
}

it("A page of the preview has fields for fifty wrong rows", async () => {
  const page = await checkSixtyWrongRows("strona");
  expect(page.document.querySelectorAll("tbody input[aria-invalid=true]")).toHaveLength(50);
  const correction = await browser.get(correctionOf(page));
  expect(correction.text).toMatch(/Wiersz\s4 sprawdzonego importu: Ten adres e.mail jest już w\swierszu\s3\./);
});

it("Corrections outlast a backend that fails during their check", async () => {
  const page = await checkSixtyWrongRows("awaria");
  control().fault({ target: "sellers", html: true });
  const fields = { "cell.4.email": "awaria2@example.pl", "cell.6.email": "awaria3@example.pl", "cell.6.mpk": "obce" };
  const failed = await browser.submit(page, fields, FIX);
  expectAnswer(failed, 502, "zwrócił nieprawidłową odpowiedź", "main [role=alert]");
  control().clearFaults();
  const again = await browser.submit(failed, {}, FIX);
  expect(counts(again)).toEqual({ "Do dodania": 3, "Do zmiany": 0, "Bez zmian": 1, "Z błędami": 59 });
});

it("Starting an import asks about corrections that weren't checked", async () => {
  const page = await browser.get(`${(await checkSixtyWrongRows("pytanie")).path}&page=2`);
  const last = page.document.querySelectorAll("tbody input").at(-1)!.getAttribute("name")!;
  const question = await browser.submit(page, { plan: planOf(page), [last]: "ostatni@example.pl" }, FIX);
  expectAnswer(question, 409, "Poprawki w tabeli nie są jeszcze sprawdzone", "main [role=alert]");
  expect(question.textOf(`${FIX} button[name=uncorrected]`)).toBe("Importuj bez poprawek");
  expect(question.form(FIX).fields.get(last)).toBe("ostatni@example.pl");
  const checked = await browser.submit(question, {}, FIX);
  expect(checked.path).toMatch(/&page=2$/);
  expect(checked.textOf(`${FIX} button[name=plan]`)).toBe("Importuj wiersze (2)");
});

it("A plan that is being imported can't be corrected any more", async () => {
  const page = await check(csv("nazwa;email;mpk\nDobry;zaczety@example.pl;1\nZły;zly@;1"));
  const unchecked = { uncorrected: planOf(page), "cell.3.email": "zapomniany@example.pl" };
  await finished((await browser.submit(page, unchecked, FIX)).path);
  expect([sellerBy("zaczety@example.pl"), sellerBy("zapomniany@example.pl")].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
  const started = await browser.submit(page, {}, FIX);
  expectAnswer(started, 400, "nie można już poprawić", "main [role=alert]");
  expect(started.document.querySelectorAll("tbody input")).toHaveLength(0);
});

it("Corrections that come back after a sign-in are said to be unchecked", async () => {
  const person = await signedIn("imageless");
  const preview = await check(csv("nazwa;email;mpk\nZły;zly@;1"), person);
  expect(preview.text).toMatch(/Wszystkie wiersze \(1\) mają\sbłędy/);
  const { fields } = preview.form(FIX);
  fields.set("cell.2.email", "dobry@example.pl");
  person.setCookie("session", randomBytes(32).toString("base64url"));
  const sent = await person.post(preview.path, fields, { follow: false });
  const back = await person.get(sent.location);
  expect(back.form(FIX).fields.get("cell.2.email")).toBe("dobry@example.pl");
  expect(back.textOf(FIX)).toContain("Poprawki w tabeli nie są jeszcze sprawdzone");
});

it("A file corrected again and again makes no other preview give way", async () => {
  const cell = "cell.2.email";
  const checkFaulty = (name: string) => check(csv(`nazwa;email;mpk\n${name};zly@;1`));
  const correct = (page: Page, email: string) => browser.submit(page, { [cell]: email }, FIX);
  const [first, second] = [await checkFaulty("Pierwszy"), await checkFaulty("Drugi")];
  let [last, page] = [second, second];
  for (let time = 0; time < 4; time += 1) {
    last = page;
    page = await correct(page, `zly${time}@`);
    expect(page.path).not.toBe(last.path);
    expect(page.form(FIX).fields.get(cell)).toBe(`zly${time}@`);
  }
  // The plan before the last correction stays, for Back and for a check whose answer was lost.
  const kept = await browser.get(last.path);
  expect(kept.form(FIX).fields.get(cell)).toBe("zly2@");
  const right = await correct(await browser.get(first.path), "wlasciwy@example.pl");
  expect(right.textOf("main")).toContain("Importuj wiersze (1)");

  const late = await browser.submit(kept, { [cell]: "pozny@example.pl", corrected: planOf(second) }, FIX);
  expectAnswer(late, 404, "Tego podglądu już nie ma", "main [role=alert]");
  expect(late.textOf("main table")).toContain("pozny@example.pl");
  const gone = await browser.get(second.path);
  expect(gone.textOf("main [role=alert]")).toContain("Tego podglądu już nie ma");
  expect(gone.document.querySelector("form[enctype] input[type=file]")).not.toBeNull();
});

it("A file that was sent twice is saved once, until it is checked again", async () => {
  const file = () => csv("nazwa;email;mpk\nDwukrotny;dwa1@example.pl;1\nDwukrotna;dwa2@example.pl;2\n");
  const [one, other] = [await check(file()), await check(file())];
  control().fault({ target: "sellers", method: "POST", hold: true });
  const started = await browser.submit(one, {}, START);
  const refused = await browser.submit(other, {}, START);
  expect(refused.textOf("body")).toContain("Te wiersze właśnie zapisujemy");
  expect(refused.document.querySelector(`a[href="${started.path}"]`)?.text).toBe("Zobacz tę operację");
  control().clearFaults();
  await finished(started.path);
  expect((await browser.submit(other, {}, START)).textOf("body")).toContain("Te wiersze właśnie zapisujemy");
  expect([sellerBy("dwa1@example.pl"), sellerBy("dwa2@example.pl")].map(({ length }) => length)).toEqual([1, 1]);
  // The file checked again has no row to add.
  expect(counts(await check(file()))).toMatchObject({ "Do dodania": 0 });
});

/** Imports two rows that the backend adds only after its answers were lost, and opens both sellers. */
async function importLostRows(name: string) {
  const late = { displayName: `Spóźniony ${name}`, email: `spozniony${name}@example.pl`, mpk: "1" };
  const disabled = { displayName: `Wyłączony ${name}`, email: `wylaczony${name}@example.pl`, mpk: "2" };
  const rows = [[...Object.values(late), ""].join(";"), [...Object.values(disabled), "nie"].join(";")];
  const page = await check(csv(`nazwa;email;mpk;konto\n${rows.join("\n")}\n`));
  control().fault({ target: "sellers", method: "POST", drop: true, times: 2 });
  const job = await finished((await browser.submit(page, {}, START)).path);
  expect(tableOf(job).map((row) => row[2])).toEqual(["Nie wiadomo", "Nie wiadomo"]);
  control().addSeller({ ...late, id: `late-${name}`, accountEnabled: true });
  control().addSeller({ ...disabled, id: `disabled-${name}`, accountEnabled: true });
  for (const id of [`late-${name}`, `disabled-${name}`]) {
    expect((await browser.get(`/sellers/${id}`)).textOf("main")).toContain("Dodanie");
  }
  return { late, disabled, job };
}

it("A lost addition is settled in the history once its seller is opened", async () => {
  await importLostRows("a");
  const history = await browser.get("/history");
  const entries = history.document.querySelectorAll("main article").slice(0, 2);
  expect(entries.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^(?!.*Nie wiadomo).*Wyłączony a/s),
    expect.stringMatching(/^(?!.*Nie wiadomo).*Spóźniony a/s),
  ]);
  expect(history.document.querySelector("main article a[href^='/sellers/late-a']")?.text).toBe("Spóźniony a");
});

it("A settled addition counts for its import, which retries what is missing", async () => {
  const { late, disabled, job } = await importLostRows("b");
  const settled = tableOf(await browser.get(job.path));
  expect(settled.map((row) => row[2])).toEqual(["Wykonane", "Nieudane"]);
  expect(settled[1]?.[3]).toContain("stan");
  const retry = await finished((await browser.submit(job, { intent: "retry" }, "form:has([value=retry])")).path);
  expect(tableOf(retry).map((row) => row[2])).toEqual(["Wykonane"]);
  expect(sellerBy(late.email)).toHaveLength(1);
  expect(sellerBy(disabled.email)).toMatchObject([{ accountEnabled: false }]);
});

it("A workbook is taken, and the rows to correct come back as one", async () => {
  const exported = await fetch(new URL("/sellers/export.xlsx?q=lodz", world.appUrl), {
    headers: { cookie: browser.cookieHeader },
  });
  const bytes = new Uint8Array(await exported.arrayBuffer());
  const parts = unzipSync(bytes);
  const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] as Uint8Array);
  parts["xl/worksheets/sheet1.xml"] = Buffer.from(sheet.replaceAll("@example", "@@example"));
  const page = await check(new File([zipSync(parts)], "a.xlsx"));
  expect(counts(page)["Z błędami"]).toBeGreaterThan(0);
  const href = correctionOf(page);
  expect(href).toContain("correction.xlsx");
  const correction = await browser.get(href);
  expect(correction.headers.get("content-type")).toContain("spreadsheetml.sheet");
  expect(correction.text.startsWith("PK")).toBe(true);
});

it("A preview says in how many rows the spreadsheet may have changed the MPK", async () => {
  const page = await check(csv("nazwa;email;mpk\nUłamek;ulamek@example.pl;0,5\n"));
  expect(page.textOf("main")).toContain("W 1 wierszu MPK jest liczbą z częścią dziesiętną.");
});

const PASTE = "form:has(textarea)";
const paste = async (pasted: string) => browser.submit(await browser.get("/sellers/import"), { pasted }, PASTE);

it("Pasted text of more than a million characters is refused", async () => {
  const refused = await paste("x".repeat(2_200_000));
  expectAnswer(refused, 413, "więcej niż milion znaków", "main [role=alert]");
  expect(refused.document.querySelector("[aria-invalid=true]")?.id).toBe("pasted");
});

it("Pasted text that is no table is refused, and stays in its field", async () => {
  const refused = await paste("co\tinnego");
  expectAnswer(refused, 400, "nie znaleźliśmy nagłówków", "main [role=alert]");
  expect(refused.textOf("[role=alert] h2")).toBe("Nie można użyć tych wierszy");
  expect(refused.document.querySelector("[aria-invalid=true]")?.id).toBe("pasted");
  expect(refused.form(PASTE).fields.get("pasted")).toBe("co\tinnego");
});

it("Pasted rows without headings are corrected and imported like a file", async () => {
  const page = await paste('Wklejona\twklejona@example.pl\t007\n"Zła\n""A"""\tzla@\t8\n');
  expect(page.textOf("main")).toContain("Wklejone wiersze");
  expect(page.textOf("main")).toContain("Kolumny czytamy jako: Nazwa wyświetlana, Adres e-mail, MPK.");
  expect(counts(page)).toMatchObject({ "Do dodania": 1, "Z błędami": 1 });
  const correction = await browser.get(correctionOf(page));
  expect(correction.text).toContain("Nazwa wyświetlana;Adres e-mail;MPK;Błąd\r\n");
  const fixed = await browser.submit(page, { "cell.2.email": "zla@example.pl" }, FIX);
  expect(counts(fixed)).toMatchObject({ "Do dodania": 2, "Z błędami": 0 });
  const job = await finished((await browser.submit(fixed, {}, START)).path);
  expect(job.textOf("h1")).toMatch(/^Import wklejonych wierszy: dodano 2\ssprzedawców$/);
  expect(sellerBy("wklejona@example.pl")).toMatchObject([{ mpk: "007" }]);
  expect(sellerBy("zla@example.pl")).toHaveLength(1);
});

/** The size of the database and of its log, which don't shrink when rows are deleted. */
async function databaseBytes(): Promise<number> {
  const path = fileURLToPath(world.env.DATABASE_URL as string);
  const files = await Promise.all([path, `${path}-wal`].map((each) => stat(each)));
  return files.reduce((sum, { size }) => sum + size, 0);
}

it("A small workbook whose rows come to too much is stored nowhere", async () => {
  const wrong = `<row><c t="s"><v>3</v></c><c t="s"><v>4</v></c><c t="s"><v>3</v></c></row>`;
  const texts = ["Nazwa", "E-mail", "MPK", "ż".repeat(400), "zly@"].map((text) => `<si><t>${text}</t></si>`);
  const heading = `<row>${[0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join("")}</row>`;
  const packed = workbookOf({
    [SHARED]: `<sst>${texts.join("")}</sst>`,
    [SHEET]: sheetXml(heading + wrong.repeat(20_000)),
  });
  expect(packed.length).toBeLessThan(20_000);
  const before = await databaseBytes();
  const page = await check(new File([packed], "a.xlsx"));
  expectAnswer(page, 400, "zbyt duż", "main [role=alert]");
  expect((await databaseBytes()) - before).toBeLessThan(1024 * 1024);
});

it("Pasted rows are kept while the person signs in again", async () => {
  const late = await signedIn("franchisee");
  const page = await late.get("/sellers/import");
  late.cookies.clear();
  const signIn = await late.submit(page, { pasted: "A\ta@example.pl\t1" }, "form:has(textarea)");
  const back = await late.enterPassword(signIn, world.sandbox.accounts.franchisee);
  expect(back.form("form:has(textarea)").fields.get("pasted")).toBe("A\ta@example.pl\t1");
  expect(back.textOf("form:has(textarea) [role=note]")).toContain("Przywróciliśmy wklejone wiersze");
  expect(back.textOf("main")).not.toContain("go nie zachowaliśmy");
});

const FAILED = "Błąd wysyłania";
const UNUSABLE = "Nie można użyć tego pliku";
it.each<[string, () => File | undefined, number, string, string?]>([
  ["nothing", () => undefined, 400, "Nie wybrano pliku"],
  ["other headings", () => csv("a;b\n1;2"), 400, "nie znaleźliśmy nagłówków", UNUSABLE],
  ["11 MB", () => csv("x".repeat(11 * 1024 * 1024)), 413, "więcej niż 10 MB"],
  ["60 MB", () => csv("x".repeat(60 * 1024 * 1024)), 413, "więcej niż 10 MB"],
])("An upload of %s says that it failed, and why", async (_what, file, status, text, title = FAILED) => {
  const page = await check(file());
  expect(page.status).toBe(status);
  expect(page.textOf("[role=alert] h2")).toBe(title);
  expect(page.textOf("main [role=alert]")).toContain(text);
  expect(page.textOf("title")).toMatch(/^Błąd: Import sprzedawców – /);
  expect(page.document.querySelector("form[enctype] input[type=file]")).not.toBeNull();
});

it("A file sent after the session's end leads to sign-in and back", async () => {
  const late = await signedIn("franchisee");
  for (const megabytes of [0.1, 2, 20]) {
    const page = await late.get("/sellers/import");
    late.cookies.clear();
    const signIn = await late.upload(page, csv("x".repeat(megabytes * 1024 * 1024)), "form[enctype]");
    expect(signIn.document.querySelector("input[name=password]"), `${megabytes} MB`).not.toBeNull();
    const back = await late.enterPassword(signIn, world.sandbox.accounts.franchisee);
    expect(back.url.pathname).toBe("/sellers/import");
    if (megabytes < 1) expect(back.textOf("main [role=alert]")).toContain("go nie zachowaliśmy");
  }
});

it.each<[string, Partial<Fault>, number, string]>([
  ["refuses", { status: 403 }, 403, "Nie masz uprawnień do tej listy"],
  ["answers with an error", { status: 500 }, 500, "odpowiedział błędem"],
  ["answers with HTML", { html: true }, 502, "zwrócił nieprawidłową odpowiedź"],
  ["doesn't answer", { drop: true }, 503, "nie odpowiada"],
])("A backend that %s is reported beside the file", async (_how, fault, status, words) => {
  control().fault({ target: "sellers", ...fault });
  const page = await check(csv("id;mpk\na;1"));
  expectAnswer(page, status, words, "main [role=alert]");
});

it("A plan can't be seen, corrected or started by another person", async () => {
  const page = await check(csv("nazwa;email;mpk\nObcy;obcy@example.pl;1\n;;"));
  const plan = page.url.searchParams.get("plan") as string;
  const other = await signedIn("listed");
  const formKey = (await other.get("/sellers/import")).form("form[enctype]").fields.get("formKey") as string;
  for (const id of [plan, "x", "A".repeat(22)]) {
    expect((await other.get(`/sellers/import?plan=${id}`)).status, id).toBe(404);
    const file = `/sellers/import/files/correction.csv?plan=${id}`;
    const told = await other.get(file, { headers: { accept: "text/html" } });
    expect([told.status, told.path, told.textOf("main [role=alert]")], id).toEqual([
      404,
      `/sellers/import?plan=${id}`,
      expect.stringMatching(/^Tego podglądu już nie ma.*Wyślij plik albo wklej wiersze jeszcze raz\.$/s),
    ]);
    const bare = await other.get(file, { headers: { accept: "*/*" }, follow: false });
    expect([bare.status, bare.text], id).toEqual([404, ""]);
    expect((await other.post("/sellers/import", { plan: id, formKey })).status, id).toBe(404);
  }
  expect((await browser.get("/sellers/import/files/other.csv")).status).toBe(404);
  expect(sellerBy("obcy@example.pl")).toEqual([]);
  const refused = await browser.submit(page, { formKey: "x" }, START);
  expect(refused.path).toBe(page.path);
  expect(sellerBy("obcy@example.pl")).toEqual([]);
});

it("The import's introduction links to the template", async () => {
  const page = await browser.get("/sellers/import");
  expect(page.hrefOf("Pobierz szablon")).toBe("/sellers/import/files/template.xlsx");
});

it.each(["csv", "xlsx"])("A template to fill in is given as %s", async (format) => {
  const page = await browser.get(`/sellers/import/files/template.${format}`);
  expect(page.headers.get("content-disposition")).toContain(`filename="szablon-sprzedawcy.${format}"`);
  if (format === "csv") {
    expect(page.text).toBe("\uFEFFIdentyfikator;Nazwa wyświetlana;Adres e-mail;Imię;Nazwisko;MPK;Konto aktywne\r\n");
    expect((await check(csv(page.text))).textOf("main [role=alert]")).toContain("tylko nagłówki");
  }
});
