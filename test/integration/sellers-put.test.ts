import { afterAll, expect, it } from "vitest";
import { startFaultServer } from "../support/fault-server";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

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
const backend = await startFaultServer((request, response) => {
  const sent = backend.seen.find(({ headers }) => headers === request.headers);
  const isItem = request.url === `/api/sellers/${encodeURIComponent(String(seller.id))}`;
  if (request.method === "PUT" && isItem) seller = JSON.parse(sent?.body ?? "");
  const list = request.url?.startsWith("/api/sellers?") && { sellers: [seller], total: 1 };
  const json = isItem ? { seller } : list;
  response.writeHead(json ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(json || {}));
});
const { browser } = giveWorld({ isOwn: true, env: { SELLERS_API_URL: backend.url } });
afterAll(() => backend.close());

function holdSeller(id: unknown, mpk: unknown): void {
  seller = row(id, mpk);
  backend.seen.length = 0;
}
const sent = () => backend.seen.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body));

it("A backend's numbers go back to it as numbers, but for what was typed", async () => {
  holdSeller(7, 123);
  const edit = (changes: Record<string, string>) => editSeller(browser, "7", changes);
  expect((await edit({ displayName: "Nowa" })).path).toBe("/sellers/7");
  expect((await edit({ mpk: "0123" })).path).toBe("/sellers/7");
  await edit({ displayName: "Inna" });
  const changed = { ...row(7, 123), displayName: "Nowa" };
  expect(sent()).toEqual([changed, { ...changed, mpk: "0123" }, { ...row(7, "0123"), displayName: "Inna" }]);
});

it("A seller whose id ends in .data is opened and changed", async () => {
  holdSeller("a.data", "00001");
  const list = await browser.get("/sellers");
  const link = list.attribute("tbody tr a", "href") ?? "";
  expect(link).toMatch(/^\/sellers\/a%2Edata(\?|$)/);
  const page = await browser.get(link);
  expect([page.status, page.textOf("h1")]).toEqual([200, "Żółta Łódź"]);
  expect((await browser.data("/sellers/a%2Edata")).text).toContain("zolta@example.pl");
  for (const name of ["edit", "history", "status"]) {
    expect(
      page.hrefs().some((href) => href?.startsWith(`/sellers/a%2Edata/${name}`)),
      name,
    ).toBe(true);
  }
  const saved = await editSeller(browser, "a%2Edata", { mpk: "00042" });
  expect([saved.status, saved.url.pathname]).toEqual([200, "/sellers/a%2Edata"]);
  expect(saved.text).toContain("Zapisano zmiany");
  expect(sent()).toEqual([row("a.data", "00042")]);
});
