import { strFromU8, unzipSync } from "fflate";
import { beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { StoredSeller } from "../sandbox/types";
import { startApp } from "../support/app";
import type { BrowserSession } from "../support/browser-session";
import { countOf } from "../support/job-pages";
import type { Page } from "../support/page";
import { addSeller, checkFile, editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/*
 * A backend that shows each person only their own sellers. What Anna does with hers must reach nobody
 * else, by no page, no data for scripts and no file.
 */

const SELLERS = 240;
/** How many sellers the history and the dashboard may check at the backend for others' changes. */
const MAX_ASKED = 60;
const MAX_ASKED_AT_HOME = 20;
const change = "form:has(input[name=change])";

const {
  world,
  browser: anna,
  control,
  pages: jobs,
  signedIn,
  writes,
} = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: SELLERS, scoped: true } },
  env: { BACKEND_TIMEOUT_MS: "2000" },
});
let lukasz: BrowserSession;
let jan: BrowserSession;
/** A change that Anna made by a form, and its seller. */
let changeId: string;
let changed: StoredSeller;
let jobPath: string;
/** Accounts that Anna's batch changed. */
let inBatch: number;

const accounts = () => world.sandbox.accounts;
const sellersOf = (who: "franchisee" | "listed" | "imageless") => control().sellers(accounts()[who].login);
/** The ids by which sellers were read from the backend since the last call. */
const asked = (): string[] => {
  const paths = control()
    .requests("sellers")
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path);
  control().clearRequests();
  return paths.filter((path) => /^\/api\/sellers\/[^?]/.test(path));
};

beforeAll(async () => {
  [lukasz, jan] = [await signedIn("listed"), await signedIn("imageless")];

  // Łukasz's change is older than all that Anna does.
  const [his] = sellersOf("listed") as [StoredSeller];
  await editSeller(lukasz, his.id, { mpk: "LUK-1" });

  // A batch of all her sellers, a change, a lost change, a refused change, and two additions.
  const question = await jobs.choose({ all: "1" });
  jobPath = (await jobs.confirm(question)).path;
  inBatch = countOf(await jobs.becomes(jobPath, "Zakończono"), "Wykonane");
  expect(inBatch).toBeGreaterThan(50);
  const [first, second, third] = sellersOf("franchisee") as [StoredSeller, StoredSeller, StoredSeller];
  await editSeller(anna, first.id, { mpk: "ANN-1" });
  changed = control().seller(first.id) as StoredSeller;
  control().fault({ target: "sellers", method: "PUT", drop: true, times: 1 });
  await editSeller(anna, second.id, { mpk: "ANN-2" });
  control().fault({ target: "sellers", method: "PUT", status: 400, body: { title: "nie" }, times: 1 });
  await editSeller(anna, third.id, { mpk: "ANN-3" });
  const added = { displayName: "Tajna Sprzedawczyni", email: "tajna@example.pl", mpk: "ANN-4" };
  await addSeller(anna, added);
  const refused = { displayName: "Tajny Odmówiony", email: "odmowiony@example.pl", mpk: "ANN-5" };
  control().fault({ target: "sellers", method: "POST", status: 400, body: { title: "nie" }, times: 1 });
  await addSeller(anna, refused);

  const own = await anna.get(`/sellers/${changed.id}/history`);
  changeId = own.form(change).fields.get("change") as string;
});

beforeEach(() => control().clearRequests());

/** Texts that Łukasz must not see: Anna's, except those that his own sellers have, too. */
const secrets = () => {
  const his = JSON.stringify(sellersOf("listed"));
  const texts = sellersOf("franchisee").flatMap(({ id, email, displayName }) => [id, email, displayName]);
  const others = ["ANN-1", "ANN-2", "ANN-3", "ANN-4", "ANN-5", "Tajny", "odmowiony@", jobPath.slice(-22)];
  return [...texts, ...others].filter((text) => !his.includes(text));
};
const leaked = (text: string) => secrets().filter((secret) => text.includes(secret));

/** Each page of the history, from the newest on. */
async function everyPage(who: BrowserSession, path = "/history"): Promise<Page[]> {
  const pages = [await who.get(path)];
  for (;;) {
    const next = pages.at(-1)?.attribute("a[rel=next]", "href");
    if (!next) return pages;
    expect(pages.length).toBeLessThan(30);
    pages.push(await who.get(next));
  }
}
const entriesOf = (pages: Page[]) =>
  pages.flatMap(({ document }) => document.querySelectorAll("main article").map((entry) => entry.text));

it("A change of unknown outcome is shown to its author's dashboard alone", async () => {
  await world.app.stop();
  const later = await startApp(world.env, { aheadMs: 120_000 });
  onTestFinished(async () => {
    await later.stop();
    await world.restart();
  });
  const home = new URL("/", later.url).href;
  const attention = async (who: BrowserSession) => (await who.get(home)).wordsOf("Wymaga uwagi");
  expect(await attention(anna)).toContain("Nie wiadomo, czy zapisano");
  expect(await attention(lukasz)).toBeUndefined();
  expect(leaked((await lukasz.get(home)).text)).toEqual([]);
});

it("A page asks for so many sellers at most, for each once a minute", async () => {
  let page = await lukasz.get("/history");
  const all: string[] = [];
  for (let pages = 1; ; pages += 1) {
    const now = asked();
    expect(now.length).toBeLessThanOrEqual(MAX_ASKED);
    all.push(...now);
    const next = page.attribute("a[rel=next]", "href");
    if (!next) break;
    expect(page.textOf("main")).toContain("Sprawdź starsze");
    expect(pages).toBeLessThan(10);
    page = await lukasz.get(next);
  }
  expect(page.textOf("main article")).toContain("LUK-1");
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(MAX_ASKED);
  await everyPage(lukasz);
  expect(asked()).toEqual([]);

  await jan.get("/");
  expect(asked().length).toBeLessThanOrEqual(MAX_ASKED_AT_HOME);
});

it.each(["", "on"])("Łukasz is shown nothing of Anna's on any page, with scripts “%s”", async (scripts) => {
  lukasz.setCookie("scripts", scripts);
  onTestFinished(() => lukasz.setCookie("scripts", ""));
  const [theirs] = sellersOf("franchisee") as [StoredSeller];
  const paths = [
    "/",
    "/en-US",
    "/history",
    "/en-US/history",
    "/history?from=01.01.2026",
    `/history?change=${changeId}`,
    "/sellers",
    "/sellers?size=100&names=none",
    "/sellers/bulk",
    "/sellers/import",
    "/sellers/new",
    "/profile",
    "/help",
  ];
  for (const path of paths) {
    const [page, data] = [await lukasz.get(path), await lukasz.data(path)];
    expect([page.status, data.status], path).toEqual([200, 200]);
    expect(leaked(page.text), path).toEqual([]);
    expect(leaked(data.text), `${path} as data`).toEqual([]);
  }
  for (const page of await everyPage(lukasz)) expect(leaked(page.text)).toEqual([]);

  // The id is in the address that he typed, so the page may repeat it.
  const ownWords = (text: string) => leaked(text.replaceAll(theirs.id, "")).filter((secret) => secret !== theirs.id);
  for (const path of ["", "/edit", "/history", "/status?to=active", `/history?change=${changeId}`]) {
    const page = await lukasz.get(`/sellers/${theirs.id}${path}`);
    expect(page.path, path).toMatch(/^\/error\/404/);
    expect(ownWords(page.text), path).toEqual([]);
    expect(ownWords((await lukasz.data(`/sellers/${theirs.id}${path}`)).text), `${path} as data`).toEqual([]);
  }
  expect((await lukasz.get(jobPath)).status).toBe(404);
  expect(leaked((await lukasz.get(jobPath)).text.replaceAll(jobPath.slice(-22), ""))).toEqual([]);
});

it("Łukasz is suggested no seller of Anna's", async () => {
  for (const { displayName, email, id } of sellersOf("franchisee").slice(0, 5)) {
    for (const q of [displayName, email, id, email.split("@")[0] as string]) {
      const suggestions = await lukasz.send("GET", `/sellers/suggest?${new URLSearchParams({ q })}`, {});
      expect(leaked(suggestions.text), q).toEqual([]);
    }
  }
});

it("Łukasz isn't warned that a seller of Anna's has an address", async () => {
  const [{ email, id }] = sellersOf("franchisee") as [StoredSeller];
  const same = `/sellers/same?${new URLSearchParams({ email })}`;
  expect((await lukasz.send("GET", same, {})).text).toBe("{}");
  expect((await anna.send("GET", same, {})).text).toContain(id);
});

it("Łukasz's counts are of his own sellers", async () => {
  const counts = (await lukasz.get("/")).wordsOf("Sprzedawcy");
  expect(counts).toContain(`Wszyscy ${sellersOf("listed").length}Aktywni`);
});

it.each(["/sellers/export.csv", "/history/export.csv"])("The file %s holds Łukasz's rows alone", async (path) => {
  const { text } = await lukasz.get(path);
  expect(text).toContain("LUK-1");
  expect(leaked(text)).toEqual([]);
});

it("A workbook holds Łukasz's rows alone", async () => {
  const headers = { cookie: lukasz.cookieHeader };
  const file = await fetch(lukasz.resolve("/sellers/export.xlsx"), { headers });
  const parts = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer()))).map((part) => strFromU8(part));
  expect(parts.join()).toContain("LUK-1");
  expect(leaked(parts.join())).toEqual([]);
});

it("Łukasz finds no change of Anna's by a seller's name, address or id", async () => {
  control().clearRequests();
  for (const seller of [changed.displayName, changed.email, changed.id]) {
    for (const path of ["/history", "/history/export.csv"]) {
      const { text } = await lukasz.get(`${path}?${new URLSearchParams({ seller })}`);
      expect(leaked(text.replaceAll(seller, "").replaceAll(encodeURIComponent(seller), "")), path).toEqual([]);
    }
  }
  expect(asked()).toEqual([]);
});

it("Łukasz gets no file of the history of Anna's seller", async () => {
  const { text } = await lukasz.send("GET", `/sellers/${changed.id}/history/export.csv`, {});
  expect(text).not.toContain("ANN-1");
});

it("Nobody is told who else's seller has an address or a number", async () => {
  const [{ email, displayName, id }] = sellersOf("franchisee") as [StoredSeller];
  const typed = { displayName: "Nowy", email, mpk: "JAN-1" };
  const refused = await addSeller(jan, typed);
  expect(refused.status).toBe(409);
  expect(leaked(refused.text.replaceAll(email, ""))).toEqual([]);
  const rows = `Nazwa wyświetlana;Adres e-mail;MPK\nNowy;${email};JAN-1\n`;
  const checked = await checkFile(jan, rows);
  expect(checked.text).toContain("Nowy");
  for (const secret of [id, displayName]) expect(checked.text).not.toContain(secret);
});

it("Łukasz can take back nothing of Anna's, and learns nothing by trying", async () => {
  const [own] = sellersOf("listed") as [StoredSeller];
  const key = (await lukasz.get("/history")).attribute("input[name=formKey]", "value");
  const form = { formKey: key ?? (await lukasz.get("/sellers/new")).form("#seller").fields.get("formKey") ?? "" };
  for (const path of ["/history", `/sellers/${own.id}/history`, `/sellers/${changed.id}/history`]) {
    for (const field of [undefined, "mpk"]) {
      const tried = await lukasz.post(path, { ...form, change: changeId, field });
      const missing = await lukasz.post(path, { ...form, change: "A".repeat(22), field });
      expect([tried.status, missing.status], path).toEqual([404, 404]);
      expect(leaked(tried.text.replaceAll(changed.id, "")), path).toEqual([]);
      // He gets the answer for a change that doesn't exist, on the page where he is.
      for (const { text, path: shown } of path.includes(changed.id) ? [] : [tried, missing]) {
        expect([shown, text]).toEqual([path, expect.stringContaining("Nie ma już takiej zmiany w historii")]);
      }
    }
  }
  expect(writes()).toEqual([]);
  for (const intent of ["undo", "retry", "stop", "resume"]) {
    expect((await lukasz.post(jobPath, { ...form, intent })).status).toBe(404);
  }
  expect(writes()).toEqual([]);
});

/** Anna changes a seller's MPK; then the backend gives this seller to Jan. */
async function giveToJan(mpk: string): Promise<StoredSeller> {
  const seller = sellersOf("franchisee")[5] as StoredSeller;
  await editSeller(anna, seller.id, { mpk });
  control().giveSeller(seller.id, accounts().imageless.login);
  return seller;
}

let given: Promise<StoredSeller> | undefined;
/** Given once: the server remembers for a minute which other sellers Jan may not see. */
function firstGiven(): Promise<StoredSeller> {
  given ??= giveToJan("GIV-1");
  return given;
}

it.each([401, 503])("A backend that answers %s shows no changes of others", async (status) => {
  await firstGiven();
  control().fault({ target: "sellers", path: /^\/api\/sellers\/[^?]/, status });
  const page = await jan.get("/history");
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("GIV-1");
  expect(page.textOf("main")).toContain("Nie udało się sprawdzić, które zmiany innych osób możesz zobaczyć");
  expect(await jan.isSignedIn()).toBe(true);
});

it("A seller's changes are shown to whom the backend gives the seller now", async () => {
  const { id, mpk } = await firstGiven();
  const page = await jan.get("/history");
  expect(entriesOf([page]).filter((text) => text.includes("GIV-1"))).toHaveLength(1);
  // Anna's batch changed this seller, too: Jan sees that change, but no link to her batch.
  expect(page.text).not.toContain(`/sellers/jobs/${jobPath.slice(-22)}`);
  expect((await jan.submit(page, {}, change)).text).toContain("Cofnięto zmianę");
  expect(control().seller(id)).toMatchObject({ mpk });
});

it("A person still reads their own changes of a seller who was given away", async () => {
  await giveToJan("GIV-2");
  expect(entriesOf(await everyPage(anna)).filter((text) => text.includes("GIV-2"))).toHaveLength(1);
});

it("A person can't undo another's change of a seller who was given away", async () => {
  const { id } = await giveToJan("GIV-3");
  await editSeller(jan, id, { mpk: "JAN-3" });
  control().clearRequests();
  const tried = await anna.post("/history", {
    formKey: (await anna.get("/history")).form(change).fields.get("formKey") ?? "",
    change: (await jan.get("/history")).form(change).fields.get("change") ?? "",
  });
  expect(tried.status).toBe(404);
  expect(writes()).toEqual([]);
});

it("A batch is taken back only where its sellers still are the person's", async () => {
  const lost = sellersOf("franchisee").filter(({ id }) => id !== changed.id)[9] as StoredSeller;
  control().giveSeller(lost.id, accounts().listed.login);
  control().changeSeller(lost.id, { displayName: "Nowe Imię Łukasza", mpk: "LUK-9" });
  const page = await anna.get(`${jobPath}?ask=undo`);
  const undo = await anna.submit(page, { intent: "undo" }, "form:has([value=undo])");
  const ended = await jobs.becomes(undo.path, "Zakończono");
  expect(writes().filter(({ path }) => path.includes(lost.id))).toEqual([]);
  expect(control().seller(lost.id)).toMatchObject({ accountEnabled: false });
  const problems = await anna.get(`${undo.path}?only=problems`);
  expect(problems.textOf("tbody")).toContain("Tego sprzedawcy już nie ma.");
  for (const { text } of [ended, problems, await anna.data(undo.path)]) {
    expect(text).not.toMatch(/Nowe Imię|LUK-9/);
  }
});
