import type { HTMLElement } from "node-html-parser";
import { beforeEach, expect, it } from "vitest";
import type { Fields } from "../support/browser-session";
import type { Page } from "../support/page";
import { addSeller, editSeller, undoLatest } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/*
 * What the pages of the history show and offer. history.test.ts has what an undo does at the backend.
 */

const { browser, control, pages } = giveWorld();
let next = 0;

beforeEach(() => (next += 1));

const sellerAt = (place: number) => control().sellers()[place]!;

const edit = (id: string, changes: Fields) => editSeller(browser, id, changes);

function articles(page: Page, text: string) {
  return page.document
    .querySelectorAll("article")
    .filter((article) => article.text.replaceAll(/\s+/g, " ").includes(text));
}

/** Presses the button that undoes an entry, or the rest of it. */
function takeBack(page: Page, text: string): Promise<Page> {
  const [article] = articles(page, text);
  const id = article?.querySelector("input[name=change]")?.getAttribute("value");
  return browser.submit(page, {}, `form:has(input[name=change][value="${id}"])`);
}

it("An undo of several fields leaves those that somebody changed since", async () => {
  const was = sellerAt(next);
  await edit(was.id, { mpk: "ZX-920", firstName: "Zenobiusz" });
  await edit(was.id, { mpk: "ZX-921" });
  const refused = await takeBack(await browser.get(`/sellers/${was.id}/history`), "Zenobiusz");
  expect(refused.status).toBe(409);
  const fields = refused.texts("article [role=alert] li");
  expect(fields.find((text) => text.includes("Imię"))).toContain("zostanie cofnięte");
  expect(fields.find((text) => text.includes("MPK"))).toMatch(
    /ZX-921 – zmienione od tego czasu: Anna .*, \d\d\.\d\d\.\d{4} \d\d:\d\d/,
  );
  expect(sellerAt(next)).toMatchObject({ mpk: "ZX-921", firstName: "Zenobiusz" });

  const rest = refused.document.querySelectorAll("form").find(({ text }) => text.includes("Cofnij pozostałe pola"));
  const fieldsOfRest = rest?.querySelectorAll("input, button").map((each) => each.attributes) ?? [];
  const sent = new URLSearchParams(fieldsOfRest.flatMap(({ name, value = "" }) => (name ? [[name, value]] : [])));
  const undone = await browser.post(rest?.getAttribute("action") || refused.path, sent);
  expect(undone.text).toContain("Cofnięto część zmiany danych sprzedawcy „");
  expect([sellerAt(next).mpk, sellerAt(next).firstName]).toEqual(["ZX-921", was.firstName]);
  // The question says which fields were undone already.
  const [partly] = articles(undone, "Cofnięto częściowo");
  const change = partly?.querySelector("input[name=change]")?.getAttribute("value");
  const asked = await browser.get(`/sellers/${was.id}/history?change=${change}`);
  expect(asked.textOf("main")).toContain("Nie cofnięto zmiany");
  const left = asked.texts("section li");
  expect(left.find((text) => text.includes("Imię"))).toContain("ma już poprzednią wartość");
  expect(left.find((text) => text.includes("MPK"))).toContain("zmienione od tego czasu");
});

it("An undo enables who was disabled, and is not offered for an addition", async () => {
  const seller = control().sellersWith(({ accountEnabled }) => accountEnabled)[0]!;
  const enabled = () => control().seller(seller.id)?.accountEnabled;
  await browser.post(`/sellers/${seller.id}/status?to=inactive`);
  expect(enabled()).toBe(false);
  await undoLatest(browser, seller.id);
  expect(enabled()).toBe(true);

  const typed = { displayName: "Sklep dodany w teście", email: "dodany@example.pl", mpk: "ZX-905" };
  const added = await addSeller(browser, typed);
  const path = added.url.pathname;
  const history = await browser.get(`${path}/history`);
  expect(history.textOf("main")).toContain("Dodania sprzedawcy nie można cofnąć");
  const question = await browser.follow(history, /Wyłącz konto/);
  expect(question.text).toContain("Czy wyłączyć konto sprzedawcy „Sklep dodany w teście”?");
  await browser.submit(question, {}, "main form[method=post]");
  expect((await browser.get(`${path}/history`)).hrefOf(/Wyłącz konto/, "article")).toBeUndefined();
  const [entry] = articles(await browser.get("/history"), "Dodanie sprzedawcy");
  expect(entry?.text).toMatch(/dodany@example\.pl.*Stan konta\s*Aktywne/s);
  // A page that was opened earlier still links here, and must not offer to enable the account.
  const late = await browser.get(`${path}/status?to=inactive`);
  expect(late.textOf("h1")).toBe("Konto sprzedawcy „Sklep dodany w teście” jest już wyłączone.");
  expect(late.document.querySelectorAll("main button")).toEqual([]);
});

it("The history says who changed what and when on the days asked for", async () => {
  const { id, displayName } = sellerAt(next);
  await edit(id, { mpk: "ZX-906" });
  const page = await browser.get("/history");
  expect(page.textOf("main")).toContain("Tylko zmiany wprowadzone w tym panelu.");
  const [entry] = articles(page, "ZX-906");
  const link = entry?.querySelectorAll("a").find(({ text }) => text.trim() === displayName);
  expect(link?.getAttribute("href")).toBe(`/sellers/${id}?from=%2Fhistory%3F`);
  const digits = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const today = new Intl.DateTimeFormat("pl-PL", { timeZone: "Europe/Warsaw", ...digits }).format(new Date());
  const title = entry?.querySelector("time")?.getAttribute("title");
  expect(title).toMatch(new RegExp(`^${today.replaceAll(".", "\\.")} \\d\\d:\\d\\d$`));
  expect(page.texts("h2").map((text) => text.trim())).toContain(`Dziś, ${today}`);

  const asked = await browser.submit(
    page,
    { period: "days", from: "2020-01-01", to: "2020-01-31" },
    "form:has([name=from])",
  );
  expect(asked.path).toMatch(/from=2020-01-01&to=2020-01-31/);
  expect(asked.textOf("main")).toContain("Żadna zmiana nie pasuje do filtrów");
  expect(articles(await browser.follow(asked, "Wyczyść filtry"), "ZX-906")).toHaveLength(1);
  expect((await browser.get("/history?from=wczoraj")).text).toMatch(/musi zawierać datę w formacie/);
});

it("A batch of many is one row of the history that opens up to a limit", async () => {
  const chosen = control()
    .sellersWith(({ accountEnabled }) => accountEnabled)
    .slice(10, 35);
  const job = (await pages.confirm(await pages.chooseSellers(chosen))).url.pathname;
  await pages.becomes(job, "Zakończono");

  const rowsOf = async () =>
    (await browser.get("/history")).document
      .querySelectorAll("main li > div")
      .filter(({ text }) => /(Wyłączono 25\s|Cofnięto zmiany: 25)/.test(text));
  const linksOf = (row?: HTMLElement) =>
    row?.querySelectorAll("p a").map((link) => [link.text, link.getAttribute("href")]);
  const rows = await rowsOf();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.querySelectorAll("article")).toHaveLength(20);
  expect(rows[0]?.text).toContain("Pokazano 20 z 25.");
  // The row's head says who did what and when, so its changes don't repeat it.
  expect(rows[0]?.querySelectorAll("article time")).toEqual([]);
  expect(rows[0]?.querySelector("article")?.text).not.toContain("Wyłączenie konta");
  expect(linksOf(rows[0])).toEqual([
    ["Zobacz", job],
    ["Cofnij", `${job}?ask=undo`],
  ]);
  const asked = await browser.get(`${job}?ask=undo`);
  const undo = await browser.submit(asked, { intent: "undo" }, "form:has([value=undo])");
  await pages.becomes(undo.path, "Zakończono");
  const [undone, done] = await rowsOf();
  expect(linksOf(undone)?.[0]).toEqual(["Zobacz", undo.path]);
  expect(linksOf(done)).toEqual([["Zobacz", job]]);
});

it("A partly failed job is called the same in the list and the history", async () => {
  const chosen = control().sellersWith(({ accountEnabled }) => accountEnabled);
  const refusal = control().fault({ target: "sellers", method: "PATCH", status: 403, times: 1 });
  const started = await pages.confirm(await pages.chooseSellers(chosen.slice(0, 3)));
  const page = await pages.becomes(started.path, "Zakończono");
  control().clearFaults(refusal);
  for (const path of ["/sellers/bulk", "/history"]) {
    const items = (await browser.get(path)).texts("main li");
    expect(items.join()).toMatch(/Wyłączono 2 z\s3\skont\s*1\snieudane/);
  }
  // A retry without the right to the seller would fail again, so it isn't the main action.
  const lookOf = (selector: string) => page.document.querySelector(selector)?.getAttribute("class");
  expect(lookOf("main [value=retry]")).toBe(lookOf("main a[href*='ask=undo']"));
});

it("A change of a note is told in words, and a changed field filters", async () => {
  const { id } = sellerAt(next + 60);
  const note = (text: string) =>
    browser.get(`/sellers/${id}/note`).then((form) => browser.submit(form, { note: text }, "form:has([name=note])"));
  await note("Dzwonić po 10");
  await note("Dzwonić po 12");
  await note("");
  await edit(id, { mpk: "ZX-950" });
  const told = (page: Page) => page.texts("main article");
  const filtered = async (field: string) => told(await browser.get(`/sellers/${id}/history?field=${field}`));
  const [removed, changed, added, ...others] = await filtered("note");
  expect(others).toEqual([]);
  expect(removed).toMatch(/Usunięto notatkę: było Dzwonić po 12/);
  expect(changed).toMatch(/Zmieniono notatkę: było Dzwonić po 10 → , jest Dzwonić po 12/);
  expect(added).toMatch(/Dodano notatkę: Dzwonić po 10/);
  expect([removed, changed, added].join()).not.toMatch(/puste|Zmiana danych/);
  expect(await filtered("mpk")).toEqual([expect.stringContaining("ZX-950")]);
  expect(await filtered("email")).toEqual([]);
  const all = await browser.submit(await browser.get("/history"), { field: "mpk" }, "form:has([name=person])");
  expect(told(all).join()).toContain("ZX-950");
  expect(told(all).join()).not.toContain("notatkę");
});

it("Changes are filtered by person, kind and seller, and exported so", async () => {
  const [one, other] = [sellerAt(next + 40), sellerAt(next + 41)];
  await edit(one.id, { mpk: "ZX-930" });
  await edit(other.id, { mpk: "ZX-931" });
  const form = "form:has([name=person])";
  const asked = { person: "anna", kind: "update", seller: one.email };
  const found = await browser.submit(await browser.get("/history"), asked, form);
  expect(found.path).toMatch(/person=anna&kind=update&field=&seller=/);
  expect([articles(found, "ZX-930").length, articles(found, "ZX-931").length]).toEqual([1, 0]);
  expect(found.form(form).fields.get("kind")).toBe("update");
  const file = await browser.follow(found, "Eksportuj CSV");
  expect(file.text).toContain(`;MPK;${one.mpk};ZX-930;`);
  expect(file.text).not.toContain("ZX-931");

  const none = await browser.submit(found, { person: "nikt taki" }, form);
  expect(none.text).toContain("Żadna zmiana nie pasuje do filtrów");
  expect(articles(await browser.follow(none, "Wyczyść filtry"), "ZX-931")).toHaveLength(1);
});
