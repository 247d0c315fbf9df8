import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/lib/project.mjs";
import type { BrowserSession } from "../support/browser-session";
import { runCommand } from "../support/built-command";
import {
  djangoRest,
  ForeignBackend,
  type ForeignSystem,
  jsonApi,
  jsonServer1,
  jsonServer017,
  odata,
  springDataRest,
} from "../support/foreign-backends";
import { addSeller, editSeller } from "../support/seller-pages";
import { startWorld, type World } from "../support/world";

/*
 * Checks the table of systems in docs/operations.md: `npm run contract` prints these variables for
 * each, and with them the panel does what the table says.
 */

const COUNT = 45;
const operations = readFileSync(join(root, "docs/operations.md"), "utf8");
const rowOf = (system: string) => operations.split("\n").find((line) => line.startsWith(`| ${system} |`)) ?? "";

const contract = ({ url }: ForeignBackend) => runCommand("contract", ["--url", url, "--token", "token"], {});

describe.each<[name: string, system: ForeignSystem, lines: string[]]>([
  [
    "OData 4",
    odata,
    [
      "SELLERS_PARAMS=search=$search,accountEnabled=,sort=$orderby,page=$skip:offset,pageSize=$top",
      "SELLERS_SORT=suffix",
      "SELLERS_LIST_KEY=value",
      "SELLERS_TOTAL_KEY=@odata.count",
    ],
  ],
  [
    "Spring Data REST",
    springDataRest,
    [
      "SELLERS_PARAMS=search=,accountEnabled=,sort=sort,page=page,pageSize=size",
      "SELLERS_FIRST_PAGE=0",
      "SELLERS_SORT=comma",
      "SELLERS_LIST_KEY=_embedded.sellers",
      "SELLERS_TOTAL_KEY=page.totalElements",
    ],
  ],
  [
    "json-server 0.17",
    jsonServer017,
    [
      "SELLERS_PARAMS=search=q,accountEnabled=accountEnabled,sort=_sort:_order,page=_page,pageSize=_limit",
      "SELLERS_LIST_KEY=",
      "SELLERS_TOTAL_KEY=",
    ],
  ],
  [
    "json-server 1.0",
    jsonServer1,
    [
      "SELLERS_PARAMS=search=,accountEnabled=accountEnabled,sort=_sort,page=_page,pageSize=_per_page",
      "SELLERS_LIST_KEY=data",
      "SELLERS_TOTAL_KEY=items",
    ],
  ],
  [
    "Django REST framework",
    djangoRest,
    [
      "SELLERS_PARAMS=search=search,accountEnabled=accountEnabled,sort=ordering,page=page,pageSize=page_size",
      "SELLERS_LIST_KEY=results",
      "SELLERS_TOTAL_KEY=count",
    ],
  ],
])("%s", (name, system, lines) => {
  let backend: ForeignBackend;
  let world: World;
  let browser: BrowserSession;
  let report: Awaited<ReturnType<typeof contract>>;
  beforeAll(async () => {
    backend = await new ForeignBackend(system, COUNT).start();
    report = await contract(backend);
    const variables = report.stdout.split("\n").filter((line) => line.startsWith("SELLERS_"));
    const env = Object.fromEntries(variables.map((line) => line.split(/=(.*)/s) as [string, string]));
    world = await startWorld({ env: { ...env, SELLERS_API_URL: backend.url } });
    browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/profile");
  });
  afterAll(async () => {
    await world?.close();
    await backend?.close();
  });

  const list = async (query: string) => {
    const page = await browser.get(`/sellers?${query}`);
    expect(page.status).toBe(200);
    return page;
  };
  const idsWhere = (isWanted: (row: ForeignBackend["rows"][number]) => boolean) =>
    backend.rows
      .filter(isWanted)
      .map(({ id }) => id)
      .toSorted();

  it(`${name} is recognised, and its lines are in the documents`, () => {
    expect(report.code).toBe(0);
    for (const line of lines) {
      expect(report.stdout).toContain(`\n${line}\n`);
      expect(rowOf(name)).toContain(`\`${line}\``);
    }
  });

  it(`${name}: the list and its pages hold each seller once`, async () => {
    const pages = [await list("size=20"), await list("size=20&page=2"), await list("size=20&page=3")];
    expect(pages.map(({ sellerIds }) => sellerIds.length)).toEqual([20, 20, 5]);
    expect(pages.flatMap(({ sellerIds }) => sellerIds).toSorted()).toEqual(idsWhere(() => true));
    expect((await list("size=20&page=900")).sellerIds).toEqual(pages[2]?.sellerIds);
  });

  it(`${name}: a search finds a seller`, async () => {
    const [seller] = backend.rows;
    expect((await list(`q=${encodeURIComponent(seller?.email ?? "")}`)).sellerIds).toEqual([seller?.id]);
  });

  it(`${name}: an order turns round`, async () => {
    const up = (await list("sort=mpk&size=50")).column("MPK");
    const down = (await list("sort=-mpk&size=50")).column("MPK");
    expect(new Set(up).size).toBeGreaterThan(10);
    expect(down).toEqual(up.toReversed());
  });

  it(`${name}: a list holds one state`, async () => {
    const inactive = idsWhere(({ accountEnabled }) => !accountEnabled);
    expect(inactive.length).toBeGreaterThan(1);
    expect((await list("status=inactive&size=50")).sellerIds.toSorted()).toEqual(inactive);
  });

  it(`${name}: a seller is added, changed and disabled`, async () => {
    const typed = { displayName: "Nowy Sklep", email: "nowy@example.pl", mpk: "NS-1", firstName: "Ewa" };
    const seller = () => backend.rows.find(({ email }) => email === typed.email);
    const added = await addSeller(browser, typed);
    expect([added.status, added.path]).toEqual([200, `/sellers/${seller()?.id}`]);
    const id = seller()?.id ?? "";
    await editSeller(browser, id, { mpk: "NS-2", firstName: "" });
    expect(seller()).toMatchObject({ mpk: "NS-2", displayName: "Nowy Sklep" });
    expect(seller()?.firstName ?? "").toBe("");
    const question = await browser.get(`/sellers/${id}/status?to=inactive`);
    await browser.submit(question, {}, "form:has([name=formKey])");
    expect(seller()).toMatchObject({ accountEnabled: false, mpk: "NS-2" });
  });

  it(`${name}: an export holds every seller`, async () => {
    const { text } = await browser.get("/sellers/export.csv");
    for (const { email } of backend.rows) expect(text).toContain(email);
    expect(text.trim().split("\r\n")).toHaveLength(backend.rows.length + 1);
  });
});

it("JSON:API is refused with the reason, and without lines to copy", async () => {
  const backend = await new ForeignBackend(jsonApi, COUNT).start();
  const { code, stdout, stderr } = await contract(backend);
  await backend.close();
  expect([code, stdout]).toEqual([1, expect.stringContaining('fields within "attributes" (JSON:API)')]);
  expect(stdout).not.toContain("SELLERS_PARAMS");
  expect(stderr).toContain("can't work with this backend as it is: fields");
  expect(rowOf("JSON:API")).toContain("doesn't work");
});
