import { afterAll, beforeAll, expect, it } from "vitest";
import { type FaultServer, startFaultServer } from "../support/fault-server";
import { editSeller } from "../support/seller-pages";
import { sharedWorld, type World } from "../support/world";

type Row = Record<string, unknown>;
const row = (id: unknown, mpk: unknown): Row => ({
  id,
  displayName: "Żółta Łódź",
  email: "zolta@example.pl",
  accountEnabled: true,
  mpk,
});

/** The backend's only seller, with an id and an MPK of any type. */
let seller: Row = row(0, 0);
let backend: FaultServer;
let world: World;

beforeAll(async () => {
  backend = await startFaultServer((request, response) => {
    const sent = backend.seen.find(({ headers }) => headers === request.headers);
    const isItem = request.url === `/api/sellers/${encodeURIComponent(String(seller.id))}`;
    if (request.method === "PUT" && isItem) seller = JSON.parse(sent?.body ?? "");
    const list = request.url?.startsWith("/api/sellers?") && { sellers: [seller], total: 1 };
    const json = isItem ? { seller } : list;
    response.writeHead(json ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(json || {}));
  });
  world = await sharedWorld({ env: { SELLERS_API_URL: backend.url } });
});
afterAll(async () => {
  await world?.close();
  await backend?.close();
});

async function withSeller(id: unknown, mpk: unknown) {
  seller = row(id, mpk);
  backend.seen.length = 0;
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  return {
    browser,
    sent: () => backend.seen.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body)),
  };
}

it("A backend's numbers go back to it as numbers, but for what was typed", async () => {
  const { browser, sent } = await withSeller(7, 123);
  const edit = (changes: Record<string, string>) => editSeller(browser, "7", changes);
  expect((await edit({ displayName: "Nowa" })).path).toBe("/sellers/7");
  expect((await edit({ mpk: "0123" })).path).toBe("/sellers/7");
  await edit({ displayName: "Inna" });
  const changed = { ...row(7, 123), displayName: "Nowa" };
  expect(sent()).toEqual([changed, { ...changed, mpk: "0123" }, { ...row(7, "0123"), displayName: "Inna" }]);
});

it("A seller whose id ends in .data is opened and changed", async () => {
  const { browser, sent } = await withSeller("a.data", "00001");
  const list = await browser.get("/sellers");
  const link = list.attribute("tbody tr a", "href") ?? "";
  expect(link).toMatch(/^\/sellers\/a%2Edata(\?|$)/);
  const page = await browser.get(link);
  expect([page.status, page.textOf("h1")]).toEqual([200, "Żółta Łódź"]);
  expect((await browser.data("/sellers/a%2Edata")).text).toContain("zolta@example.pl");
  const hrefs = page.document.querySelectorAll("main a").map((each) => each.getAttribute("href") ?? "");
  const pages = ["edit", "history", "status"].map((name) => `/sellers/a%2Edata/${name}`);
  for (const path of pages) expect(hrefs.some((href) => href.startsWith(path))).toBe(true);
  const saved = await editSeller(browser, "a%2Edata", { mpk: "00042" });
  expect([saved.status, saved.url.pathname]).toEqual([200, "/sellers/a%2Edata"]);
  expect(saved.text).toContain("Zapisano zmiany");
  expect(sent()).toEqual([row("a.data", "00042")]);
});
