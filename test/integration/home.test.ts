import { beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const { browser, control, pages, signedIn } = giveWorld({ sandbox: { sellers: { count: 30 } } });
let colleague: BrowserSession;

beforeAll(async () => {
  colleague = await signedIn("listed");
});

const latest = async (who: BrowserSession) => (await who.get("/")).wordsOf("Ostatnie zmiany") ?? "";
const attention = async (who: BrowserSession) => (await who.get("/")).wordsOf("Wymaga uwagi") ?? "";

it("The dashboard is quiet while nothing was changed", async () => {
  expect(await latest(browser)).toContain("Nie ma tu jeszcze żadnych zmian.");
  expect(await attention(browser)).toBe("");
});

it("The dashboard shows whoever may see a seller who changed it", async () => {
  const seller = control().sellers()[0]!;
  await editSeller(browser, seller.id, { mpk: "00042" });
  const page = await colleague.get("/");
  const change = `MPK:\\s*było\\s*${seller.mpk}\\s*→\\s*, jest\\s*00042`;
  const maker = "Anna Kowalska\\s*przed chwilą";
  expect(page.wordsOf("Ostatnie zmiany")).toMatch(
    new RegExp(`Dziś, \\d\\d\\.\\d\\d\\.\\d{4}\\s*${seller.displayName}\\s*${change}\\s*${maker}`),
  );
  const time = page.region("Ostatnie zmiany")?.querySelector("li time");
  expect(time?.getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(time?.getAttribute("title")).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(page.text).not.toContain("Na skróty");
  const rows = page
    .region("Zmiany z ostatnich 30 dni")
    ?.querySelectorAll("tr")
    .map(({ text }) => text);
  expect(rows).toEqual(["DzieńLiczba zmian", expect.stringMatching(/^\d\d\.\d\d\.\d{4}1$/)]);
  const links = page.region("Ostatnie zmiany")?.querySelectorAll("a") ?? [];
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/history", `/sellers/${seller.id}`]);
});

it("The dashboard shows a job with failures to its owner until it is retried", async () => {
  const chosen = control()
    .sellersWith(({ accountEnabled }) => accountEnabled)
    .slice(0, 5);
  control().fault({ target: "sellers", method: "PATCH", status: 422, times: 2 });
  const job = await pages.confirm(await pages.chooseSellers(chosen));
  await pages.becomes(job.path, "Zakończono");

  expect(await attention(browser)).toMatch(/Wyłączono 3 konta, 2 nieudane\s*\d\d\.\d\d\.\d{4} \d\d:\d\d/);
  expect(await attention(colleague)).toBe("");
  expect(await latest(browser)).not.toContain("i inni");
  expect(await latest(colleague)).toContain("i inni: 4");
  const hrefs = async (who: BrowserSession) => (await who.get("/")).hrefs();
  expect(await hrefs(browser)).toContain(`${job.path}?only=problems`);
  expect((await hrefs(colleague)).filter((href) => href?.startsWith("/sellers/jobs"))).toEqual([]);

  const again = await browser.submit(await browser.get(job.path), { intent: "retry" }, "form:has(button[value=retry])");
  await pages.becomes(again.path, "Zakończono");
  expect(await attention(browser)).toBe("");
  expect(await latest(browser)).toContain("i inni: 4");
  expect(await hrefs(browser)).toContain(again.path);
});

it("The dashboard tells a job's writes as in progress until they have ended", async () => {
  const chosen = control()
    .sellersWith(({ accountEnabled }) => accountEnabled)
    .slice(0, 4);
  const held = control().fault({ target: "sellers", method: "PATCH", hold: true });
  await pages.confirm(await pages.chooseSellers(chosen));
  const history = async (who: BrowserSession) => (await who.get("/history")).textOf("main") ?? "";
  const running = async (who: BrowserSession) => (await who.get("/")).wordsOf("W toku") ?? "";
  for (const who of [browser, colleague]) {
    for (const page of who === browser ? [history] : [latest, history]) {
      await expect.poll(() => page(who)).toContain("W toku: 4");
      expect(await page(who)).not.toContain("Nie wiadomo");
    }
    for (const path of ["/", "/history"]) {
      expect((await who.get(path)).text).toMatch(/<noscript>[\s\S]*w\stoku[\s\S]*Odśwież[\s\S]*<\/noscript>/);
    }
  }
  expect(await running(browser)).toMatch(/Wyłączanie kont\s*Trwa\s*0 z\s4/);
  expect(await latest(browser)).not.toContain("W toku");
  expect(await running(colleague)).toBe("");
  control().clearFaults(held);
  await expect.poll(() => history(browser)).not.toContain("W toku");
  await expect.poll(async () => (await browser.get("/history")).text).not.toContain("Odśwież");
  expect(await history(browser)).not.toContain("Nie wiadomo");
});
