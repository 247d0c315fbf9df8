import { beforeEach, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const { world, browser, signedIn, control, writes } = giveWorld({ env: { BACKEND_TIMEOUT_MS: "120000" } });
let next = 0;

beforeEach(() => (next += 1));

const seller = (n = next) => control().sellers()[n]!;
/** Changes the next seller's MPK by its form, and opens its history. */
async function changed(mpk: string): Promise<Page> {
  const saved = await editSeller(browser, seller().id, { mpk });
  expect(saved.text).toContain("Zapisano zmiany");
  expect(seller().mpk).toBe(mpk);
  control().clearRequests();
  return browser.get(`/sellers/${seller().id}/history`);
}

const undo = "form:has(input[name=change])";
const FORM = "form#seller";

it("An undo happens once, however often and wherever its form is sent", async () => {
  const was = seller().mpk;
  const page = await changed("ZX-1");
  const answers = await Promise.all([1, 2, 3].map(() => browser.submit(page, {}, undo, { follow: false })));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(writes()).toHaveLength(1);
  expect(seller().mpk).toBe(was);
  // The page is sent again from the browser's history, and from another tab with another key.
  expect((await browser.submit(page, {}, undo, { follow: false })).status).toBe(303);
  const again = new URLSearchParams(page.form(undo).fields);
  const history = await browser.get("/history");
  again.set("formKey", history.attribute("input[name=formKey]", "value") ?? "");
  const refused = await browser.post("/history", again);
  expectAnswer(refused, 409, "Tę zmianę już cofnięto.");
  expect(writes()).toHaveLength(1);
});

it("An undo is asked about again after a new sign-in or a failure", async () => {
  const was = seller().mpk;
  const page = await changed("ZX-8");
  control().fault({ target: "sellers", method: "PUT", status: 500, times: 1 });
  const failed = await browser.submit(page, {}, undo);
  const held = failed.hrefOf("Wróć do formularza") ?? "";
  browser.cookies.clear();
  const login = await browser.submit(page, {}, undo);
  const back = await browser.enterPassword(login, world.sandbox.accounts.franchisee);
  expect(seller().mpk).toBe("ZX-8");
  for (const asking of [await browser.get(held), back]) {
    expect(asking.url.pathname).toBe(`/sellers/${seller().id}/history`);
    expect(asking.textOf("main")).toContain("Czy cofnąć tę zmianę?");
  }
  const done = await browser.submit(back, {}, undo);
  expect(done.path).toBe(`/sellers/${seller().id}/history`);
  expect(done.textOf("main")).toContain("Cofnięto zmianę");
  expect(seller().mpk).toBe(was);
});

it("An undo needs a key that was made for its person", async () => {
  const page = await changed("ZX-2");
  for (const formKey of ["", "made-up", undefined]) {
    const answer = await browser.submit(page, { formKey }, undo);
    expectAnswer(answer, 400, "Ta strona była otwarta zbyt długo albo po jej otwarciu zalogowała się inna osoba.");
  }
  const other = await signedIn("listed");
  const stolen = await other.post(`/sellers/${seller().id}/history`, page.form(undo).fields);
  expect(stolen.status).toBe(400);
  expect(writes()).toEqual([]);
});

it("An undo on another seller's page or of no change is refused", async () => {
  const page = await changed("ZX-3");
  const elsewhere = await browser.post(`/sellers/${seller(next + 40).id}/history`, page.form(undo).fields);
  expectAnswer(elsewhere, 404, "Nie ma już takiej zmiany");
  const missing = await browser.submit(page, { change: "A".repeat(22) }, undo);
  expect(missing.status).toBe(404);
  expect(writes()).toEqual([]);
});

it("An undo that never arrived can be sent again", async () => {
  const was = seller().mpk;
  const page = await changed("ZX-6");
  control().fault({ target: "sellers", method: "PUT", drop: true, times: 1 });
  const lost = await browser.submit(page, {}, undo);
  expectAnswer(lost, 502, "Sprawdziliśmy: zmiany nie cofnięto");
  expect(seller().mpk).toBe("ZX-6");
  expect((await browser.submit(page, {}, undo)).textOf("main")).toContain("Cofnięto zmianę");
  expect(seller().mpk).toBe(was);
});

it.each([
  ["PUT", 409, { title: "zajęte" }, "ma już inny sprzedawca"],
  ["PUT", 400, { errors: { mpk: ["Za krótkie <b>"] } }, "Za krótkie <b>"],
  ["PUT", 412, undefined, "Ktoś inny właśnie zmienia dane tego sprzedawcy. Ponów za chwilę."],
  ["GET", 404, undefined, "Tego sprzedawcy już nie ma."],
  ["GET", 410, undefined, "Tego sprzedawcy już nie ma."],
  ["GET", 403, undefined, "Nie masz uprawnień do tego sprzedawcy."],
])("An undo says at its change that its %s is answered %i", async (method, status, body, said) => {
  await changed(`ZX-${method}-${status}`);
  const history = await browser.get("/history");
  control().fault({ target: "sellers", method, path: new RegExp(seller().id), status, body });
  const refused = await browser.submit(history, {}, undo);
  expectAnswer(refused, status, said, "main");
  expect(refused.text).not.toContain("<b>");
});

it("A form that somebody else opened here is given back before it is saved", async () => {
  const edit = await browser.get(`/sellers/${seller().id}/edit`);
  const lukasz = await signedIn("listed");
  control().clearRequests();
  const returned = await lukasz.submit(edit, { mpk: "ZX-8" }, "#seller");
  expectAnswer(returned, 400, "była otwarta zbyt długo", "main [role=alert]");
  expect(returned.attribute("[name=mpk]", "value")).toBe("ZX-8");
  expect(writes()).toEqual([]);
  const saved = await lukasz.submit(returned, {}, "#seller");
  expect(saved.text).toContain("Zapisano zmiany");
  const history = await lukasz.get(`/sellers/${seller().id}/history`);
  expect(history.textOf("article")).toMatch(/Łukasz Żółkiewski.*ZX-8/);
});

it("A form that somebody else opened here disables and enables no account", async () => {
  const lukasz = await signedIn("listed");
  const { id } = seller();
  const form = "main form[method=post]";
  const ask = async (accountEnabled: boolean) => {
    control().changeSeller(id, { accountEnabled: !accountEnabled });
    control().clearRequests();
    return browser.get(accountEnabled ? `/sellers/${id}` : `/sellers/${id}/status`);
  };
  const disabling = await lukasz.submit(await ask(false), { reason: "Zamknięto salon" }, form);
  expectAnswer(disabling, 400, "Ta strona była otwarta zbyt długo", "main [role=alert]");
  expect(disabling.attribute("[name=reason]", "value")).toBe("Zamknięto salon");
  expect(writes()).toEqual([]);
  expect((await lukasz.submit(disabling, {}, form)).text).toContain("Wyłączono konto");

  const enabling = await lukasz.submit(await ask(true), {}, form);
  expectAnswer(enabling, 400, "Czy włączyć konto", "main");
  expect(writes()).toEqual([]);
  expect((await lukasz.submit(enabling, {}, form)).text).toContain("Włączono konto");
});

const form = "main form[method=post]";
const disabled = async (reason: string) => {
  control().changeSeller(seller().id, { accountEnabled: true });
  const page = await browser.get(`/sellers/${seller().id}/status`);
  control().clearRequests();
  return { page, answer: () => browser.submit(page, { reason }, form) };
};

it("An account that is already disabled is said to be, and isn't written", async () => {
  for (const reason of ["Zamknięto salon", ""]) {
    const { answer } = await disabled(reason);
    control().changeSeller(seller().id, { accountEnabled: false });
    const told = await answer();
    expectAnswer(told, reason ? 409 : 200, "jest już wyłączone", "main");
    expect(told.text).not.toContain("Wyłączono konto");
    expect(told.text.includes("Nie zapisano też podanego powodu")).toBe(reason !== "");
    if (reason) expect(told.attribute("[name=reason]", "value")).toBe(reason);
    expect(writes()).toEqual([]);
  }
});

it.each<[string, Record<string, string>, string]>([
  ["alone", {}, "Nie było zmian"],
  ["beside a change of another field", { surname: "Moje" }, "Zapisano zmiany"],
  ["beside a conflict", { mpk: "MOJE-1" }, "Nie było zmian"],
])("The edit form keeps a reason for disabling that comes too late: %s", async (_where, mine, end) => {
  const { id } = seller();
  control().changeSeller(id, { accountEnabled: true });
  const edit = await browser.get(`/sellers/${id}/edit`);
  const reason = `Powód ${next}`;
  control().changeSeller(id, { accountEnabled: false, mpk: "KOLEGI-1" });
  control().clearRequests();
  const told = await browser.submit(edit, { ...mine, accountEnabled: undefined, reason }, FORM);
  expectAnswer(told, 409, "Nie zapisano też podanego powodu", "main");
  const shown = Object.fromEntries(told.form(FORM).fields);
  expect(shown).toMatchObject({ mpk: "KOLEGI-1", ...mine, reason });
  expect(told.textOf("main")?.includes("Pozostałe Twoje zmiany")).toBe(Object.keys(mine).length > 0);
  expect(writes()).toEqual([]);
  const saved = await browser.submit(told, "mpk" in mine ? { "keep.mpk": "theirs" } : {}, FORM);
  expect(saved.text).toContain(end);
  expect(seller()).toMatchObject({ ...mine, mpk: "KOLEGI-1", accountEnabled: false });
  expect((await browser.get(`/sellers/${id}/history`)).text).not.toContain(reason);
});

it("An edit form with a reason for disabling is saved once if sent twice", async () => {
  control().changeSeller(seller().id, { accountEnabled: true });
  const edit = await browser.get(`/sellers/${seller().id}/edit`);
  const disabling = { accountEnabled: undefined, reason: "Zamknięto salon", mpk: "ZX-12" };
  control().clearRequests();
  for (const _time of [1, 2]) expect((await browser.submit(edit, disabling, FORM)).text).toContain("Zapisano zmiany");
  expect(writes()).toHaveLength(1);
});

it("An account that isn't disabled is reported in the backend's own words", async () => {
  const detail = "Konto ma <b>otwarte</b> rozliczenie.";
  for (const [status, reason, said] of [
    [400, "", detail],
    [409, "Zamknięto salon", detail],
    [412, "", "ktoś właśnie zmienia dane tego sprzedawcy"],
    [412, "Zamknięto salon", "ktoś właśnie zmienia dane tego sprzedawcy"],
  ] as const) {
    const { answer } = await disabled(reason);
    control().fault({
      target: "sellers",
      method: "PATCH",
      times: status === 412 ? 6 : 1,
      status,
      body: { detail },
    });
    const refused = await answer();
    expectAnswer(refused, reason ? status : 200, said, "body");
    if (reason) expect(refused.attribute("[name=reason]", "value")).toBe(reason);
    expect(refused.textOf("body")?.includes("odrzucił zmianę")).toBe(status !== 412);
    expect(refused.textOf("body")?.includes("Spróbuj ponownie")).toBe(status === 412);
    control().clearFaults();
  }
});

it("The status form of a seller who can't be read keeps its reason", async () => {
  for (const accountEnabled of [true, false]) {
    control().changeSeller(seller().id, { accountEnabled });
    const page = await browser.get(`/sellers/${seller().id}/status`);
    control().clearRequests();
    const write = control().fault({ target: "sellers", method: "PATCH", hold: true, loseAnswer: true, times: 1 });
    const reason = accountEnabled ? "Zamknięto trzeci salon" : undefined;
    const answer = browser.submit(page, reason ? { reason } : {}, form);
    await expect.poll(() => writes().length).toBe(1);
    control().fault({ target: "sellers", method: "GET", status: 503 });
    control().clearFaults(write);
    const held = await answer;
    expect(held.url.pathname).toBe("/error/503");
    expect(held.textOf("body")).toMatch(/najpierw sprawdzimy stan konta/);
    const draft = held.url.searchParams.get("draft");
    expect(draft).not.toBeNull();
    control().clearFaults();
    // The typed reason comes back although the write whose answer was lost was done.
    const back = await browser.get(
      `/sellers/${seller().id}/status?to=${accountEnabled ? "inactive" : "active"}&draft=${draft}`,
    );
    expect(back.textOf("main")).toContain(`jest już ${accountEnabled ? "wyłączone" : "włączone"}`);
    expect(back.attribute("[name=reason]", "value")).toBe(reason);
  }
});

it("An account disabled by a form that was sent twice is disabled once", async () => {
  const { answer } = await disabled("Zamknięto drugi salon");
  for (const _time of [1, 2]) expect((await answer()).text).toContain("Wyłączono konto");
  expect(writes()).toHaveLength(1);
});
