import { expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const { world, browser, signedIn } = giveWorld();

const links = (page: Page) => page.document.querySelectorAll("[aria-label='Widoki'] a");

const listOf = (person: BrowserSession, params = "") => person.get(`/sellers?${params}`);
const isMenuOpen = (page: Page) => page.document.querySelector("details:has([name=name])")?.hasAttribute("open");

const save = async (person: BrowserSession, name: string, params = "mpk=0") =>
  person.submit(await listOf(person, params), { intent: "saveView", name }, "form:has([name=name])");

/** A view's form, which renames it, makes it the default one and deletes it. */
const changeOf = (name: string) => `li:has(button[aria-label*='${name}']) form:has([name=newName])`;

const remove = async (person: BrowserSession, name: string) =>
  person.submit(await listOf(person), { intent: "deleteView" }, changeOf(name));

it("A view is kept under a name for one person alone, until it is deleted", async () => {
  const saved = await save(browser, "  Łódź <b>", "mpk=0&status=active&sort=-mpk&page=2&size=10");
  expect(saved.path).toBe("/sellers?status=active&mpk=0&sort=-mpk&page=2&size=10");
  expect(saved.text).toContain("Zapisano widok „Łódź &lt;b&gt;”");
  expect(isMenuOpen(saved)).toBe(false);
  const menu = await listOf(browser, "mpk=0&status=active&sort=-mpk&size=10");
  expect(links(menu).map((link) => [link.text, link.getAttribute("aria-current")])).toEqual([
    ["Bez imienia i nazwiska", undefined],
    ["Łódź <b>", "true"],
  ]);
  expect(links(menu).at(-1)?.getAttribute("href")).toBe("/sellers?status=active&mpk=0&sort=-mpk&size=10");

  const other = await signedIn("imageless");
  expect(links(await listOf(other))).toHaveLength(1);

  const removed = await remove(browser, "Łódź");
  expect(removed.text).toContain("Usunięto widok „Łódź &lt;b&gt;”");
  expect(links(await listOf(browser))).toHaveLength(1);
});

it("The first three views are tabs, the default one first", async () => {
  const person = await signedIn("listed");
  const before = links(await listOf(person)).length;
  for (const [at, name] of ["Ala", "Bela", "Cela", "Żela"].entries()) await save(person, name, `mpk=7${at}`);
  const chosen = await person.submit(await listOf(person), { intent: "defaultView" }, changeOf("Żela"));
  expect(chosen.text).toContain("otworzy teraz widok „Żela”");
  expect(chosen.hrefOf("Sprzedawcy", "header")).toBe("/sellers?mpk=73");
  const shown = await listOf(person, "mpk=70");
  const tabs = shown.document.querySelectorAll("nav[aria-label='Zapisane widoki'] a");
  expect(tabs.map(({ text }) => text)).toEqual(["Żela", "Ala", "Bela"]);
  expect(tabs.map((tab) => tab.getAttribute("aria-current"))).toEqual([undefined, "true", undefined]);
  expect(links(shown)).toHaveLength(before + 4);
  const none = await person.submit(shown, { intent: "noDefaultView" }, changeOf("Żela"));
  expect(none.hrefOf("Sprzedawcy", "header")).toBe("/sellers");
  for (const name of ["Ala", "Bela", "Cela", "Żela"]) await remove(person, name);
});

it("A view without a name is refused beside its field, which stays open", async () => {
  const page = await save(browser, " \u200b ", "q=lodz");
  expect(page.status).toBe(400);
  expect(page.textOf("title")).toMatch(/^Błąd: /);
  const described = page.attribute("[name=name]", "aria-describedby")?.split(" ")[0];
  expect(page.textOf(`[id="${described}"]`)).toContain("Pole Nazwa widoku jest wymagane");
  expect(isMenuOpen(page)).toBe(true);
  expect(links(page)).toHaveLength(1);
});

it("A view's name that was typed when the session ended comes back", async () => {
  const person = world.browser();
  const page = await person.signIn(world.sandbox.accounts.listed, "/sellers?q=lodz");
  const { fields } = page.form("form:has([name=name])");
  fields.set("intent", "saveView");
  fields.set("name", "Łódzkie");
  person.cookies.clear();
  const back = await person.post("/sellers?q=lodz", fields);
  const again = await person.enterPassword(back, world.sandbox.accounts.listed);
  expect(again.url.pathname).toBe("/sellers");
  expect(again.attribute("[name=name]", "value")).toBe("Łódzkie");
});

it("Rows ticked when the session ended are ticked after signing in", async () => {
  const person = world.browser();
  const page = await person.signIn(world.sandbox.accounts.listed, "/sellers?size=10");
  const { fields } = page.form("form:has([name=ids])");
  const ids = page.document.querySelectorAll("tbody [name=ids]").map((box) => box.getAttribute("value") as string);
  const elsewhere = world.sandbox.control.sellersWith(({ id }) => !ids.includes(id))[0]?.id as string;
  for (const id of [ids[2] as string, elsewhere]) fields.append("ids", id);
  fields.set("intent", "select");
  person.cookies.clear();
  const back = await person.post("/sellers?size=10", fields);
  const again = await person.enterPassword(back, world.sandbox.accounts.listed);
  expect(again.url.pathname).toBe("/sellers");
  expect(again.document.querySelectorAll("tbody [name=ids][checked]").map((box) => box.getAttribute("value"))).toEqual([
    ids[2],
  ]);
  expect(again.form("form:has([name=ids])").fields.getAll("ids")).toEqual([elsewhere, ids[2]]);
});

it("A view that another tab deleted isn't told as renamed", async () => {
  const person = await signedIn("imageless");
  await save(person, "Gdzie indziej usunięty");
  const page = await listOf(person);
  await remove(person, "Gdzie indziej usunięty");
  const form = changeOf("Gdzie indziej usunięty");
  const told = await person.submit(page, { intent: "renameView", newName: "Przemianowany" }, form);
  expect(told.text).toContain("Nie zmieniono nazwy widoku na „Przemianowany”: tego widoku już nie ma.");
  expect(told.text).not.toContain("Zmieniono nazwę widoku");
  expect(links(await listOf(person))).toHaveLength(1);
  // The view is gone, so its refused new name comes back in the field for another view.
  const refused = await person.submit(page, { intent: "renameView", newName: "ż".repeat(61) }, form);
  expect(refused.status).toBe(400);
  const field = refused.document.querySelector("[name=name]");
  expect([field?.getAttribute("value"), field?.getAttribute("aria-invalid")]).toEqual(["ż".repeat(61), "true"]);
});

it("A view takes another one's place only once that is agreed to", async () => {
  const person = await signedIn("imageless");
  const form = "form:has([name=name])";
  await save(person, "Moje", "mpk=1");
  await save(person, "Cudze", "mpk=2");
  const queries = (page: Page) =>
    links(page)
      .slice(1)
      .map((link) => [link.text, link.getAttribute("href")]);
  const before = [
    ["Cudze", "/sellers?mpk=2"],
    ["Moje", "/sellers?mpk=1"],
  ];
  const asked = await save(person, "MOJE", "status=inactive");
  expect([asked.status, queries(asked)]).toEqual([400, before]);
  expect(asked.text).toContain("Masz już inny widok o nazwie „Moje”.");
  expect(asked.attribute("[name=name]", "value")).toBe("MOJE");
  expect(asked.textOf(`${form} button[value=replaceView]`)).toBe("Zastąp widok");
  // The name was changed to another existing view, which the question didn't mention.
  const again = await person.submit(asked, { intent: "replaceView", name: "Cudze" }, form);
  expect([again.status, queries(again)]).toEqual([400, before]);
  expect(again.text).toContain("Masz już inny widok o nazwie „Cudze”");
  const replaced = await person.submit(asked, { intent: "replaceView" }, form);
  expect(replaced.text).toContain("Zapisano widok „MOJE”");
  expect(queries(await listOf(person))).toEqual([before[0], ["MOJE", "/sellers?status=inactive"]]);
});
