import { beforeEach, expect, it } from "vitest";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const COUNT = 2_500;

const { world, browser, control, signedIn } = giveWorld({
  sandbox: { sellers: { count: COUNT } },
  env: { BACKEND_TIMEOUT_MS: "3000" },
});
beforeEach(() => browser.cookies.store(new URL(world.appUrl), ["preferences=; Max-Age=0; Path=/"]));

const rows = (page: Page) => page.document.querySelectorAll("tbody tr[id]");
const ticked = (page: Page) => page.form("main form:has(tbody)").fields.getAll("ids");
const tick = (page: Page, ...ids: string[]) => {
  const { fields } = page.form("main form:has(tbody)");
  for (const id of ids) fields.append("ids", id);
  return fields;
};
const post = (path: string, fields: URLSearchParams | Record<string, string>) => browser.post(path, fields);

it("The list says what filters it, each with a link that takes it away", async () => {
  const page = await browser.get("/sellers?q=sklep&mpk=0&status=active&names=none&sort=-mpk&size=50&page=2");
  expect(page.hrefs("[aria-label='Wybrane filtry']")).toEqual([
    "/sellers?status=active&mpk=0&names=none&sort=-mpk&size=50",
    "/sellers?q=sklep&status=active&names=none&sort=-mpk&size=50",
    "/sellers?q=sklep&status=active&mpk=0&sort=-mpk&size=50",
    "/sellers?status=active&sort=-mpk&size=50",
  ]);
  expect(page.texts("[aria-label='Wybrane filtry'] a").at(-1)).toBe("Wyczyść filtry");
  expect((await browser.get("/sellers?sort=-mpk")).region("Wybrane filtry")).toBeUndefined();
});

const tabs = (page: Page) =>
  page.document
    .querySelectorAll("nav[aria-label='Stan konta'] a")
    .map((link) => [link.text.replace(/\s+/g, " "), link.getAttribute("href"), link.getAttribute("aria-current")]);

it("Tabs by status say how many match the other filters", async () => {
  const inLodz = control().sellersWith(({ displayName }) => displayName.includes("Łódź"));
  const active = inLodz.filter(({ accountEnabled }) => accountEnabled).length;
  const number = (count: number) => new Intl.NumberFormat("pl").format(count).replace(/\s/g, " ");
  expect(tabs(await browser.get("/sellers?q=lodz&sort=-mpk&status=active&size=10&page=2"))).toEqual([
    [`Wszyscy ${number(inLodz.length)}`, "/sellers?q=lodz&sort=-mpk&size=10", undefined],
    [`Aktywni ${number(active)}`, "/sellers?q=lodz&status=active&sort=-mpk&size=10", "true"],
    [`Nieaktywni ${number(inLodz.length - active)}`, "/sellers?q=lodz&status=inactive&sort=-mpk&size=10", undefined],
  ]);
});

it("Only the current tab has its number where the others can't be had", async () => {
  const nameless = tabs(await browser.get("/sellers?names=none&status=active")).map(([text]) => text);
  expect(nameless).toEqual(["Wszyscy", expect.stringMatching(/^Aktywni \d+$/), "Nieaktywni"]);
  control().fault({ target: "sellers", path: { regex: "pageSize=1$|pageSize=1&" }, status: 500 });
  const page = await browser.get("/sellers");
  expect([page.status, tabs(page).map(([text]) => text)]).toEqual([
    200,
    [expect.stringMatching(/^Wszyscy \d+$/), "Aktywni", "Nieaktywni"],
  ]);
});

it("The list opens at a nonsensical address and tells what was left out", async () => {
  const page = await browser.get("/sellers?page=-1&size=abc&sort=password&status=maybe&q=%00%FF");
  expect([page.status, page.textOf("h1")]).toEqual([200, "Sprzedawcy"]);
  expect(page.textOf("[role=note]")).toContain("Wartość pola Strona musi wynosić od 1 do 1 000 000.");
  expect(page.textOf("[role=note]")).toContain("Pominęliśmy nieznaną wartość w adresie strony.");
  expect((await browser.get("/sellers?page=2&size=20&status=active")).text).not.toContain("Pominęliśmy");
});

it("A name that is markup is shown as the text that it is", async () => {
  const { id } = control().sellers()[0]!;
  const displayName = `<img src=x onerror="alert(1)">`;
  control().changeSeller(id, { displayName });
  for (const path of ["/sellers?q=onerror", `/sellers/${id}`]) {
    const page = await browser.get(path);
    expect(page.text, path).not.toContain("<img src=x");
    expect(page.textOf("main"), path).toContain(displayName);
  }
});

it("The list says so when a filter could not look through all sellers", async () => {
  control().fault({ target: "sellers", path: { regex: "page=1&pageSize=500" }, body: pageOf(500, 60_000) });
  const page = await browser.get("/sellers?names=none&size=100");
  expect(page.textOf("main")).toMatch(/Sprawdziliśmy tylko pierwszych [\d\s]+ sprzedawców; lista może być niepełna/);
  expect(page.document.querySelector("input[name=all]")).toBeNull();
  expect(rows(page)).toHaveLength(100);
});

/** A backend's page of sellers without names. @param total what the backend claims */
function pageOf(length: number, total: number) {
  const sellers = Array.from({ length }, (_, n) => ({ id: `n${n}`, displayName: `Punkt ${n}`, email: "", mpk: "1" }));
  return { sellers, total };
}

const NO_SELLERS = { target: "sellers", body: { sellers: [], total: 0 }, times: 1 } as const;

it("A list without any sellers offers to add and to import", async () => {
  control().fault(NO_SELLERS);
  const empty = await browser.get("/sellers");
  expect(empty.text).toContain("Brak danych");
  expect(empty.text).not.toContain("Brak wyników wyszukiwania");
  expect(empty.texts("main a").map((text) => text.trim())).toEqual(["Dodaj sprzedawcę", "Importuj"]);
  expect(empty.document.querySelector("main form")).toBeNull();
});

it("A search without matches isn't called a list without sellers", async () => {
  const none = await browser.get("/sellers?q=nikt+taki");
  expect(none.text).toContain("Brak wyników wyszukiwania");
  expect(none.text).not.toContain("Brak danych");
});

it("Filters without matches aren't called a misspelt search", async () => {
  control().fault(NO_SELLERS);
  const nobody = await browser.get("/sellers?status=active");
  expect(nobody.text).toContain("Żaden sprzedawca nie pasuje do wybranych filtrów");
  expect(nobody.text).not.toMatch(/Sprawdź pisownię/);
});

it.each([
  ["is silent", { hold: true }, 504],
  ["ends the connection", { drop: true }, 503],
  ["answers with HTML", { html: true }, 502],
] as const)("A backend that %s leads to an error page and back", async (_what, fault, status) => {
  control().fault({ target: "sellers", ...fault });
  const failed = await browser.get("/sellers?q=lodz&page=2&size=10");
  expect([failed.status, failed.url.pathname]).toEqual([status, `/error/${status}`]);
  expect(failed.text).not.toMatch(/Brak danych|Brak wyników wyszukiwania/);
  expect(failed.hrefOf("Spróbuj ponownie")).toBe("/sellers?q=lodz&page=2&size=10");
  control().clearFaults();
  expect(rows(await browser.follow(failed, "Spróbuj ponownie")).length).toBeGreaterThan(0);
});

it("The list sorts its columns as Polish does", async () => {
  const names = control()
    .sellers()
    .map(({ displayName }) => displayName)
    .sort(new Intl.Collator("pl", { numeric: true }).compare);
  const sortOf = (page: Page, text: string) => {
    const header = page.document.querySelectorAll("thead th").find((each) => each.text.includes(text));
    return [header?.getAttribute("aria-sort"), header?.querySelector("a")?.getAttribute("href") ?? "none"] as const;
  };
  const up = await browser.get("/sellers?size=50");
  expect([sortOf(up, "Nazwa wyświetlana")[0], up.texts("tbody th")]).toEqual(["ascending", names.slice(0, 50)]);
  const down = await browser.get(sortOf(up, "Nazwa wyświetlana")[1]);
  expect(sortOf(down, "Nazwa wyświetlana")[0]).toBe("descending");
  expect(down.texts("tbody th")).toEqual(names.toReversed().slice(0, 50));
  const told = down.texts("[role=status]");
  expect(told.filter((text) => text.includes("Kolejność: Nazwa wyświetlana, malejąco"))).toHaveLength(1);
  const byMpk = await browser.get(sortOf(down, "MPK")[1]);
  expect(byMpk.path).toMatch(/sort=mpk/);
  expect([sortOf(byMpk, "MPK")[0], sortOf(byMpk, "Nazwa wyświetlana")[0]]).toEqual(["ascending", undefined]);
});

it("A short list has its rows per page below it, too", async () => {
  const { email } = control().sellers()[0]!;
  const page = await browser.get(`/sellers?q=${encodeURIComponent(email)}`);
  expect(rows(page)).toHaveLength(1);
  expect(page.wordsOf("Wiersze na stronę")).toBe("102050100na stronę");
});

it("A link to a page has its visible number in its accessible name", async () => {
  const body = { sellers: control().sellers().slice(0, 20), total: 1_000_000 };
  control().fault({ target: "sellers", body });
  for (const [path, number] of [
    ["/sellers", "50 000"],
    ["/en-US/sellers", "50,000"],
  ] as const) {
    const link = (await browser.get(path)).document.querySelector('a[href*="page=50000"]');
    expect(link?.text).toBe(number);
    expect(link?.getAttribute("aria-label")).toContain(number);
  }
});

it("The list remembers its rows per page", async () => {
  const asLink = { headers: { "Sec-Fetch-Site": "same-origin" } };
  expect(rows(await browser.get("/sellers?size=10", asLink))).toHaveLength(10);
  expect(rows(await browser.get("/sellers"))).toHaveLength(10);
});

it("The list shows the chosen columns and density, at the same address", async () => {
  const shown = new URLSearchParams([
    ["intent", "display"],
    ["density", "compact"],
    ["columns", "mpk"],
    ["columns", "displayName"],
    ["columns", "password"],
  ]);
  const page = await post("/sellers?q=lodz&page=2&size=10", shown);
  expect([page.status, page.path]).toEqual([200, "/sellers?q=lodz&page=2&size=10"]);
  expect(page.texts("thead th")).toEqual(["Nazwa wyświetlana", "MPK"]);
  expect(page.attribute("table", "data-density")).toBe("compact");
});

it("The list without any chosen column keeps the name", async () => {
  const page = await post("/sellers", new URLSearchParams("intent=display&density=comfortable"));
  expect(page.texts("thead th")).toEqual(["Nazwa wyświetlana"]);
});

/** Ticks two rows on the first page of ten. @returns the page and the two ids */
async function withTwoTicked() {
  const first = await browser.get("/sellers?size=10");
  const [a, b] = first.sellerIds as [string, string];
  return { page: await post("/sellers?size=10", withIntent(tick(first, a, b))), ids: [a, b] };
}

it("Ticked rows stay ticked on other pages without scripts", async () => {
  const { page, ids } = await withTwoTicked();
  expect(page.path).toMatch(/[?&]selection=[\w-]{22}$/);
  expect(ticked(page)).toEqual(ids);
  const second = await browser.get(page.attribute("a[rel=next]", "href") as string);
  expect(second.textOf("main form:has(tbody) p[role=status]")).toMatch(/^2\szaznaczonych 2\sna innych stronach$/);
  const [c] = second.sellerIds as [string];
  const more = await post(second.path, withIntent(tick(second, c)));
  expect(ticked(more).toSorted()).toEqual([...ids, c].toSorted());
});

it("Ticked rows stay ticked in a search without scripts", async () => {
  const { page } = await withTwoTicked();
  const search = (await browser.get(`${page.path}&q=nowak`)).form("search form").fields;
  expect(search.get("selection")).toBe(page.url.searchParams.get("selection"));
});

it("Rows ticked on an earlier page go to the batch", async () => {
  const { page, ids } = await withTwoTicked();
  const second = await browser.get(page.attribute("a[rel=next]", "href") as string);
  const bulk = await browser.submit(second, { action: "disable" }, "main form:has(tbody)");
  expect(bulk.form("form:has([name=confirm])").fields.getAll("ids").toSorted()).toEqual(ids.toSorted());
});

it("„Wyczyść zaznaczenie” unticks all rows", async () => {
  expect(ticked(await browser.follow((await withTwoTicked()).page, "Wyczyść zaznaczenie"))).toEqual([]);
});

it("A selection ticks no rows for another person", async () => {
  const other = await signedIn("imageless");
  expect(ticked(await other.get((await withTwoTicked()).page.path))).toEqual([]);
});

const withIntent = (fields: URLSearchParams) => {
  fields.set("intent", "select");
  return fields;
};

it("An intent that no form of ours has is refused", async () => {
  expect((await post("/sellers", { intent: "drop" })).status).toBe(400);
  expect((await post("/sellers", {})).status).toBe(400);
});

it("The list remembers rows per page from links of its own alone", async () => {
  const sizes = async (said: Record<string, string>) => {
    const person = await signedIn("listed");
    await person.send("GET", "/sellers?size=10", { headers: { accept: "text/html", ...said } });
    const page = await person.get("/sellers");
    const next = page.document.querySelectorAll("a").find((link) => link.getAttribute("href")?.includes("page=2"));
    return [rows(page).length, next?.getAttribute("href")];
  };
  const notOurs: Record<string, string>[] = [{}, { "sec-fetch-site": "none" }, { "sec-fetch-site": "cross-site" }];
  for (const said of notOurs) expect(await sizes(said)).toEqual([20, "/sellers?page=2"]);
  const ours: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, { referer: `${world.appUrl}/sellers` }];
  for (const said of ours) expect(await sizes(said)).toEqual([10, "/sellers?page=2&size=10"]);
});

it("All that match but those unticked go to a batch, a file and addresses", async () => {
  const matching = control().sellersWith(({ displayName }) => displayName.includes("Łódź"));
  const form = "main form:has(tbody)";
  const first = await browser.get("/sellers?q=lodz&size=10");
  const chosen = first.form(form).fields;
  chosen.set("all", "1");
  const all = await post(first.path, withIntent(chosen));
  expect(all.url.searchParams.get("selection")).toBeTruthy();
  expect(ticked(all)).toEqual(first.sellerIds);
  const untick = (page: Page, id: string) => {
    const { fields } = page.form(form);
    const ids = fields.getAll("ids").filter((each) => each !== id);
    fields.delete("ids");
    for (const each of ids) fields.append("ids", each);
    return fields;
  };

  const [a] = all.sellerIds as [string];
  const without = await post(all.path, withIntent(untick(all, a)));
  const counted = new RegExp(`^${matching.length - 1}\\sz\\s${matching.length}$`);
  expect(without.textOf(`${form} p[role=status]`)).toMatch(counted);
  expect(ticked(without)).toEqual(first.sellerIds.slice(1));
  const next = await browser.get(without.attribute("a[rel=next]", "href") as string);
  expect(next.textOf(`${form} p[role=status]`)).toMatch(counted);
  const [c] = next.sellerIds as [string];
  const fields = untick(next, c);

  const rest = matching.length - 2;
  const question = await post("/sellers/bulk", new URLSearchParams([...fields, ["action", "disable"]]));
  const confirmed = question.form("form:has([name=confirm])").fields;
  expect([confirmed.get("count"), confirmed.getAll("leftOut").toSorted()]).toEqual([String(rest), [a, c].toSorted()]);
  expect((await post("/sellers/export.csv", fields)).text.trim().split("\r\n")).toHaveLength(rest + 1);
  const addresses = (await post("/sellers/emails", fields)).document.querySelector("textarea")?.text.split("; ");
  expect(addresses).toHaveLength(rest);

  // Ticked again on the first page, the first seller is no longer left out.
  const back = without.form(form).fields;
  back.append("ids", a);
  expect((await post("/sellers/export.csv", back)).text.trim().split("\r\n")).toHaveLength(matching.length + 1);
});

it("At most a hundred rows can be left out of all that match", async () => {
  const many = new URLSearchParams([
    ["all", "1"],
    ["action", "disable"],
    ["q", "lodz"],
  ]);
  for (let n = 0; n <= 100; n += 1) many.append("rows", `s${n}`);
  expect((await post("/sellers/bulk", many)).textOf("main")).toContain("Nie można odznaczyć więcej sprzedawców");
});
