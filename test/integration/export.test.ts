import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { parse as parseXml } from "node-html-parser";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "~/.server/db/database";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const COUNT = 5_000;
const HEADINGS = ["Identyfikator", "Nazwa wyświetlana", "Adres e-mail", "Imię", "Nazwisko", "MPK", "Konto aktywne"];
const MPK_COLUMN = 5;

const { world, browser, control, signedIn } = giveWorld({ sandbox: { sellers: { count: COUNT } } });

async function open(path: string, person = browser): Promise<IncomingMessage> {
  const url = new URL(path, world.appUrl);
  const sent = request(url, { headers: { cookie: person.cookieHeader }, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

const rowsOf = (csv: string): string[][] => parse(csv, { delimiter: ";", bom: true, record_delimiter: "\r\n" });
const rowsAt = async (path: string) => rowsOf((await browser.get(path)).text);

/** The rows of a workbook's sheet, of which the first has the sellers. */
async function sheetAt(path: string, sheet: 1 | 2) {
  const parts = unzipSync(await buffer(await open(path)));
  const xml = strFromU8(parts[`xl/worksheets/sheet${sheet}.xml`] as Uint8Array);
  const rows = parseXml(xml).querySelectorAll("row");
  return rows.map((row) => row.querySelectorAll("c").map((cell) => cell.textContent));
}
const listCalls = () => control().requests("sellers", ({ path }) => path.endsWith("/api/sellers"));

it("An export is a file with the day in its name, which nothing caches", async () => {
  const response = await open("/sellers/export.csv");
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(response.headers["content-disposition"]).toMatch(/^attachment; filename="sprzedawcy-\d{4}-\d\d-\d\d\.csv"$/);
  expect(response.headers["cache-control"]).toContain("no-store");
  expect((await buffer(response)).toString().startsWith("\uFEFFIdentyfikator;")).toBe(true);
});

it("An export holds all sellers in the list's order, read 500 at a time", async () => {
  control().clearRequests();
  const [headings, ...rows] = await rowsAt("/sellers/export.csv?sort=-mpk");
  expect(headings).toEqual(HEADINGS);
  const ids = control()
    .sellers()
    .map(({ id }) => id);
  expect(rows.map(([id]) => id).toSorted()).toEqual(ids.toSorted());
  const byNumber = new Intl.Collator("pl", { numeric: true });
  const mpks = rows.map((row) => row[MPK_COLUMN] as string);
  expect(mpks).toEqual(mpks.toSorted((a, b) => byNumber.compare(b, a)));
  expect(listCalls()).toHaveLength(COUNT / 500);
});

it("An export holds what the list matches, in the person's language", async () => {
  const [headings, ...rows] = await rowsAt("/en-US/sellers/export.csv?q=lodz&status=inactive");
  expect(headings?.[1]).toBe("Display name");
  const expected = control().sellersWith((seller) => !seller.accountEnabled);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThan(expected.length);
  expect(new Set(rows.map((row) => row.at(-1)))).toEqual(new Set(["no"]));
});

/** The list's own form, as a browser without scripts sends it by one of its buttons. */
async function postTicked(format: string, ids: string[], list = "/sellers"): Promise<Page> {
  const { fields } = (await browser.get(list)).form("form:has([name=action])");
  fields.delete("ids");
  for (const id of ids) fields.append("ids", id);
  return browser.post(`/sellers/export.${format}`, fields);
}

it("An export holds ticked sellers in the list's order, no missing ones", async () => {
  const some = [3, 4_000, 17, 4_999].map((at) => control().sellers()[at]?.id as string);
  const answer = await postTicked("csv", [...some, "nobody"], "/sellers?sort=-mpk&status=active");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="sprzedawcy-/);
  const [headings, ...rows] = rowsOf(answer.text);
  expect(headings).toEqual(HEADINGS);
  expect(rows.map(([id]) => id).toSorted()).toEqual(some.toSorted());
  const mpks = rows.map((row) => row[MPK_COLUMN] as string);
  expect(mpks).toEqual(mpks.toSorted((a, b) => new Intl.Collator("pl", { numeric: true }).compare(b, a)));
  expect((await postTicked("xlsx", some)).headers.get("content-type")).toContain("spreadsheetml.sheet");
});

it("An export of ticked sellers is made after a new sign-in", async () => {
  const person = world.browser();
  const page = await person.signIn(world.sandbox.accounts.franchisee, "/sellers");
  const { fields } = page.form("form:has([name=action])");
  const [seller] = control().sellers();
  fields.set("ids", seller?.id ?? "");
  person.cookies.clear();
  const asked = await person.post("/sellers/export.csv", fields);
  const file = await person.enterPassword(asked, world.sandbox.accounts.franchisee);
  expect(rowsOf(file.text).map(([id]) => id)).toEqual(["Identyfikator", seller?.id]);
});

it.each([
  ["nobody is ticked", [], "Zaznacz co najmniej jednego sprzedawcę"],
  [
    "more are ticked than the list lets one tick",
    Array.from({ length: 1_001 }, (_none, n) => `s${n}`),
    "najwyżej 1000",
  ],
])("The list says so when %s, and the backend is asked for nobody", async (_when, ids, text) => {
  control().clearRequests();
  const page = await postTicked("csv", ids, "/sellers?q=lodz&page=2");
  expect(page.path).toBe("/sellers?q=lodz&page=2");
  expect(page.text).toContain(text);
  expect(control().requests("sellers", ({ path }) => !path.endsWith("/api/sellers"))).toEqual([]);
});

it("An export has the requested columns in the file's order, and the name", async () => {
  const [headings] = await rowsAt("/sellers/export.csv?q=lodz&columns=mpk.email.nonsense");
  expect(headings).toEqual(["Nazwa wyświetlana", "Adres e-mail", "MPK"]);
  const rows = await sheetAt("/sellers/export.xlsx?q=lodz&columns=", 1);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([1]));
});

it("A workbook's second sheet tells what was exported, by whom and when", async () => {
  const rows = await rowsAt("/sellers/export.csv?q=lodz&status=active");
  expect(await sheetAt("/sellers/export.xlsx?q=lodz&status=active", 2)).toEqual([
    ["Filtry", "Szukany tekst: lodz; Stan konta: Aktywne"],
    ["Liczba sprzedawców", String(rows.length - 1)],
    ["Kto wyeksportował", expect.stringMatching(/\w/)],
    ["Kiedy", expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)],
  ]);
  const [filter] = await sheetAt("/en-US/sellers/export.xlsx?mpk=0&names=none", 2);
  expect(filter).toEqual(["Filters", "MPK starts with: 0; Without first and last name"]);
});

it.each(["csv", "xlsx"])("A failure before the first row of %s is an error page", async (ending) => {
  control().fault({ target: "sellers", status: 503 });
  const page = await browser.get(`/sellers/export.${ending}`);
  expect(page.url.pathname).toBe("/error/503");
  expect(page.headers.get("content-type")).toContain("text/html");
});

it("A fault of ours in a file is an error page with the request's id", async () => {
  const { db } = await openDatabase(world.env.DATABASE_URL as string, { warn: () => undefined });
  onTestFinished(async () => {
    await sql`alter table moved rename to changes`.execute(db);
    await db.destroy();
  });
  // A missing table is a bug of ours, not an outage of the database.
  await sql`alter table changes rename to moved`.execute(db);
  const page = await browser.get("/history/export.csv");
  expect([page.url.pathname, page.textOf("h1")]).toEqual(["/error/500", "Wewnętrzny błąd serwera"]);
  const id = page.url.searchParams.get("id");
  expect(page.textOf("main code")).toBe(id);
  await expect.poll(() => world.app.logs()).toMatch(new RegExp(`"requestId":"${id}".*no such table`));
  const bare = await browser.get("/history/export.csv", { headers: { accept: "text/csv" }, follow: false });
  expect([bare.status, bare.text]).toEqual([500, ""]);
});

it.each(["csv", "xlsx"])("A failure in the middle of %s breaks the file off", async (ending) => {
  control().fault({ target: "sellers", path: "page=9&", status: 500 });
  const response = await open(`/sellers/export.${ending}`);
  expect(response.statusCode).toBe(200);
  await expect(buffer(response)).rejects.toThrow(/aborted|reset/i);
  expect((await browser.get("/healthz")).status).toBe(200);
});

it("An export renews the token on the way", async () => {
  const response = await open("/sellers/export.csv");
  await once(response, "readable");
  control().expire();
  expect(rowsOf(await text(response))).toHaveLength(COUNT + 1);
});

it("An export ends soon after its person has signed out, and says so", async () => {
  control().fault({ target: "sellers", path: "page=", delayMs: 1_000 });
  const person = await signedIn("franchisee");
  const response = await open("/sellers/export.csv", person);
  await once(response, "readable");
  await person.post("/auth/logout", {});
  const rows = rowsOf(await text(response));
  expect(rows.length).toBeLessThan(COUNT);
  expect(rows.at(-1)?.[0]).toMatch(/^To nie wszystkie wiersze: pobieranie przerwano/);
});

it("An export requests no more pages than its download takes", async () => {
  // 24 pages of 1 MB are more than the sockets' buffers hold.
  const pages = 24;
  for (let page = 1; page <= pages; page += 1) {
    const sellers = Array.from({ length: 500 }, (_, at) => ({ id: `${page}-${at}`, displayName: "Ż".repeat(1_000) }));
    control().fault({ target: "sellers", path: `page=${page}&`, body: { sellers, total: pages * 500 } });
  }
  control().clearRequests();
  const response = await open("/sellers/export.csv");
  await once(response, "readable");
  const calm = await untilCalm(() => listCalls().length);
  expect(calm).toBeLessThan(pages);
  response.destroy();
  expect(await untilCalm(() => listCalls().length)).toBeLessThanOrEqual(calm + 1);
});

/** Waits until the count has stayed the same for a second. */
async function untilCalm(count: () => number): Promise<number> {
  for (let last = -1; ; await wait(1_000)) {
    if (count() === last) return last;
    last = count();
  }
}

it.each(["csv", "xlsx"])("A HEAD request is answered without the %s, which is made after that", async (ending) => {
  // Three are more than the exports that one person may have at once.
  for (let n = 0; n < 3; n += 1) {
    const answer = await browser.send("HEAD", `/sellers/export.${ending}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain("attachment");
    expect(answer.text).toBe("");
  }
  const file = await browser.get(`/sellers/export.${ending}?q=lodz`);
  expect(file.headers.get("content-disposition")).toContain("attachment");
});
