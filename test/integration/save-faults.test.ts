import { afterEach, expect, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import type { Page } from "../support/page";
import { addSeller, editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/*
 * What a person sees, and what is written, when the sellers backend fails while a seller is being
 * saved.
 */

const { browser, control, sent } = giveWorld();
afterEach(() => control().reset());

const FORM = "form#seller";
const boat = { displayName: "Żółta Łódź", email: "zolta@example.pl", firstName: "Ćma", mpk: "00777" };

const addBoat = () => addSeller(browser, boat);
const save = (page: Page, changes = {}) => browser.submit(page, changes, FORM);
const boats = () => control().sellersWith(({ displayName }) => displayName === boat.displayName);
const alert = (page: Page) => page.textOf("main [role=alert]");
const fieldOf = (page: Page, name: string) => page.attribute(`${FORM} [name=${name}]`, "value");

function expectBoatStillTyped(page: Page): void {
  for (const [name, value] of Object.entries(boat)) expect([name, fieldOf(page, name)]).toEqual([name, value]);
}

const backToForm = (page: Page) => browser.follow(page, "Wróć do formularza");

it("A 409 is said at the form, which can be sent again", async () => {
  control().fault({ target: "sellers", method: "POST", status: 409, times: 1 });
  const refused = await addBoat();
  expect(refused.status).toBe(409);
  expect(alert(refused)).toContain("Sprzedawca z takimi danymi już istnieje");
  expect(refused.textOf("title")).toMatch(/^Błąd: Nowy sprzedawca/);
  expectBoatStillTyped(refused);
  expect((await save(refused)).text).toContain("Dodano sprzedawcę „Żółta Łódź”");
});

const againstFields = { title: "Źle", errors: { MPK: ["Nie ma takiego MPK"], region: ["Brak regionu"] } };

it.each([400, 422])("A %i goes to the fields that the backend names", async (status) => {
  control().fault({ target: "sellers", method: "POST", status, body: againstFields, times: 1 });
  const refused = await addBoat();
  expect(refused.saidOf("mpk")).toContain("Nie ma takiego MPK");
  expect(alert(refused)).toContain("Brak regionu");
  expectBoatStillTyped(refused);
});

it("A refusal of unknown fields is said in the form, with everything kept", async () => {
  control().config({ strict: true });
  const [before] = control().sellers();
  const refused = await editSeller(browser, before?.id ?? "", { mpk: "00042" });
  control().config({ strict: false });
  expect([refused.status, fieldOf(refused, "mpk")]).toEqual([400, "00042"]);
  expect(control().sellers()[0]).toEqual(before);
});

it("A 403 that names fields shows its reasons there in the form opened again", async () => {
  control().fault({ target: "sellers", method: "POST", status: 403, body: againstFields, times: 1 });
  const refused = await addBoat();
  expect(refused.textOf("h1")).toBe("Brak dostępu");
  const form = await backToForm(refused);
  expect(form.saidOf("mpk")).toContain("Nie ma takiego MPK");
  expect(alert(form)).toContain("Brak regionu");
  expectBoatStillTyped(form);
  expect((await save(form)).text).toContain("Dodano sprzedawcę „Żółta Łódź”");
});

it.each([500, 403, 422, 429])("A %i in mid-save leads to its error page and back to the text", async (status) => {
  control().fault({ target: "sellers", method: "POST", status, times: 1 });
  const failed = await addBoat();
  expect(failed.path).toMatch(new RegExp(`^/error/${status}\\?`));
  const form = await backToForm(failed);
  expect(form.text).toContain("Przywróciliśmy wpisane dane");
  expectBoatStillTyped(form);
  const saved = await save(form);
  expect(saved.path).toMatch(/^\/sellers\/[0-9a-f-]{36}$/);
  expect(saved.text).toContain("Dodano sprzedawcę „Żółta Łódź”");
});

it("Restored text can be cleared, and its draft is gone then", async () => {
  const [seller] = control().sellers();
  control().fault({ target: "sellers", method: "PUT", status: 500, times: 1 });
  const failed = await save(await browser.get(`/sellers/${seller!.id}/edit?from=q%3Dsklep`), { mpk: "moje" });
  const form = await backToForm(failed);
  expect(fieldOf(form, "mpk")).toBe("moje");
  const cleared = await browser.submit(form, {}, "form#clear-form");
  expect(cleared.path).toBe(`/sellers/${seller!.id}/edit?from=q%3Dsklep`);
  expect(fieldOf(cleared, "mpk")).toBe(seller!.mpk);
  expect(cleared.document.querySelector("#clear-form")).toBeNull();
  expect(fieldOf(await browser.get(form.path), "mpk")).toBe(seller!.mpk);
  expect(control().seller(seller!.id)).toEqual(seller);
});

it("A note's restored text can be cleared, too", async () => {
  const path = `/sellers/${control().sellers()[1]!.id}/note`;
  const page = await browser.get(path);
  control().fault({ target: "sellers", status: 500 });
  const failed = await browser.submit(page, { note: "wpisane" }, "main form");
  control().clearFaults();
  const form = await backToForm(failed);
  expect(form.textOf("textarea")).toBe("wpisane");
  const cleared = await browser.submit(form, {}, "form#clear-form");
  expect([cleared.path, cleared.textOf("textarea")]).toEqual([path, ""]);
  expect((await browser.get(form.path)).textOf("textarea")).toBe("");
});

it("A form that is posted without a key is kept like any other", async () => {
  control().fault({ target: "sellers", method: "POST", status: 500, times: 1 });
  expectBoatStillTyped(await backToForm(await browser.post("/sellers/new", boat)));
});

it("An edit that fails comes back and knows what it started from", async () => {
  const seller = control().sellersWith(({ accountEnabled }) => accountEnabled)[0]!;
  control().fault({ target: "sellers", method: "PUT", status: 500, times: 1 });
  const edit = await browser.get(`/sellers/${seller.id}/edit`);
  const failed = await save(edit, { mpk: "moje", accountEnabled: undefined });
  control().changeSeller(seller.id, { mpk: "ich" });
  const form = await backToForm(failed);
  expect(fieldOf(form, "mpk")).toBe("moje");
  expect(form.document.querySelector(`${FORM} [name=accountEnabled]`)?.hasAttribute("checked")).toBe(false);
  expectAnswer(await save(form), 409, "Te dane zmieniono poza panelem.", "[role=alert] h2");
});

it("A seller created without an answer is found and not made twice", async () => {
  control().fault({ target: "sellers", method: "POST", loseAnswer: true, times: 1 });
  const found = await addBoat();
  expect(found.text).toContain("Odpowiedź nie dotarła, ale sprawdziliśmy");
  expect(found.textOf("h1")).toBe("Żółta Łódź");
  expect(boats()).toHaveLength(1);
});

it("A gateway's 504 without a saved change says that the outcome is unknown", async () => {
  control().fault({ target: "sellers", method: "POST", status: 504, times: 1 });
  const unknown = await addBoat();
  expect(unknown.path).toMatch(/^\/error\/504\?/);
  expect(unknown.textOf("main")).toContain("Nie wiadomo, czy zapisano");
  expectBoatStillTyped(await backToForm(unknown));
});

it("A form whose answer was lost without adding a seller can be sent again", async () => {
  control().fault({ target: "sellers", method: "POST", drop: true, times: 1 });
  const lost = await addBoat();
  expect(alert(lost)?.match(/Nie wiadomo, czy zapisano/g)).toHaveLength(1);
  expect(alert(lost)).toContain("niczego nie zapisano");
  expectBoatStillTyped(lost);
  expect((await save(lost)).text).toContain("Dodano sprzedawcę „Żółta Łódź”");
  expect(boats()).toHaveLength(1);
});

it("An edit whose answer was lost is looked up", async () => {
  const { id } = control().sellers()[3]!;
  control().fault({ target: "sellers", method: "PUT", drop: true, times: 1 });
  control().fault({ target: "sellers", method: "PUT", loseAnswer: true, times: 1 });
  const lost = await editSeller(browser, id, { mpk: "00042" });
  expect(alert(lost)).toContain("niczego nie zapisano");
  expect(fieldOf(lost, "mpk")).toBe("00042");
  expect((await save(lost)).text).toContain("Odpowiedź nie dotarła, ale sprawdziliśmy");
  expect(control().sellers()[3]).toMatchObject({ mpk: "00042" });
});

it("An edit whose answer was lost keeps what was typed without a backend", async () => {
  const { id } = control().sellers()[4]!;
  const edit = await browser.get(`/sellers/${id}/edit`);
  const lost = control().fault({ target: "sellers", method: "PUT", hold: true, drop: true });
  const puts = () => sent("PUT").length;
  const before = puts();
  const saving = save(edit, { mpk: "00043" });
  await expect.poll(puts).toBe(before + 1);
  control().fault({ target: "sellers", status: 503 });
  control().clearFaults(lost);
  const failed = await saving;
  expect(failed.textOf("main")).toContain("jest teraz niedostępny");
  expect(failed.textOf("main")).toContain("Zachowaliśmy dane wpisane w formularzu.");
  control().clearFaults();
  const form = await backToForm(failed);
  expect(fieldOf(form, "mpk")).toBe("00043");
  expect((await save(form)).text).toContain("Zapisano zmiany");
  expect(control().sellers()[4]).toMatchObject({ mpk: "00043" });
});

it("A change whose sender has left is saved and written down all the same", async () => {
  const { id } = control().sellers()[7]!;
  const { action, fields } = (await browser.get(`/sellers/${id}/edit`)).form(FORM);
  fields.set("displayName", "Zmieniony w drodze");
  const held = control().fault({ target: "sellers", method: "PUT", hold: true, times: 1 });
  control().clearRequests();
  const leaving = new AbortController();
  const headers = { cookie: browser.cookieHeader, origin: action.origin };
  const sent = fetch(action, { method: "POST", body: fields, signal: leaving.signal, headers }).catch(() => undefined);
  await expect.poll(() => control().requests("sellers").at(-1)?.method).toBe("PUT");
  leaving.abort();
  await sent;
  // Once the app has answered this later request, it knows that the browser has left.
  await browser.get("/healthz");
  // The sandbox carries a held request out only if the app hasn't closed the connection.
  control().clearFaults(held);
  await expect.poll(() => control().seller(id)?.displayName).toBe("Zmieniony w drodze");
  const entry = async () => (await browser.get(`/sellers/${id}/history`)).textOf("main article");
  await expect.poll(entry).toMatch(/^(?!.*(Nie wiadomo|W toku)).*Zmieniony w drodze/s);
});

it("A form saved twice makes one seller, and with other values asks first", async () => {
  const form = await browser.get("/sellers/new");
  for (const _again of [1, 2]) expect((await save(form, boat)).text).toContain("Dodano sprzedawcę");
  expect(boats()).toHaveLength(1);
  const asked = await save(form, { ...boat, mpk: "00778", email: "druga@example.pl" });
  expect(alert(asked)).toContain("Z tego formularza dodano już sprzedawcę");
  expect(fieldOf(asked, "mpk")).toBe("00778");
  expect(boats()).toHaveLength(1);
  expect((await save(asked)).text).toContain("Dodano sprzedawcę");
  expect(boats()).toHaveLength(2);
});

it("A form that is held no more says so beside what is saved", async () => {
  const { id } = control().sellers()[6]!;
  control().fault({ target: "sellers", method: "PUT", status: 403, times: 1 });
  const refused = await editSeller(browser, id, { mpk: "00555" });
  expect((await save(await backToForm(refused))).text).toContain("Zapisano zmiany");
  control().changeSeller(id, { mpk: "00666" });

  const again = await backToForm(refused);
  expect(fieldOf(again, "mpk")).toBe("00666");
  const notes = again.document.querySelectorAll("[role=status]");
  const saved = notes.find(({ text }) => text.includes("To, co tu wpisano, jest już zapisane."));
  expect(saved?.querySelector("a")?.getAttribute("href")).toBe(`/sellers/${id}`);
});

it("A form whose key isn't ours is given back with a new one", async () => {
  const refused = await addSeller(browser, { ...boat, formKey: "made-up" });
  expect(refused.status).toBe(400);
  expect(alert(refused)).toMatch(/otwarta zbyt długo albo po jej otwarciu zalogowała się inna osoba/);
  expect(refused.textOf("main [role=alert] :is(h2, h3)")).toBe("Nie zapisano");
  expectBoatStillTyped(refused);
  expect((await save(refused)).text).toContain("Dodano sprzedawcę");
});

it("A form of a seller who is no more can still become a new one", async () => {
  const { id } = control().sellers()[5]!;
  const edit = await browser.get(`/sellers/${id}/edit`);
  control().fault({ target: "sellers", path: `/api/sellers/${id}`, status: 404 });
  const gone = await save(edit, boat);
  expect(gone.textOf("main")).toContain("Tego sprzedawcy nie ma w systemie sprzedawców.");
  expect(gone.textOf("main")).toContain("Zachowaliśmy dane wpisane w formularzu.");
  expect(gone.textOf("main")).not.toContain("Wróć do formularza");
  const form = await browser.follow(gone, "Dodaj wpisane dane jako nowego sprzedawcę");
  expect(form.textOf("h1")).toBe("Nowy sprzedawca");
  expectBoatStillTyped(form);
  expect((await save(form)).text).toContain("Dodano sprzedawcę „Żółta Łódź”");
  expect(boats()).toHaveLength(1);
});
