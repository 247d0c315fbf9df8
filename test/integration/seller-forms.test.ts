import { afterEach, expect, it } from "vitest";
import type { Page } from "../support/page";
import { editSeller, undoLatest } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/* A seller is read, edited, disabled and enabled by a browser without scripts. */

const { browser, control, sent, writes } = giveWorld();
afterEach(() => {
  control().clearRequests();
  control().reset();
});

const FORM = "form#seller";
const STATUS = "main form[method=post]";
const stored = (id: string) => control().seller(id);
const anActive = () => control().sellersWith(({ accountEnabled }) => accountEnabled)[0]!;
const save = (page: Page, changes = {}) => browser.submit(page, changes, FORM);
const edit = (id: string, changes = {}) => editSeller(browser, id, changes);

it("An edit keeps unknown fields, clears a name and switches the account", async () => {
  const before = control().sellersWith(({ firstName, accountEnabled }) => firstName && accountEnabled)[0]!;
  const form = await browser.follow(await browser.get(`/sellers/${before.id}`), "Edytuj");
  expect(form.textOf("h1")).toBe("Edycja sprzedawcy");
  expect(form.textOf("title")).toBe(`Edycja sprzedawcy: ${before.displayName} – Panel franczyzobiorcy`);
  expect(form.form(FORM).fields.get("displayName")).toBe(before.displayName);
  expect(form.form(FORM).fields.get("accountEnabled")).toBe("on");
  expect(form.attribute("[name=displayName]", "autocorrect")).toBe("off");
  const typed = { displayName: "Gżegżółka", firstName: "", mpk: "000123", accountEnabled: undefined };
  const saved = await save(form, typed);
  expect(saved.path).toBe(`/sellers/${before.id}`);
  expect(saved.text).toContain("Zapisano zmiany danych sprzedawcy „Gżegżółka”");
  const { firstName, ...rest } = before;
  expect(stored(before.id)).toEqual({ ...rest, displayName: "Gżegżółka", mpk: "000123", accountEnabled: false });
});

it("An edit with a bad value keeps the version it started from", async () => {
  const { id } = control().sellers()[9]!;
  const form = await browser.get(`/sellers/${id}/edit`);
  control().changeSeller(id, { mpk: "ich", displayName: "Ich nazwa" });
  const refused = await save(form, { email: "zły", mpk: "moje" });
  const asked = await save(refused, { email: "dobry@example.pl" });
  expect(asked.textOf("[role=alert] h2")).toBe("Te dane zmieniono poza panelem. Która wartość ma zostać?");
  expect((await save(asked)).text).toContain("Zapisano zmiany");
  expect(stored(id)).toMatchObject({ mpk: "moje", displayName: "Ich nazwa", email: "dobry@example.pl" });
});

it("An empty display name is asked for, with the other names as a proposal", async () => {
  const { id } = control().sellersWith(({ firstName, surname }) => firstName && surname)[0]!;
  control().clearRequests();
  const refused = await edit(id, { displayName: "", firstName: "Łucja", surname: "Żak" });
  expect(refused.saidOf("displayName")).toContain("Pole Nazwa wyświetlana jest wymagane.");
  expect(refused.form(FORM).fields.get("displayName")).toBe("Łucja Żak");
  expect(writes()).toEqual([]);
  const nameless = await edit(id, { displayName: "", firstName: "", surname: "" });
  expect(nameless.saidOf("displayName")).toContain("Pole Nazwa wyświetlana jest wymagane");
});

it("An edit without a change says so, and nobody else hears of it", async () => {
  const { id, displayName } = control().sellers()[11]!;
  const entries = async () => (await browser.get(`/sellers/${id}/history`)).document.querySelectorAll("main article");
  const before = (await entries()).length;
  control().clearRequests();
  const same = await edit(id);
  expect(same.text).toContain("Nie było zmian, więc niczego nie zapisano.");
  expect(same.textOf("h1")).toBe(displayName);
  expect(writes()).toEqual([]);
  expect(await entries()).toHaveLength(before);
});

it("A save with another seller's e-mail address links to that seller", async () => {
  const [owner, , edited] = control().sellers();
  const shared = { email: "wspolny@example.pl" };
  // Another backend may accept an address that is taken; the sandbox wouldn't.
  const answer = { sellers: [{ ...owner!, ...shared }], total: 1 };
  control().fault({ target: "sellers", method: "GET", path: "search=wspolny", body: answer });
  const told = /Ten adres e.mail ma już sprzedawca:/;
  const saved = await edit(edited!.id, shared);
  expect(saved.textOf("body")).toMatch(told);
  expect(saved.links("p")).toContainEqual([owner!.displayName, `/sellers/${owner!.id}`]);
  // No warning about an address that wasn't changed, or about an MPK that two sellers share.
  expect((await edit(edited!.id, { mpk: owner!.mpk })).text).not.toMatch(told);
});

it("A change of one's own in another tab is called that", async () => {
  const { id } = control().sellers()[30]!;
  const tab = await browser.get(`/sellers/${id}/edit`);
  await edit(id, { mpk: "stamtąd" });
  const asked = await save(tab, { mpk: "stąd" });
  expect(asked.status).toBe(409);
  expect(asked.textOf("[role=alert] h2")).toMatch(
    /^Te dane zmieniono w\sinnej karcie, przez Ciebie, \d\d\.\d\d\.\d{4} \d\d:\d\d\./,
  );
});

it("An account is disabled after a question and enabled without one", async () => {
  const seller = anActive();
  const question = await browser.follow(await browser.get(`/sellers/${seller.id}`), "Wyłącz konto");
  expect(question.path).toBe(`/sellers/${seller.id}/status?to=inactive`);
  expect(question.textOf("main")).toContain(`Czy wyłączyć konto sprzedawcy „${seller.displayName}”?`);
  expect(question.hrefOf("Anuluj")).toBe(`/sellers/${seller.id}`);
  const disabled = await browser.submit(question, {}, STATUS);
  expect(disabled.text).toContain(`Wyłączono konto sprzedawcy „${seller.displayName}”`);
  expect(stored(seller.id)).toEqual({ ...seller, accountEnabled: false });
  const enabled = await browser.submit(disabled, {}, "form:has([name=accountEnabled])");
  expect(enabled.text).toContain(`Włączono konto sprzedawcy „${seller.displayName}”`);
  expect(stored(seller.id)).toEqual(seller);
  expect(sent("PATCH").map(({ body }) => body)).toEqual([{ accountEnabled: false }, { accountEnabled: true }]);
});

it("A question about an account says whose it is and takes a reason", async () => {
  const { id, email, mpk } = anActive();
  const question = await browser.get(`/sellers/${id}/status`);
  for (const words of [email, mpk]) expect(question.textOf("main")).toContain(words);
  const refused = await browser.submit(question, { reason: "x".repeat(201) }, STATUS);
  expect(refused.textOf("main")).toContain("Pole Powód wyłączenia może mieć najwyżej 200 znaków");
  expect(refused.form(STATUS).fields.get("reason")).toBe("x".repeat(201));
  expect(stored(id)?.accountEnabled).toBe(true);
  const disabled = await browser.submit(refused, { reason: "  Umowa\u200b wygasła <b>w maju</b> " }, STATUS);
  expect(disabled.text).toContain("Wyłączono konto");
  for (const path of [`/sellers/${id}/history`, "/history"]) {
    const words = (await browser.get(path)).texts("article");
    expect(words.filter((text) => text.includes("Powód: Umowa wygasła <b>w maju</b>"))).toHaveLength(1);
  }
});

it("An account's change whose answer was lost is looked up", async () => {
  const { id } = anActive();
  control().fault({ target: "sellers", method: "PATCH", loseAnswer: true, times: 1 });
  const disabled = await browser.submit(await browser.get(`/sellers/${id}/status`), {}, STATUS);
  expect(disabled.text).toContain("Wyłączono konto");
  control().fault({ target: "sellers", method: "PATCH", drop: true, times: 1 });
  const unknown = await browser.submit(disabled, {}, "form:has([name=accountEnabled])");
  expect(unknown.text).toContain("Nie wiadomo, czy stan konta się zmienił");
  control().fault({ target: "sellers", method: "PATCH", status: 409, times: 1 });
  const refused = await browser.submit(unknown, {}, "form:has([name=accountEnabled])");
  expect(refused.text).toContain("Nie udało się zmienić stanu konta");
});

it("A seller's page leads to its neighbours in the list and back", async () => {
  const active = control().sellersWith(({ accountEnabled }) => accountEnabled);
  const names = active.map(({ displayName }) => displayName).sort(new Intl.Collator("pl", { numeric: true }).compare);
  const standsAt = (page: Page, position: number) => {
    expect(page.textOf("nav[aria-label='Poprzedni i następny']")).toContain(`${position} z ${active.length}`);
    expect(page.textOf("h1")).toBe(names[position - 1]);
  };
  const list = await browser.get("/sellers?status=active&size=10");
  const tenth = list.document.querySelectorAll("tbody th a")[9];
  const here = await browser.get(tenth?.getAttribute("href") ?? "none");
  standsAt(here, 10);
  control().clearRequests();
  const next = await browser.follow(here, /^Następny/);
  standsAt(next, 11);
  expect(control().requests("sellers", ({ path }) => path === "/api/sellers")).toHaveLength(1);
  standsAt(await browser.follow(next, /^Poprzedni/), 10);
  const back = await browser.follow(next, "Wróć do listy");
  expect(back.path).toMatch(/page=2/);
  expect(back.textOf("tbody th a")).toBe(names[10]);
});

it.each([
  ["50%25", "50%"],
  ["x#1", "x"],
  ["x?to=active", "x"],
  // Remix's requests for data end in `.data`, too.
  ["a.data", "a"],
])("A seller with the id %s has forms of its own and none of another's", async (id, other) => {
  for (const one of [id, other]) {
    const email = `${Buffer.from(one).toString("hex")}@example.pl`;
    control().addSeller({ id: one, displayName: `Sklep ${one}`, email, mpk: "1", accountEnabled: true });
  }
  const inPath = encodeURIComponent(id).replace(".", "%2E");
  const path = `/sellers/${inPath}`;
  const list = await browser.get(`/sellers?${new URLSearchParams({ q: `Sklep ${id}` })}`);
  expect(list.hrefOf(`Sklep ${id}`)).toMatch(new RegExp(`^${path}(\\?|$)`));
  expect((await browser.data(path)).text).toContain(`Sklep ${id}`);
  const saved = await edit(inPath, { mpk: "Zmieniony" });
  expect([saved.url.pathname, saved.text.includes("Zapisano zmiany")]).toEqual([path, true]);
  expect([stored(id)?.mpk, stored(other)?.mpk]).toEqual(["Zmieniony", "1"]);
  const disabled = await browser.submit(await browser.get(`${path}/status?to=inactive`), {}, STATUS);
  expect(disabled.text).toContain(`Wyłączono konto sprzedawcy „Sklep ${id}”`);
  expect([stored(id)?.accountEnabled, stored(other)?.accountEnabled]).toEqual([false, true]);
  await undoLatest(browser, inPath);
  expect(stored(id)?.accountEnabled).toBe(true);
  const history = await browser.get(`${path}/history`);
  const asked = await browser.submit(history, { person: "Anna" }, "form:has([name=person])");
  expect(decodeURIComponent(asked.url.pathname)).toBe(`/sellers/${id}/history`);
  expect(asked.url.searchParams.get("person")).toBe("Anna");
});

it("A seller's page for an id that nobody has leads back to the list", async () => {
  for (const path of ["nie-ma-takiego", "..%2fadmin", "nie-ma-takiego/edit", "nie-ma-takiego/status"]) {
    const page = await browser.get(`/sellers/${path}`);
    expect([page.status, page.textOf("h1")]).toEqual([404, "Nie znaleziono strony"]);
  }
  const from = new URLSearchParams({ from: "q=lodz&status=active" });
  const page = await browser.get(`/sellers/nie-ma-takiego?${from}`);
  expect(page.text).toContain("Tego sprzedawcy nie ma");
  expect(page.hrefOf("Wróć do listy")).toBe("/sellers?q=lodz&status=active");
});
