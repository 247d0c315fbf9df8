import { beforeAll, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import { giveWorld } from "./support/given-world";

const { browser, control, pages, signedIn } = giveWorld({
  sandbox: { sellers: { count: 30 } },
  env: { BACKEND_TIMEOUT_MS: "120000" },
});
let colleague: BrowserSession;

beforeAll(async () => {
  colleague = await signedIn("listed");
});

const latest = async (who: BrowserSession) => (await who.get("/")).wordsOf("Ostatnie zmiany") ?? "";
const attention = async (who: BrowserSession) => (await who.get("/")).wordsOf("Wymaga uwagi") ?? "";

it("A dashboard without sellers is one card that leads to adding them", async () => {
  control().fault({ target: "sellers", body: { sellers: [], total: 0 }, times: 2 });
  const page = await browser.get("/");
  expect(page.texts("main h2")).toEqual(["Dodaj pierwszych sprzedawców"]);
  expect(page.texts("main a").map((text) => text.trim())).toEqual(["Dodaj sprzedawcę", "Importuj z pliku"]);
  expect(page.document.querySelector("main form")).toBeNull();
});

it("The dashboard shows a job with failures to its owner until it is retried", async () => {
  const chosen = control()
    .sellersWith(({ accountEnabled }) => accountEnabled)
    .slice(0, 5);
  control().fault({ target: "sellers", method: "PATCH", status: 422, times: 2 });
  const job = await pages.confirm(await pages.chooseSellers(chosen));
  await pages.becomes(job.path, "Zakończono");

  expect(await attention(browser)).toMatch(/Wyłączono 3 z 5 kont\s*2 nieudane\s*przed chwilą, \d\d:\d\d/);
  expect(await attention(colleague)).toBe("");
  expect(await latest(browser)).not.toMatch(/i \d+ innych/);
  expect(await latest(colleague)).toContain("i 4 innych");
  const hrefs = async (who: BrowserSession) => (await who.get("/")).hrefs();
  expect(await hrefs(browser)).toContain(`${job.path}?only=problems`);
  expect((await hrefs(colleague)).filter((href) => href?.startsWith("/sellers/jobs"))).toEqual([]);

  const again = await browser.submit(await browser.get(job.path), { intent: "retry" }, "form:has(button[value=retry])");
  await pages.becomes(again.path, "Zakończono");
  expect(await attention(browser)).toBe("");
  expect(await latest(browser)).toContain("i 4 innych");
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
