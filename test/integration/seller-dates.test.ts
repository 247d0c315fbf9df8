import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "../support/page";
import { editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

const COUNT = 2_500;

const {
  world,
  browser,
  control,
  pages: jobs,
} = giveWorld({ sandbox: { sellers: { count: COUNT } }, env: { BACKEND_TIMEOUT_MS: "3000" } });
/** In the order in which they were changed; the first one was also disabled, the last one added. */
let changed: string[];
let added: string;
/** On which day the first of them was changed. */
let firstDay: string;

const total = (page: Page) => page.textOf("main p[role=status]")?.replace(/\D/g, "");
const today = () => new Intl.DateTimeFormat("sv", { timeZone: "Europe/Warsaw" }).format(new Date());

beforeAll(async () => {
  firstDay = today();
  changed = control()
    .sellers()
    .slice(700, 703)
    .map(({ id }) => id);
  for (const id of changed) control().changeSeller(id, { accountEnabled: true });
  for (const id of changed.slice(1)) await editSeller(browser, id, { mpk: `Z-${id}` });
  await browser.post(`/sellers/${changed[0]}/status?to=inactive`);
  changed = [...changed.slice(1), changed[0] as string];
  const page = await browser.post("/sellers/new", { displayName: "Ąka nowa", email: "aka@example.pl", mpk: "Z-0" });
  added = page.url.pathname.split("/").at(-1) as string;
  expect(control().sellers()).toHaveLength(COUNT + 1);
});
beforeEach(() => browser.cookies.store(new URL(world.appUrl), ["preferences=; Max-Age=0; Path=/"]));

it.each([
  ["changed", () => changed],
  ["added", () => [added]],
  ["disabledSince", () => changed.slice(-1)],
])("A filter by date (%s) works with others and is left by its chip", async (column, expected) => {
  const page = await browser.get(`/sellers?${column}=7d&sort=${column}`);
  expect([total(page), page.sellerIds]).toEqual([String(expected().length), expected()]);
  expect(page.textOf("main")).toContain("Daty pochodzą z historii zmian w tym panelu");
  expect((await browser.get(`/sellers?${column}=month&sort=-${column}`)).sellerIds).toEqual(expected().toReversed());
  expect((await browser.get(`/sellers?${column}=${firstDay}..`)).sellerIds).toHaveLength(expected().length);
  expect(String(page.region("Wybrane filtry"))).toContain("Ostatnie 7 dni");
  expect(page.hrefOf(/^Usuń filtr/)).toBe(`/sellers?sort=${column}`);
  expect((await browser.get(`/sellers?${column}=2020-01-01..2020-12-31`)).text).toContain(
    "Żaden sprzedawca nie pasuje do wybranych filtrów",
  );
  const none = await browser.get(`/sellers?${column}=7d&q=nikt+taki`);
  expect(none.text).toContain("Brak wyników wyszukiwania");
});

it("A question about all that match a date holds no others", async () => {
  const page = await browser.get("/sellers?changed=7d");
  expect(page.textOf("label:has([name=all])")).toBe("Zaznacz wszystkich pasujących (3)");
  const question = await browser.submit(page, { all: "1", action: "enable" }, "main form:has(tbody)");
  const { fields } = question.form(jobs.form);
  expect(Object.fromEntries(fields)).toMatchObject({ all: "1", changed: "7d", count: "3" });
  const [leftOut = ""] = changed;
  fields.append("leftOut", leftOut);
  const narrower = await browser.post(
    "/sellers/bulk",
    new URLSearchParams([...fields].filter(([name]) => !["confirm", "count"].includes(name))),
  );
  expect(narrower.form(jobs.form).fields.get("count")).toBe("2");
});

it("A chip's button brings its own filter's field, without scripts too", async () => {
  const chips = "[aria-label='Wybrane filtry']";
  const page = await browser.get("/sellers?changed=7d&mpk=0&sort=-changed");
  const opener = page.document.querySelector(`${chips} button[name=menu][value=changed]`);
  expect(opener?.getAttribute("form")).toBe("search-form");
  expect(page.document.querySelector(`${chips} form`)).toBeNull();
  const opened = await browser.submit(page, { menu: "changed" }, "search form");
  expect(opened.document.querySelectorAll("main details[open]")).toHaveLength(1);
  const field = opened.document.querySelector(`${chips} details[open] select`);
  expect([field?.getAttribute("name"), field?.hasAttribute("autofocus")]).toEqual(["changed", true]);
  const chosen = await browser.submit(opened, { changed: "month" }, `${chips} form`);
  expect(new URL(chosen.url).search).toBe("?mpk=0&sort=-changed&changed=month");
  expect(chosen.document.querySelector("main details[open]")).toBeNull();
  const values = [...chosen.document.querySelectorAll(`${chips} [data-value]`)];
  expect(values.map((value) => value.getAttribute("data-value"))).toEqual(["0", "Ten miesiąc"]);
});

it("A list too long to be sorted by a date says so, and offers no batch", async () => {
  const sellers = control().sellers().slice(0, 1);
  control().fault({ target: "sellers", path: { regex: "pageSize=1$" }, body: { sellers, total: 60_000 } });
  const page = await browser.get("/sellers?sort=-changed");
  expect(page.sellerIds).toEqual(changed.toReversed());
  expect(page.textOf("main")).toContain("Lista jest za długa na kolejność według daty");
  expect(page.document.querySelector("input[name=all]")).toBeNull();
});

it("The form takes days of one's own without scripts, also wrong ones", async () => {
  const form = "search form";
  const asked = await browser.submit(await browser.get("/sellers?menu=filters"), { changed: "days", q: "a" }, form);
  expect(asked.document.querySelector("search details")?.hasAttribute("open")).toBe(true);
  expect(asked.document.querySelector("[aria-invalid=true]")).toBeNull();
  expect(asked.document.querySelector("[name=addedFrom]")).toBeNull();
  const withMenu = { q: "", menu: "filters" };
  const inPolish = (day: string) => day.split("-").reverse().join(".");
  const polish = inPolish(today());
  const filtered = await browser.submit(
    asked,
    { ...withMenu, changed: "days", changedFrom: firstDay, changedTo: "" },
    form,
  );
  expect([total(filtered), filtered.form(form).fields.get("changedFrom")]).toEqual(["3", inPolish(firstDay)]);
  const again = await browser.submit(filtered, { ...withMenu, changedFrom: "", changedTo: polish }, form);
  expect([total(again), again.form(form).fields.get("changedTo")]).toEqual(["3", polish]);
  expect(String(again.region("Wybrane filtry"))).toContain(`${polish} lub wcześniej`);

  const wrong = await browser.submit(again, { q: "lodz", changedTo: "31.02.2026" }, form);
  expect(wrong.textOf("main")).toContain("Zmieniono: Pole Do dnia zawiera datę, której nie ma w kalendarzu");
  expect(wrong.form(form).fields.get("changedTo")).toBe("31.02.2026");
  expect(wrong.attribute("[name=changedTo]", "aria-invalid")).toBe("true");
  expect(wrong.document.querySelector("search details")?.hasAttribute("open")).toBe(true);
  expect(wrong.form(form).fields.get("q")).toBe("lodz");

  const unknown = await browser.get("/sellers?changed=soon&q=lodz");
  expect(unknown.textOf("main")).toContain("Pominęliśmy nieznaną wartość w adresie");
});

it("Columns of dates sort by their names and leave unknown dates empty", async () => {
  const shown = [["intent", "display"], ...["added", "changed", "disabledSince"].map((column) => ["columns", column])];
  const page = await browser.post("/sellers?sort=-changed&size=10", new URLSearchParams(shown as [string, string][]));
  expect(page.links("thead th").slice(1)).toEqual([
    ["Dodano", "/sellers?sort=added&size=10"],
    ["Zmieniono", "/sellers?sort=changed&size=10"],
    ["Wyłączono od", "/sellers?sort=disabledSince&size=10"],
  ]);
  expect(page.document.querySelector("thead th[aria-sort=descending]")?.text).toBe("Zmieniono");
  const dates = page.column("Zmieniono");
  expect(dates.slice(0, 3).every((text) => /^\d\d\.\d\d\.\d{4} \d\d:\d\d$/.test(text))).toBe(true);
  expect(dates[3]).toBe("");
  const newcomer = await browser.get("/sellers?q=aka+nowa");
  expect(["Dodano", "Zmieniono"].flatMap((name) => newcomer.column(name))).toEqual([
    expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/),
    "",
  ]);
  // Enabled elsewhere since, the account isn't disabled.
  const id = changed.at(-1) as string;
  control().changeSeller(id, { accountEnabled: true });
  expect((await browser.get("/sellers?disabledSince=7d")).sellerIds).toEqual([]);
  control().changeSeller(id, { accountEnabled: false });
});

describe("A backend that shows each person their own sellers", () => {
  const scoped = giveWorld({ sandbox: { sellers: { count: 40, scoped: true } } });

  it("A list by dates holds nobody else's sellers", async () => {
    const { accounts, control } = scoped.world.sandbox;
    const [anna, lukasz] = [scoped.browser, await scoped.signedIn("listed")];
    const [hers, his] = control.sellers();
    for (const { id } of control.sellers()) control.giveSeller(id, accounts.franchisee.login);
    control.giveSeller(his?.id as string, accounts.listed.login);
    await editSeller(anna, hers?.id as string, { mpk: "H-1" });
    await editSeller(lukasz, his?.id as string, { mpk: "H-2" });
    expect((await anna.get("/sellers?changed=7d")).sellerIds).toEqual([hers?.id]);
    expect((await lukasz.get("/sellers?changed=7d")).sellerIds).toEqual([his?.id]);
    // Read by ids, as of a long list.
    control.fault({
      target: "sellers",
      path: { regex: "pageSize=1$" },
      body: { sellers: control.sellers(accounts.listed.login).slice(0, 1), total: 60_000 },
    });
    const page = await lukasz.get("/sellers?changed=7d");
    expect([total(page), page.sellerIds]).toEqual(["1", [his?.id]]);
    expect((await lukasz.get("/sellers?sort=-changed")).sellerIds).toEqual([his?.id]);
    const csv = (await lukasz.get("/sellers/export.csv?changed=7d")).text;
    expect(csv).toContain(his?.id as string);
    expect(csv).not.toContain(hers?.id as string);
  });
});
