import type { Page } from "@playwright/test";
import {
  awake,
  axe,
  expect,
  holdRequests,
  requestsOf,
  saveSeller,
  startDisabling,
  test,
  typeInto,
  visit,
} from "./fixtures";
import { setLetters } from "./letters";
import { beyondWindow, boxOf, heading, pressMenu } from "./parts";

test("A field that was changed since is never wiped out by an undo", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  const [seller, ...others] = control.sellers().slice(40, 48);
  await saveSeller(page, seller!.id, { mpk: "ZX-903" });
  // So many newer ones that the entry stands far down the page.
  await disableEach(page, others);
  control.changeSeller(seller!.id, { mpk: "ZX-904" });
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/history");
  const entry = page.getByRole("article").filter({ hasText: "ZX-903" });
  await entry.getByRole("button", { name: /^Cofnij/ }).click();
  const refused = entry.getByRole("alert");
  await expect(refused).toBeFocused();
  await expect(refused).toBeInViewport();
  await expect(page.getByRole("alert")).toHaveCount(1);
  await expect(refused).toContainText("MPK: ZX-904 – zmienione od tego czasu poza panelem");
  await expect(refused.getByRole("button")).toHaveCount(0);
  expect(control.sellers()[40]).toMatchObject({ mpk: "ZX-904" });
  await axe(page, "article:has([role=alert])");
});

test("A double click takes one change back, though another row takes its place", async ({ page, control }) => {
  const seller = control.sellers()[39]!;
  await saveSeller(page, seller.id, { mpk: "ZX-901" });
  await visit(page, `/sellers/${seller.id}/history`);
  const undo = page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Cofnij/ });
  const place = await boxOf(undo);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(undo).toBeVisible();
  await expect.poll(async () => (await boxOf(undo)).y).toBe(place.y);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // Whatever that click had sent would be answered before this page is.
  await visit(page, `/sellers/${seller.id}/history`);
  await expect(page.getByRole("article")).toHaveCount(2);
  expect(control.seller(seller.id)).toMatchObject({ mpk: seller.mpk });
});

test("A refused undo stays in sight while another change is being written", async ({
  page,
  pageOf,
  control,
  problems,
}) => {
  problems.expect(/status of 409/);
  const [seller, other] = control.sellers().slice(70, 72);
  await saveSeller(page, seller!.id, { mpk: "ZX-905" });
  control.changeSeller(seller!.id, { mpk: "ZX-906" });
  const held = control.fault({ target: "sellers", method: "PUT", hold: true, times: 1 });
  const writing = await pageOf("franchisee");
  await writing.goto(`/sellers/${other!.id}/edit`);
  await typeInto(writing.getByLabel("MPK"), "ZX-907");
  await writing.getByRole("button", { name: "Zapisz" }).first().click();
  await expect(writing.getByRole("button", { name: "Zapisujemy…" })).toBeVisible();

  await page.clock.install();
  await expect(async () => {
    await page.goto("/history");
    expect(await page.getByRole("article").filter({ hasText: "ZX-907" }).count()).toBe(1);
  }).toPass();
  await awake(page);
  const polls = /\/history\.data/;
  const polled = page.waitForRequest(polls);
  await page.clock.fastForward(6_000);
  await polled;
  const entry = page.getByRole("article").filter({ hasText: "ZX-905" });
  await entry.getByRole("button", { name: /^Cofnij/ }).click();
  const refused = entry.getByRole("alert");
  await expect(refused).toBeFocused();
  const later = requestsOf(page, (request) => polls.test(request.url()));
  await page.clock.fastForward(60_000);
  await page.evaluate(() => fetch("/healthz"));
  expect(later).toEqual([]);
  await expect(refused).toBeVisible();
  control.clearFaults(held);
  await expect(writing.getByText(/Zapisano zmiany/)).toBeVisible();
});

test("The history's filters apply at once, and Back takes them away together", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[5]!.id, { mpk: "00035" });
  await visit(page, "/");
  await page.getByRole("link", { name: "Historia zmian" }).click();
  await awake(page);
  await expect(page.getByRole("button", { name: "Pokaż" })).toBeHidden();
  const [period, person, field] = ["Okres", "Osoba", "Zmienione pole"].map((label) => page.getByLabel(label));
  await period!.selectOption("Ostatnie 7 dni");
  await expect(page).toHaveURL(/\?period=week$/);
  await field!.selectOption("MPK");
  await expect(page).toHaveURL(/\?period=week&field=mpk$/);
  await person!.pressSequentially("kowal", { delay: 50 });
  await expect(page).toHaveURL(/\?period=week&person=kowal&field=mpk$/);
  await expect(person!).toBeFocused();
  const entries = page.getByRole("list", { name: "Historia zmian" }).getByRole("article");
  await expect(entries.filter({ hasText: "00035" })).toHaveCount(1);
  await expect(entries.filter({ hasNotText: "MPK" })).toHaveCount(0);
  const file = page.getByRole("link", { name: "Eksportuj CSV" });
  await expect(file).toHaveAttribute("href", "/history/export.csv?period=week&person=kowal&field=mpk");
  await axe(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
  for (const each of [period!, person!, field!]) await expect(each).toHaveValue("");
  await page.goForward();
  await expect(period!).toHaveValue("week");
  await expect(field!).toHaveValue("mpk");
  await page.getByRole("link", { name: "Wyczyść filtry" }).click();
  await expect(page).toHaveURL(/\/history$/);
  for (const each of [period!, person!, field!]) await expect(each).toHaveValue("");
});

test("Without scripts chosen days have fields and a button @nojs", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[6]!.id, { mpk: "00036" });
  await page.goto("/history");
  await expect(page.getByLabel("Od dnia")).toBeHidden();
  await page.getByLabel("Okres").selectOption("Wybrane dni…");
  await page.getByLabel("Do dnia").fill("31.01.2020");
  await page.getByRole("button", { name: "Pokaż" }).click();
  await expect(page.getByLabel("Do dnia")).toHaveValue("31.01.2020");
  await expect(page.getByRole("heading", { name: "Żadna zmiana nie pasuje do filtrów" })).toBeVisible();
  await page.getByLabel("Okres").selectOption("Dziś");
  await page.getByRole("button", { name: "Pokaż" }).click();
  await expect(page.getByRole("article").filter({ hasText: "00036" })).toHaveCount(1);
  await expect(page.getByLabel("Okres")).toHaveValue("today");
});

test("Applied filters stay closed on a phone until they are wrong @nojs", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[8]!.id, { mpk: "00038" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/history?from=05.01.2026&kind=update&field=mpk");
  const filters = page.getByRole("main").locator("summary").filter({ hasText: "Filtry" });
  await expect(filters).toHaveText(/3$/);
  await expect(page.getByLabel("Od dnia")).toBeHidden();
  await filters.click();
  await page.getByLabel("Od dnia").fill("31.02.2026");
  await page.getByRole("button", { name: "Pokaż" }).click();
  await expect(page.getByLabel("Od dnia")).toHaveAccessibleDescription(/datę, której nie ma w kalendarzu$/);
  await page.getByRole("link", { name: "Wyczyść filtry" }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(filters).toHaveText("Filtry");
});

test("Chosen days stand beside the period, whose place stays", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[7]!.id, { mpk: "00037" });
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, "/history");
    const boxes = () =>
      Promise.all(
        ["Osoba", "Rodzaj zmiany", "Zmienione pole", "Sprzedawca"].map((label) => boxOf(page.getByLabel(label))),
      );
    const [before, period] = [await boxes(), await boxOf(page.getByLabel("Okres"))];
    await page.getByLabel("Okres").selectOption("Wybrane dni…");
    const [from, to] = [await boxOf(page.getByLabel("Od dnia")), await boxOf(page.getByLabel("Do dnia"))];
    const { x, y } = await boxOf(page.getByLabel("Okres"));
    expect([x, y, from.y, to.y], `${width} px`).toEqual([period.x, period.y, period.y, period.y]);
    // The others keep their rows' heights, so that the list moves by no row on a desk.
    const { y: lowest } = before.at(-1)!;
    for (const box of await boxes()) expect(box.y, `${width} px`).toBeLessThanOrEqual(lowest);
    const isCut = await page.getByLabel("Do dnia").evaluate((field: HTMLInputElement) => {
      field.value = field.placeholder;
      return field.scrollWidth > field.clientWidth;
    });
    expect(isCut, `${width} px`).toBe(false);
  }
});

test("A day that is typed before the calendar's script has come stays", async ({ page }) => {
  const script = await holdRequests(page, /\/assets\/day-calendar-.*\.js/);
  await visit(page, "/history?from=2026-01-04");
  const from = page.getByLabel("Od dnia");
  await from.fill("05.01.2026");
  script.release();
  await page.getByRole("button", { name: "Kalendarz: pierwszy dzień" }).click();
  await expect(page.getByRole("button", { name: "5 stycznia 2026", exact: true })).toBeFocused();
  await expect(from).toHaveValue("05.01.2026");
});

/** Disables accounts one by one, by their own form. */
async function disableEach(page: Page, sellers: { id: string }[]): Promise<void> {
  const form = await page.request.get(`/sellers/${sellers[0]?.id}/status?to=inactive`);
  const formKey = /name="formKey" value="([^"]+)"/.exec(await form.text())?.[1] ?? "";
  const headers = { Origin: new URL(form.url()).origin };
  const open = sellers.map(({ id }) => id);
  const send = async () => {
    for (let id = open.shift(); id; id = open.shift()) {
      const answer = await page.request.post(`/sellers/${id}/status?to=inactive`, {
        form: { formKey, accountEnabled: "false" },
        headers,
      });
      expect(answer.status()).toBe(200);
    }
  };
  await Promise.all([send(), send(), send(), send()]);
}

test("The dashboard and the history keep themselves current beside a job", async ({ page: franchisee, control }) => {
  const chosen = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(-3);
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  await startDisabling(franchisee, chosen);
  const other = await franchisee.context().newPage();
  await franchisee.goto("/");
  await other.goto("/history");
  const running = franchisee.getByRole("region", { name: "W toku" });
  const entries = other.getByRole("main");
  await expect(running).toContainText(/0\sz\s3/);
  await expect(entries.getByText("W toku: 3")).toBeVisible();
  for (const page of [running, entries]) await expect(page.getByText(/Nie wiadomo/)).toHaveCount(0);
  const row = other.getByRole("list", { name: "Historia zmian" }).locator("details").first();
  await row.locator("summary").click();
  control.clearFaults(held);
  await expect(entries.getByText("W toku")).toHaveCount(0);
  await expect(running).toHaveCount(0);
  await expect(franchisee.getByRole("region", { name: "Ostatnie zmiany" })).toContainText("i 2 innych");
  // What was opened stays open.
  await expect(row.getByRole("article").first()).toBeVisible();
  await other.setViewportSize({ width: 320, height: 640 });
  await expect(other.getByRole("link", { name: /^Cofnij: Wyłączono 3/ })).toBeVisible();
  expect(await beyondWindow(other)).toBe(0);
  await other.close();
});

test("A page of the history keeps its place while changes are added", async ({ page, control }) => {
  const active = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(60, 113);
  await disableEach(page, active.slice(1));
  const entries = page.getByRole("list", { name: "Historia zmian" }).getByRole("article");
  await page.goto("/history?kind=disable");
  await expect(entries).toHaveCount(50);
  const first = entries.first().getByRole("link").first();
  const newest = await first.innerText();
  const told = page.getByRole("main").getByRole("status").filter({ hasText: "na tej stronie" });
  await expect(told).toHaveText(/^50\szmian na tej stronie, \d/);
  await awake(page);
  await page.getByRole("link", { name: "Starsze" }).click();
  await expect(page).toHaveURL(/kind=disable.*before=/);
  await expect(entries).not.toHaveCount(50);
  await expect(told).toHaveText(/^(?!50\s)\d+\szmian[ay]? na tej stronie, \d/);
  await expect(page.getByRole("list", { name: "Historia zmian" })).toBeFocused();
  const opened = await first.innerText();
  const here = page.url();

  await disableEach(page, active.slice(0, 1));
  await first.click();
  await expect(heading(page)).toHaveText(opened);
  await page.getByRole("link", { name: "Edytuj" }).click();
  await page.getByRole("link", { name: "Anuluj" }).click();
  await page.getByRole("link", { name: "Wróć do historii zmian" }).click();
  await expect(page).toHaveURL(here);
  await expect(first).toHaveText(opened);

  await page.getByRole("link", { name: "Nowsze", exact: true }).click();
  await expect(page).not.toHaveURL(/before=/);
  await expect(first).toHaveText(newest);
  await expect(page).toHaveURL(/kind=disable/);
});

const lastDay = (page: Page) => page.getByLabel("Do dnia");
const lastDayCalendar = (page: Page) => page.getByRole("dialog", { name: "Kalendarz: ostatni dzień" });
const namedButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("Days are written DD.MM.YYYY", async ({ page }) => {
  await visit(page, "/history?to=2020-01-31");
  const from = page.getByLabel("Od dnia");
  await expect(lastDay(page)).toHaveValue("31.01.2020");
  await from.fill("01.01.2020");
  await expect(page).toHaveURL(/\?from=01\.01\.2020&to=31\.01\.2020$/);
  await expect(from).toHaveValue("01.01.2020");
});

test("A day is chosen in the calendar by mouse", async ({ page }) => {
  await visit(page, "/history?from=01.01.2020&to=31.01.2020");
  await page.getByRole("button", { name: "Kalendarz: pierwszy dzień" }).click();
  await expect(page.getByRole("columnheader").first()).toHaveText(/^pn$/i);
  await expect(page.getByRole("button", { name: /^1 stycznia 2020$/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader")).toHaveCount(0);
  await page.getByRole("button", { name: "Kalendarz: ostatni dzień" }).click();
  await page.getByRole("button", { name: /^15 stycznia 2020$/i }).click();
  await expect(lastDay(page)).toHaveValue("15.01.2020");
  await expect(page).toHaveURL(/from=01\.01\.2020&to=15\.01\.2020/);
});

test("Arrow down in a day's field opens its calendar, and Escape closes it", async ({ page }) => {
  await visit(page, "/history?to=15.01.2020");
  await lastDay(page).focus();
  await expect(lastDayCalendar(page)).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  const chosen = namedButton(page, "15 stycznia 2020");
  await expect(chosen).toBeFocused();
  await axe(page);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(chosen).toHaveCSS("forced-color-adjust", "none");
  await page.emulateMedia({ forcedColors: "none" });
  await page.keyboard.press("Escape");
  await expect(lastDayCalendar(page)).toHaveCount(0);
  await expect(lastDay(page)).toBeFocused();
  await expect(lastDay(page)).toHaveValue("15.01.2020");
});

test("A day in another month is chosen in the calendar by keyboard", async ({ page }) => {
  await visit(page, "/history?from=01.01.2020&to=15.01.2020");
  const { keyboard } = page;
  const open = page.getByRole("button", { name: "Kalendarz: ostatni dzień" });
  await open.focus();
  await expect(open).toHaveAttribute("aria-expanded", "false");
  await keyboard.press("Enter");
  await expect(open).toHaveAttribute("aria-expanded", "true");
  await expect(namedButton(page, "15 stycznia 2020")).toBeFocused();
  // Tab goes from the last button, the day, round to the dialog's first one.
  await keyboard.press("Tab");
  await expect(namedButton(page, "Poprzedni miesiąc")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(namedButton(page, "sty")).toBeFocused();
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(namedButton(page, "1 lutego 2020")).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowRight");
  await expect(namedButton(page, "9 lutego 2020")).toBeFocused();
  await keyboard.press("Enter");
  await expect(lastDayCalendar(page)).toHaveCount(0);
  await expect(lastDay(page)).toBeFocused();
  await expect(lastDay(page)).toHaveValue("09.02.2020");
  await expect(page).toHaveURL(/from=01\.01\.2020&to=09\.02\.2020/);
  await expect(page.getByRole("heading", { name: "Żadna zmiana nie pasuje do filtrów" })).toBeVisible();
});

test.describe("A browser on the other side of the world", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("The calendar's today is Warsaw's on the other side of the world", async ({ page }) => {
    // 15:00 of the 31st in Warsaw, 01:00 of the 1st in Auckland.
    await page.clock.setFixedTime(new Date("2026-05-31T13:00:00Z"));
    await page.goto("/history?to=2020-01-31");
    await page.getByRole("button", { name: "Kalendarz: pierwszy dzień" }).click();
    await expect(page.locator("[aria-current=date]")).toHaveCount(1);
    await expect(page.getByRole("button", { name: /^31 maja 2026$/i })).toHaveAttribute("aria-current", "date");
  });
});

test("A day that isn't in the calendar stays as it was typed", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[3]!.id, { mpk: "00031" });
  await visit(page, "/history");
  const from = page.getByLabel("Od dnia");
  await expect(from).toBeHidden();
  await page.getByLabel("Okres").selectOption("Wybrane dni…");
  await expect(from).toHaveAttribute("placeholder", "DD.MM.RRRR");
  await from.fill("31.02.2026");
  await from.press("Enter");
  await expect(from).toHaveAccessibleDescription("Pole Od dnia zawiera datę, której nie ma w kalendarzu");
  await expect(from).toHaveValue("31.02.2026");
  await expect(page.getByRole("heading", { name: "Popraw daty, aby zobaczyć zmiany" })).toBeVisible();
  await expect(page).toHaveTitle(/^Błąd: /);
  await expect(from).toBeFocused();
  // Who goes on to another field is told, too, and stays there.
  await from.fill("30.02.2026");
  await page.getByLabel("Osoba").click();
  await expect(page).toHaveURL(/from=30\.02\.2026/);
  await expect(page.getByLabel("Osoba")).toBeFocused();
  await from.fill("28.02.2020");
  await expect(page).toHaveURL(/from=28\.02\.2020/);
  await expect(page.getByText("Popraw daty")).toHaveCount(0);
});

test("A printed history breaks between a day's changes, not before the day", async ({ page, control }) => {
  await saveSeller(page, control.sellers()[13]!.id, { mpk: "00043" });
  await page.goto("/history");
  await page.emulateMedia({ media: "print" });
  const list = page.getByRole("list", { name: "Historia zmian" });
  await expect(list.locator("> li").first()).toHaveCSS("break-inside", "auto");
  await expect(page.getByRole("article").filter({ hasText: "00043" })).toHaveCSS("break-inside", "avoid");
});

test("Long values of the history fit a phone with letters twice as large", async ({ page, control }) => {
  const seller = control.sellers()[14]!;
  await saveSeller(page, seller.id, {
    displayName: "Aaa Handlowo-Usługowe „Brzęczyszczykiewicz i Synowie”",
    email: "aleksandra.brzeczyszczykiewicz@franczyza-poludnie.example.pl",
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/history?field=email");
  await setLetters(page, 32);
  await expect(page.getByRole("article").first()).toContainText("Brzęczyszczykiewicz");
  expect(await beyondWindow(page)).toBe(0);
});

test("The latest change is in the upper half of a phone's screen", async ({ page, world }) => {
  const form = { displayName: "Kiosk Wąski", email: "kiosk.waski@example.pl", mpk: "ZX-320" };
  await page.request.post("/sellers/new", { form, headers: { Origin: world.appUrl } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/history");
  expect((await page.getByRole("article").first().boundingBox())!.y).toBeLessThan(422);
  await page.setViewportSize({ width: 320, height: 640 });
  const entry = page.getByRole("article").filter({ hasText: "Kiosk Wąski" });
  await expect(entry.getByRole("link", { name: /^Wyłącz konto/ })).toBeVisible();
  const lines = await entry.getByText("Anna Kowalska").evaluate((person) => {
    const text = person.firstChild as Text;
    const range = document.createRange();
    range.setStart(text, text.data.indexOf("Kowalska"));
    range.setEnd(text, text.data.length);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await pressMenu(page, "Filtry");
  const edges = async (label: string) => {
    const { x, width } = (await page.getByLabel(label, { exact: true }).boundingBox())!;
    return [x, x + width].map(Math.round);
  };
  const [left, right] = await edges("Okres");
  expect([(await edges("Osoba"))[0], (await edges("Rodzaj zmiany"))[1]]).toEqual([left, right]);
  expect(await edges("Zmienione pole")).toEqual(await edges("Osoba"));
  expect(await edges("Sprzedawca")).toEqual(await edges("Rodzaj zmiany"));
  await page.getByLabel("Okres").selectOption("Wybrane dni…");
  expect([await edges("Od dnia"), await edges("Do dnia")]).toEqual([await edges("Osoba"), await edges("Sprzedawca")]);
});
