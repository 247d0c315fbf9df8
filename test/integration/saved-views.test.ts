import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { sharedWorld, type World } from "../support/world";

let world: World;
let browser: BrowserSession;

beforeAll(async () => {
  world = await sharedWorld();
  browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
});
afterAll(() => world?.close());

const links = (page: Page) => page.document.querySelectorAll("[aria-label='Widoki listy'] a");

it("A view is kept under a name for one person alone, until it is deleted", async () => {
  const saved = await browser.submit(
    await browser.get("/sellers?mpk=0&status=active&sort=-mpk&page=2&size=10"),
    { intent: "saveView", name: "  Łódź <b>" },
    "form:has([name=name])",
  );
  expect(saved.path).toBe("/sellers?status=active&mpk=0&sort=-mpk&page=2&size=10");
  expect(saved.text).toContain("Zapisano widok „Łódź &lt;b&gt;”");
  expect(links(saved).map((link) => [link.text, link.getAttribute("aria-current")])).toEqual([
    ["Bez imienia i nazwiska", undefined],
    ["Łódź <b>", "true"],
  ]);
  expect(links(saved).at(-1)?.getAttribute("href")).toBe("/sellers?status=active&mpk=0&sort=-mpk&size=10");

  const other = world.browser();
  await other.signIn(world.sandbox.accounts.imageless, "/sellers");
  expect(links(await other.get("/sellers"))).toHaveLength(1);

  const removed = await browser.submit(saved, { intent: "deleteView" }, "form:has([name=view])");
  expect(removed.text).toContain("Usunięto widok „Łódź &lt;b&gt;”");
  expect(links(removed)).toHaveLength(1);
});

it("A deleted view comes back by the button of its message", async () => {
  const person = world.browser();
  await person.signIn(world.sandbox.accounts.imageless, "/sellers");
  const ofView = "li:has(button[aria-label*=Chwilowy])";
  const saved = await person.submit(
    await person.get("/sellers?q=%C5%82%C3%B3d%C5%BA&sort=-mpk"),
    { intent: "saveView", name: "Chwilowy" },
    "form:has([name=name])",
  );
  const chosen = await person.submit(saved, { intent: "defaultView" }, `${ofView} form:has([name=newName])`);
  const removed = await person.submit(chosen, { intent: "deleteView" }, `${ofView} form:not(:has([name=newName]))`);
  expect(removed.document.querySelector(ofView)).toBeNull();
  const undo = (page: Page) => {
    const restoredView = page.document.querySelector("button[name=restoredView]")?.getAttribute("value") ?? "";
    return person.submit(page, { restoredView }, "form:has([name=restoredView])");
  };
  const restored = await undo(removed);
  expect(restored.text).toContain("Przywrócono widok „Chwilowy”");
  expect(restored.textOf(`${ofView} button[value=noDefaultView]`)).toBe("Usuń z domyślnych");
  expect(links(restored).at(-1)?.getAttribute("href")).toBe(removed.path);
  const again = await person.submit(restored, { intent: "deleteView" }, `${ofView} form:not(:has([name=newName]))`);
  await person.submit(
    await person.get("/sellers?mpk=0"),
    { intent: "saveView", name: "chwilowy" },
    "form:has([name=name])",
  );
  const taken = await undo(again);
  expect(taken.text).toContain("Inny widok ma już tę nazwę");
  await person.submit(
    taken,
    { intent: "deleteView" },
    "li:has(button[aria-label*=chwilowy]) form:not(:has([name=newName]))",
  );
});

it("The first three views are tabs, the default one first", async () => {
  const person = world.browser();
  await person.signIn(world.sandbox.accounts.listed, "/sellers");
  const before = links(await person.get("/sellers")).length;
  for (const [at, name] of ["Ala", "Bela", "Cela", "Żela"].entries()) {
    await person.submit(await person.get(`/sellers?mpk=7${at}`), { intent: "saveView", name }, "form:has([name=name])");
  }
  const page = await person.get("/sellers?mpk=70");
  await person.submit(page, { intent: "defaultView" }, "li:has(button[aria-label*=Żela]) form:has([name=newName])");
  const shown = await person.get("/sellers?mpk=70");
  const tabs = shown.document.querySelectorAll("nav[aria-label='Zapisane widoki'] a");
  expect(tabs.map(({ text }) => text)).toEqual(["Żela", "Ala", "Bela"]);
  expect(tabs.map((tab) => tab.getAttribute("aria-current"))).toEqual([undefined, "true", undefined]);
  expect(links(shown)).toHaveLength(before + 4);
  for (const name of ["Ala", "Bela", "Cela", "Żela"]) {
    await person.submit(
      await person.get("/sellers"),
      { intent: "deleteView" },
      `li:has(button[aria-label*=${name}]) form:not(:has([name=newName]))`,
    );
  }
});

it.each([
  ["", "Pole Nazwa widoku jest wymagane"],
  [" \u200b ", "Pole Nazwa widoku jest wymagane"],
  ["ż".repeat(61), "Pole Nazwa widoku może mieć najwyżej 60 znaków"],
])("A view named %j is refused beside its name, with the text still there", async (name, message) => {
  const page = await browser.submit(
    await browser.get("/sellers?q=lodz"),
    { intent: "saveView", name },
    "form:has([name=name])",
  );
  expect(page.status).toBe(400);
  expect(page.textOf("title")).toMatch(/^Błąd: /);
  const field = page.document.querySelector("[name=name]");
  const described = field?.getAttribute("aria-describedby")?.split(" ")[0];
  expect(page.textOf(`[id="${described}"]`)).toContain(message);
  expect(page.document.querySelector("details:has([name=name])")?.hasAttribute("open")).toBe(true);
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
  expect(again.document.querySelector("[name=name]")?.getAttribute("value")).toBe("Łódzkie");
});

it("Rows ticked when the session ended are ticked after signing in", async () => {
  const person = world.browser();
  const page = await person.signIn(world.sandbox.accounts.listed, "/sellers?size=10");
  const { fields } = page.form("form:has([name=ids])");
  const ids = page.document.querySelectorAll("tbody [name=ids]").map((box) => box.getAttribute("value") as string);
  const elsewhere = world.sandbox.control.sellers().find(({ id }) => !ids.includes(id))?.id as string;
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
  const person = world.browser();
  await person.signIn(world.sandbox.accounts.imageless, "/sellers");
  const page = await person.submit(
    await person.get("/sellers?mpk=0"),
    { intent: "saveView", name: "Gdzie indziej usunięty" },
    "form:has([name=name])",
  );
  const form = "form:has([name=newName])";
  await person.submit(page, { intent: "deleteView" }, "li form:has([name=view])");
  const told = await person.submit(page, { intent: "renameView", newName: "Przemianowany" }, form);
  expect(told.text).toContain("Nie zmieniono nazwy widoku na „Przemianowany”: tego widoku już nie ma.");
  expect(told.text).not.toContain("Zmieniono nazwę widoku");
  expect(links(told)).toHaveLength(1);
  // A name that can't be: the view's own field is gone, so it stands in the other one.
  const refused = await person.submit(page, { intent: "renameView", newName: "ż".repeat(61) }, form);
  expect(refused.status).toBe(400);
  const field = refused.document.querySelector("[name=name]");
  expect([field?.getAttribute("value"), field?.getAttribute("aria-invalid")]).toEqual(["ż".repeat(61), "true"]);
});

it("A view is renamed in place, and a wrong name stays typed beside it", async () => {
  const person = world.browser();
  await person.signIn(world.sandbox.accounts.franchisee, "/sellers");
  for (const name of ["Jeden", "Dwa"]) {
    await person.submit(await person.get("/sellers?mpk=0"), { intent: "saveView", name }, "form:has([name=name])");
  }
  const form = "li:has(button[aria-label*=Jeden]) form:has([name=newName])";
  const page = await person.get("/sellers?q=lodz");
  for (const [newName, message] of [
    ["", "Pole Nazwa widoku jest wymagane"],
    ["DWA", "Inny widok ma już tę nazwę"],
  ] as const) {
    const refused = await person.submit(page, { intent: "renameView", newName }, form);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(message);
    const field = refused.document.querySelector(`${form} [name=newName]`);
    expect(field?.getAttribute("value")).toBe(newName);
    expect(refused.document.querySelectorAll("main details[open]")).toHaveLength(2);
  }
  const renamed = await person.submit(page, { intent: "renameView", newName: "Trzy" }, form);
  expect(renamed.path).toBe("/sellers?q=lodz");
  expect(
    links(renamed)
      .slice(1)
      .map(({ text }) => text),
  ).toEqual(["Dwa", "Trzy"]);
});

it("A view takes another one's place only once that is agreed to", async () => {
  const person = world.browser();
  await person.signIn(world.sandbox.accounts.imageless, "/sellers");
  const form = "form:has([name=name])";
  const save = async (page: Page, fields: Record<string, string>) => person.submit(page, fields, form);
  for (const [query, name] of [
    ["mpk=1", "Moje"],
    ["mpk=2", "Cudze"],
  ]) {
    await save(await person.get(`/sellers?${query}`), { intent: "saveView", name: name as string });
  }
  const queries = (page: Page) =>
    links(page)
      .slice(1)
      .map((link) => [link.text, link.getAttribute("href")]);
  const before = [
    ["Cudze", "/sellers?mpk=2"],
    ["Moje", "/sellers?mpk=1"],
  ];
  const asked = await save(await person.get("/sellers?status=inactive"), { intent: "saveView", name: "MOJE" });
  expect([asked.status, queries(asked)]).toEqual([400, before]);
  expect(asked.text).toContain("Masz już widok „Moje”, a pokazuje on co innego.");
  expect(asked.document.querySelector("[name=name]")?.getAttribute("value")).toBe("MOJE");
  expect(asked.textOf(`${form} button[value=replaceView]`)).toBe("Zastąp widok");
  // The name was changed to another view's, about which nothing was said.
  const again = await save(asked, { intent: "replaceView", name: "Cudze" });
  expect([again.status, queries(again)]).toEqual([400, before]);
  expect(again.text).toContain("Masz już widok „Cudze”");
  const replaced = await save(asked, { intent: "replaceView" });
  expect(replaced.text).toContain("Zapisano widok „MOJE”");
  expect(queries(replaced)).toEqual([before[0], ["MOJE", "/sellers?status=inactive"]]);
});
