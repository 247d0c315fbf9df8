import { expect, it } from "vitest";
import type { Fault } from "../sandbox/types";
import type { BrowserSession } from "../support/browser-session";
import { expectAnswer } from "../support/expect-answer";
import { giveWorld } from "./support/given-world";

/** Longer than the test waits for a page, so that a page that comes didn't wait for the backend. */
const DEADLINE_MS = 120_000;

const env = { BACKEND_TIMEOUT_MS: String(DEADLINE_MS) };
const list = (fault: Partial<Fault>): Fault => ({ target: "sellers", path: /^\/api\/sellers\?/, ...fault });

/*
 * A call that a page can do without never ends the session or leads to an error page, whatever its
 * answer is. A call that the page needs does what docs/product.md says of each answer.
 */

const { browser, control, pages, signedIn } = giveWorld({ sandbox: { sellers: { count: 30 } }, env });

it.each([401, 403, 500])("A session keeps its pages when the picture answers %d", async (status) => {
  control().fault({ target: "image", status });
  expect((await browser.get("/profile/image")).status).toBe(404);
  expect(await browser.get("/profile")).toMatchObject({ status: 200, via: [] });
  expect(await browser.isSignedIn()).toBe(true);
});

const OUTAGE = "Wyszukiwanie i zapisywanie mogą teraz nie działać";

it.each<[string, Partial<Fault>, string]>([
  ["401", { status: 401 }, "Nie masz uprawnień do tej listy"],
  ["403", { status: 403 }, "Nie masz uprawnień do tej listy"],
  ["500", { status: 500 }, `System sprzedawców odpowiedział błędem. ${OUTAGE}`],
  ["HTML", { html: true }, `System sprzedawców zwrócił nieprawidłową odpowiedź. ${OUTAGE}`],
  ["nothing", { drop: true }, `System sprzedawców nie odpowiada. ${OUTAGE}`],
])("A session keeps the dashboard when the counts answer %s", async (_answer, fault, words) => {
  control().fault(list(fault));
  const page = await browser.get("/");
  expect(page).toMatchObject({ status: 200, via: [] });
  expect(page.wordsOf("Sprzedawcy")).toContain(`${words}. Spróbuj ponownie`);
  expect(page.wordsOf("Ostatnie zmiany")).toContain("Nie ma tu jeszcze żadnych zmian");
  expect(await browser.isSignedIn()).toBe(true);
});

it.each([401, 403, 500])("A session keeps a record when its neighbours answer %d", async (status) => {
  const [seller] = control().sellers();
  control().fault(list({ status }));
  const page = await browser.get(`/sellers/${seller?.id}`);
  expect(page).toMatchObject({ status: 200, via: [] });
  expect(page.textOf("h1")).toBe(seller?.displayName);
  expect(await browser.isSignedIn()).toBe(true);
});

it.each([
  [401, 403],
  [403, 403],
  [500, 503],
])("A session gets no suggestions and no warnings when they answer %d", async (status, answered) => {
  control().fault(list({ status }));
  const answer = await browser.send("GET", "/sellers/suggest?q=a", { follow: false });
  expect(answer.status).toBe(answered);
  const same = await browser.send("GET", "/sellers/same?email=a@example.pl", { follow: false });
  expect([same.status, same.text]).toEqual([200, "{}"]);
  expect(await browser.isSignedIn()).toBe(true);
});

it.each([
  [403, 403],
  [409, 502],
])("A session lives on when the list itself answers %d", async (status, shown) => {
  control().fault(list({ status }));
  expect((await browser.get("/sellers")).path).toMatch(new RegExp(`^/error/${shown}\\?`));
  expect(await browser.isSignedIn()).toBe(true);
});

const listOf = (as: BrowserSession) => as.send("GET", "/sellers", { headers: { accept: "text/html" }, follow: false });

it("A session without a refresh token ends by a 401 of the list alone, too", async () => {
  control().config({ refresh: false });
  const person = await signedIn("imageless");
  control().config({ refresh: true });
  const [seller] = control().sellers();
  control().fault({ target: "image", status: 401 });
  control().fault(list({ status: 401 }));
  for (const path of ["/", "/profile", `/sellers/${seller?.id}`]) {
    expect(await person.get(path), path).toMatchObject({ status: 200, via: [] });
  }
  expect((await person.send("GET", "/sellers/suggest?q=a")).status).toBe(403);
  expect(await person.isSignedIn()).toBe(true);
  expect((await listOf(person)).location).toMatch(/^\/error\/401\?/);
  expect(await person.isSignedIn()).toBe(false);
});

it.each([
  ["the dashboard", "/", "nie odpowiada"],
  ["a record", "/sellers/:id", ""],
])("A part that never comes holds %s no longer than 3 s", async (_name, path, words) => {
  const [seller] = control().sellers();
  control().fault(list({ hold: true }));
  const page = await browser.get(path.replace(":id", seller?.id ?? ""));
  expect(page).toMatchObject({ status: 200, via: [] });
  expect(page.textOf("main")).toContain(words);
  expect(page.textOf("h1")).toContain(path === "/" ? "Dzień dobry" : seller?.displayName);
});

it("Ticked accounts are asked about, though their names never come", async () => {
  control().fault({ target: "sellers", method: "GET", path: /^\/api\/sellers\/[^?]/, hold: true });
  const page = await pages.chooseSellers(control().sellers().slice(0, 3));
  expectAnswer(page, 200, "3", "main");
});

it("A session has its pages while suggestions and a picture are waited for", async () => {
  control().fault(list({ hold: true }));
  control().fault({ target: "image", hold: true });
  const answers = ["/sellers/suggest?q=a", "/profile/image"].map((path) => browser.send("GET", path));
  expect((await browser.get("/profile")).status).toBe(200);
  control().clearFaults();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});
