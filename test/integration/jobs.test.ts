import { beforeEach, describe, expect, it } from "vitest";
import { endLeases } from "../support/end-leases";
import { expectAnswer } from "../support/expect-answer";
import { countsOf } from "../support/job-pages";
import type { Page } from "../support/page";
import { giveWorld, takeRole } from "./support/given-world";

/** Items of a job that are worked on at once. */
const CONCURRENCY = 4;
const SELLERS = 50;

// A lost role is noticed before the next item.
const env = { PROFILE_TTL_SECONDS: "0", BACKEND_TIMEOUT_MS: "120000" };
const { world, browser, control, pages, signedIn } = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: SELLERS } },
  env,
});
beforeEach(() => pages.reset());

/** Starts disabling all accounts. @returns the job's path */
const start = async () => (await pages.confirm(await pages.choose({ all: "1" }))).path;
/** The same with its first writes held until the fault is cleared. */
async function startHeld() {
  const held = control().fault({ target: "sellers", method: "PATCH", hold: true });
  const path = await start();
  await expect.poll(() => pages.writes().length).toBe(CONCURRENCY);
  return { path, held };
}

it("A job is visible to its owner alone, and nobody else controls it", async () => {
  const [{ id }] = pages.firstTwo();
  const { path } = await pages.confirm(await pages.choose({ ids: id }));
  await pages.becomes(path, "Zakończono");
  const other = await signedIn("listed");
  const unseen = await other.get(path);
  expectAnswer(unseen, 404, "Nie znaleziono strony", "main");
  const asked = await browser.get(`${path}?ask=undo`);
  const undo = Object.fromEntries(asked.form("form:has([value=undo])").fields);
  const [theirs] = (await pages.choose({ all: "1" }, other)).form(pages.form).fields.getAll("formKey") as [string];
  for (const formKey of [undo.formKey, theirs]) {
    expect((await other.post(path, { formKey, intent: "undo" })).status).toBe(404);
  }
  expect((await other.data(`${path}/results.csv`)).status).toBe(404);
  for (const odd of ["none", `${path.slice(-22, -1)}%00`, "..%2f..", "a".repeat(5_000)]) {
    expect((await browser.get(`/sellers/jobs/${odd}`)).status).toBe(404);
  }
  expect((await browser.post(path, { ...undo, intent: "delete" })).status).toBe(400);
  expect((await browser.post(path, { formKey: theirs, intent: "undo" })).path).toBe(path);
  expect(pages.enabled()).toBe(SELLERS - 1);
});

it("A job survives a server that is killed, and changes each item once", async () => {
  control().fault({ target: "sellers", method: "PATCH", delayMs: 400 });
  const path = await start();
  await expect.poll(() => pages.writes().length).toBeGreaterThan(20);
  await world.app.stop("SIGKILL");
  expect(pages.writes().length).toBeLessThan(SELLERS);
  await endLeases(world.env.DATABASE_URL as string);
  control().clearFaults();
  await world.restart();
  const page = await pages.becomes(path, "Zakończono");
  expect(countsOf(page)).toEqual([SELLERS, 0, 0, 0]);
  expect(pages.enabled()).toBe(0);
  const each = new Map<string, number>();
  for (const { path: where } of pages.writes()) each.set(where, (each.get(where) ?? 0) + 1);
  expect(each.size).toBe(SELLERS);
  // The backend drops what it hadn't begun when the server died: at most what was on its way is
  // sent once more.
  const repeated = [...each].filter(([, times]) => times > 1);
  expect(repeated.length).toBeLessThanOrEqual(CONCURRENCY);
  expect(repeated.every(([, times]) => times === 2)).toBe(true);
  const [plain] = [...each].find(([, times]) => times === 1) as [string, number];
  for (const where of [plain, ...repeated.map(([seller]) => seller)]) {
    const history = await browser.get(`/sellers/${where.split("/").at(-1)}/history`);
    expect(history.document.querySelectorAll(`main article a[href='${path}']`)).toHaveLength(1);
  }
});

it("A job's page refreshes without scripts until that is turned off", async () => {
  const { path, held } = await startHeld();
  const plain = await browser.get(path);
  const refreshes = ({ text }: Page) => /<noscript><meta http-equiv="refresh" content="10"/i.test(text);
  expect(refreshes(plain)).toBe(true);

  /** The way to turn it off or on: its address and its words. */
  const choice = ({ text }: Page) =>
    /<noscript>(?:(?!<\/noscript>).)*?<a [^>]*href="([^"]+)"[^>]*>([^<]+)/.exec(text)?.slice(1);
  expect(choice(plain)).toEqual([`${path}?refresh=off`, "Wyłącz odświeżanie"]);
  const still = await browser.get(`${path}?refresh=off`);
  expect(refreshes(still)).toBe(false);
  expect(choice(still)).toEqual([path, "Włącz odświeżanie"]);
  const problems = still.document.querySelector("nav a[href*=only]")!;
  // What is pressed on such a page leads to such a page.
  expect(refreshes(await browser.get(problems.getAttribute("href")!))).toBe(false);
  // A running job's rest isn't another job's, whoever makes such a form up.
  const early = await browser.submit(still, { intent: "finish" }, "form:has([value=stop])");
  expect([early.path, early.text.includes("Nie ma nic do zrobienia.")]).toEqual([`${path}?refresh=off`, true]);
  const stopped = await browser.submit(still, { intent: "stop" }, "form:has([value=stop])");
  expect(stopped.path).toBe(`${path}?refresh=off`);
  // The held writes end; the next ones take longer than the job needs to see that it is to stop.
  control().fault({ target: "sellers", method: "PATCH", delayMs: 800 });
  control().clearFaults(held);
  const page = await pages.becomes(path, "Zatrzymano");
  const left = SELLERS - pages.writes().length;
  expect(left).toBeGreaterThan(0);
  expect(page.textOf("[value=finish]")).toMatch(new RegExp(`^Dokończ ${left}\\sniewykonan`));
  control().clearFaults();
  // What was stopped is no failure: trying those again does nothing of it, and nothing offers to.
  expect(page.document.querySelector("[value=retry]")).toBeNull();
  const nothing = await browser.submit(page, { intent: "retry" }, "form:has([value=finish])");
  expect([nothing.path, nothing.text.includes("Nie ma nic do zrobienia.")]).toEqual([path, true]);
  const settled = await browser.get(path);
  expect(settled.textOf("main")).toContain(`Niewykonane ${left}`);
  expect(settled.textOf("main")).not.toContain("Czeka");

  // Two tabs ask for it at the same moment.
  const tabs = [await browser.get(path), await browser.get(path)];
  const finish = (tab: Page) => browser.submit(tab, { intent: "finish" }, "form:has([value=finish])");
  const [rest, other] = (await Promise.all(tabs.map(finish))) as [Page, Page];
  expect(rest.path).not.toBe(path);
  expect(other.path).toBe(rest.path);
  expect(rest.textOf(`main p:has(a[href='${path}'])`)).toMatch(/^Dokańcza: Wyłączono \d+ z\s50\skont$/);
  await pages.becomes(rest.path, "Zakończono");
  expect(pages.writes()).toHaveLength(SELLERS);

  // Nothing offers the rest twice, and what still stands on another page leads to who did it.
  const over = await browser.get(path);
  expect(over.document.querySelector("[value=finish]")).toBeNull();
  expect(over.textOf(`main a[href='${rest.path}']`)).toBe("Pozycjami, których nie wykonano, zajęła się inna operacja.");
  expect(over.textOf("main")).not.toContain("Niewykonane pozycje pozostały bez zmian.");
  const twice = await finish(page);
  expect(twice.path).toBe(rest.path);
});

it("A job shows the reason of each failure and retries those alone", async () => {
  const [first, second] = pages.firstTwo();
  control().fault({ target: "sellers", method: "PATCH", path: `/api/sellers/${first.id}`, status: 403 });
  control().fault({ target: "sellers", method: "PATCH", path: `/api/sellers/${second.id}`, loseAnswer: true });
  const path = await start();
  const page = await pages.becomes(path, "Zakończono");
  expect(countsOf(page)).toEqual([SELLERS - 1, 0, 1, 0]);
  const problems = await browser.get(`${path}?only=problems`);
  expect(problems.document.querySelectorAll("tbody tr")).toHaveLength(1);
  expect(problems.textOf("tbody")).toContain("Nie masz uprawnień do tego sprzedawcy.");
  expect(page.textOf("h1")).toMatch(/^Wyłączono 49 z\s50\skont$/);
  const file = await browser.get(page.document.querySelector("main a[href$='.csv']")!.getAttribute("href")!);
  expect(file.headers.get("content-disposition")).toMatch(/filename="wyniki-[\d-]+\.csv"/);
  const [headings, ...lines] = file.text.trimEnd().split("\r\n");
  expect(headings).toBe("\uFEFFLp.;Wiersz pliku;Sprzedawca;Identyfikator sprzedawcy;Wynik;Powód");
  expect(lines).toHaveLength(SELLERS);
  const lineOf = ({ id }: { id: string }) => lines.find((line) => line.includes(`;${id};`));
  expect(lineOf(first)).toMatch(/;Nieudane;Nie masz uprawnień do tego sprzedawcy\.$/);
  expect(lineOf(second)).toMatch(/;Wykonane;$/);

  control().clearFaults();
  control().clearRequests();
  const retried = await browser.submit(page, { intent: "retry" }, "form:has([value=retry])");
  expect(countsOf(await pages.becomes(retried.path, "Zakończono"))).toEqual([1, 0, 0, 0]);
  expect(pages.writes()).toHaveLength(1);
  expect(pages.enabled()).toBe(0);
  expect(retried.document.querySelector(`main a[href='${path}']`)).not.toBeNull();

  // Sent twice, and one account was enabled by somebody else meanwhile.
  control().changeSeller(second.id, { accountEnabled: true });
  const asked = await browser.get(`${path}?ask=undo`);
  expect(asked.textOf("main form h2")).toMatch(new RegExp(`^Przywrócić ${SELLERS - 1}\\skont\\?$`));
  const send = () => browser.submit(asked, { intent: "undo" }, "form:has([value=undo])", { follow: false });
  const paths = new Set((await Promise.all([send(), send()])).map(({ location }) => location));
  expect(paths.size).toBe(1);
  const undone = await pages.becomes([...paths][0] as string, "Zakończono");
  expect(undone.textOf("h1")).toMatch(new RegExp(`^Cofnięto wyłączenie ${SELLERS - 2} z\\s${SELLERS - 1}\\skont$`));
  expect(undone.textOf("title")).toBe(`${undone.textOf("h1")} – Panel franczyzobiorcy`);
  expect(countsOf(undone)).toEqual([SELLERS - 2, 1, 0, 0]);
  expect(pages.enabled()).toBe(SELLERS - 1);
});

describe("The role of a job's owner", () => {
  const timesPaused = () => world.app.logs().split('"ending":"noRole"').length;

  /**
   * A job that is at work when its owner loses the role.
   * @returns its path, and what gives the role back
   */
  async function lostAtWork() {
    const { path } = await startHeld();
    const giveBack = takeRole(world.sandbox.accounts.franchisee);
    const before = timesPaused();
    control().clearFaults();
    await expect.poll(timesPaused).toBeGreaterThan(before);
    expect(pages.writes()).toHaveLength(CONCURRENCY);
    return { path, giveBack };
  }

  it("A job whose owner has lost the role writes nothing until they resume it", async () => {
    const { path, giveBack } = await lostAtWork();
    expect((await browser.get(path)).url.pathname).toBe("/error");
    giveBack();
    const paused = await pages.becomes(path, "Wstrzymano");
    const staysPaused = async () => {
      expect((await browser.get(path)).textOf("main p [role=status]")).toBe("Wstrzymano");
      expect(pages.writes()).toHaveLength(CONCURRENCY);
    };
    expect(paused.text).toContain("Operacja czeka na Twoje następne logowanie");
    // Whoever is on the way to that button keeps their place.
    expect(paused.text).not.toMatch(/http-equiv="refresh"/i);
    const navigations: Record<string, string>[] = [
      { purpose: "prefetch", "sec-purpose": "prefetch" },
      { "sec-fetch-site": "cross-site", referer: "https://elsewhere.example/" },
      { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" },
    ];
    for (const headers of navigations) await browser.get(path, { headers });
    for (const shown of [path, `${path}?only=problems`, `${path}?intent=resume`, "/sellers/bulk", "/", "/history"]) {
      await browser.get(shown);
      await browser.data(shown);
      await browser.send("HEAD", shown, {});
    }
    await staysPaused();

    const form = "form:has([value=resume])";
    const fields = { ...Object.fromEntries(paused.form(form).fields), intent: "resume" };
    const foreign = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
    expect((await browser.post(path, fields, { headers: foreign })).status).toBe(403);
    const other = await signedIn("listed");
    expect((await other.post(path, fields)).status).toBe(404);
    await browser.post(path, { ...fields, formKey: "made-up" });
    await staysPaused();

    expect((await browser.submit(paused, { intent: "resume" }, form)).path).toBe(path);
    expect(countsOf(await pages.becomes(path, "Zakończono"))).toEqual([SELLERS, 0, 0, 0]);
    expect(pages.writes()).toHaveLength(SELLERS);
  });

  it("A paused job resumes by itself at a sign-in with the role", async () => {
    const { path, giveBack } = await lostAtWork();
    const signInAnew = async () => {
      const toProvider = await browser.signOut();
      await browser.get(toProvider.location);
      await browser.signIn(world.sandbox.accounts.franchisee);
    };
    const before = timesPaused();
    await signInAnew();
    await expect.poll(timesPaused).toBeGreaterThan(before);
    expect(pages.writes()).toHaveLength(CONCURRENCY);
    giveBack();
    await signInAnew();
    await expect.poll(() => pages.enabled()).toBe(0);
    expect(countsOf(await pages.becomes(path, "Zakończono"))).toEqual([SELLERS, 0, 0, 0]);
    expect(pages.writes()).toHaveLength(SELLERS);
  });
});
