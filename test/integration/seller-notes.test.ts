import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { giveWorld } from "./support/given-world";

const {
  world,
  browser: anna,
  signedIn,
  control,
} = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: 40, scoped: true } },
});
let lukasz: BrowserSession;
let annas: string;

const form = "form:has(textarea[name=note])";
const notePath = (id: string) => `/sellers/${id}/note`;
const save = async (who: BrowserSession, id: string, note: string) =>
  who.submit(await who.get(notePath(id)), { note }, form);

beforeAll(async () => {
  lukasz = await signedIn("listed");
  [annas] = control()
    .sellers(world.sandbox.accounts.franchisee.login)
    .map(({ id }) => id) as [string];
});

it("A note stands on the seller's page and in the history, without an undo", async () => {
  const page = await save(anna, annas, "  Dzwonić\u200B po 10.\r\n\r\n\r\nPyta o Ewę ");
  expect([page.status, page.path]).toEqual([200, `/sellers/${annas}`]);
  expect(page.wordsOf("Notatka")).toContain("Dzwonić po 10. Pyta o Ewę");
  const history = await anna.get(`/sellers/${annas}/history`);
  expect(history.textOf("article")).toContain("Dodano notatkę:");
  expect(history.textOf("article ins")).toBe("Dzwonić po 10. Pyta o Ewę");
  expect(history.document.querySelector("article button")).toBeNull();
  expect((await anna.get(notePath(annas))).form(form).fields.get("note")).toBe("Dzwonić po 10.\n\nPyta o Ewę");
});

it("A note that is too long comes back with the reason at its field", async () => {
  const page = await save(anna, annas, "x".repeat(501));
  expect([page.status, page.form(form).fields.get("note")]).toEqual([400, "x".repeat(501)]);
  expect(page.text).toContain("Pole Notatka może mieć najwyżej 500 znaków");
});

it("A note that couldn't be saved comes back, and is said to be unsaved", async () => {
  const page = await anna.get(notePath(annas));
  control().fault({ target: "sellers", method: "GET", status: 500, times: 1 });
  const failed = await anna.submit(page, { note: "Nie zapisano" }, form);
  const back = await anna.follow(failed, "Wróć do formularza");
  expect(back.form(form).fields.get("note")).toBe("Nie zapisano");
  expect(back.textOf("main [role=note]")).toContain("Przywróciliśmy wpisane dane");
});

it("A note of a seller whom the backend doesn't show is seen by nobody", async () => {
  await save(anna, annas, "Tajna notatka");
  for (const path of [`/sellers/${annas}`, notePath(annas), `/sellers/${annas}/history`, "/history", "/"]) {
    expect((await lukasz.get(path)).text).not.toContain("Tajna");
  }
  const own = control().sellers(world.sandbox.accounts.listed.login)[0];
  const { fields } = (await lukasz.get(notePath(own?.id ?? ""))).form(form);
  fields.set("note", "Obca");
  const posted = await lukasz.post(notePath(annas), fields);
  expect(posted.status).not.toBe(200);
  expect((await anna.get(`/sellers/${annas}`)).text).toContain("Tajna notatka");
});

it("A note is a column of the list for whoever chooses it", async () => {
  const list = await anna.get("/sellers");
  expect(list.text).not.toContain("Tajna notatka");
  const shown = await anna.submit(list, { columns: "note", intent: "display" }, "form:has(input[name=columns])");
  expect(shown.column("Notatka")).toContain("Tajna notatka");
});

it("The setting SELLER_NOTES=off hides all notes, also kept ones", async () => {
  onTestFinished(async () => {
    delete world.env.SELLER_NOTES;
    await world.restart();
  });
  world.env.SELLER_NOTES = "off";
  await world.restart();
  for (const path of ["/sellers", `/sellers/${annas}`, `/sellers/${annas}/history`, "/history", "/"]) {
    const page = await anna.get(path);
    expect([page.status, page.text.includes("Tajna notatka")]).toEqual([200, false]);
  }
  expect((await anna.get(notePath(annas))).status).toBe(404);
  expect((await anna.get(`/sellers/${annas}`)).region("Notatka")).toBeUndefined();
  expect((await anna.get("/sellers")).document.querySelector("input[name=columns][value=note]")).toBeNull();
});
