import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, axe, axeInEveryAppearance, expect, messagesStay, test, typeInto } from "./fixtures";

const control = (world: { sandbox: { control: import("../sandbox/types").SandboxControl } }) => world.sandbox.control;

/** Changes a seller's MPK by its form. */
async function changeMpk(page: Page, id: string, mpk: string): Promise<void> {
  await page.goto(`/sellers/${id}/edit`);
  await typeInto(page.getByLabel("MPK"), mpk);
  await page.getByRole("button", { name: "Zapisz" }).first().click();
  await expect(page.getByText(/Zapisano zmiany/)).toBeVisible();
}

test("a saved change is told with both values and taken back from its own message @both", async ({
  franchisee,
  world,
}) => {
  const seller = control(world).sellers()[3]!;
  await messagesStay(franchisee);
  await changeMpk(franchisee, seller.id, "ZX-901");
  await franchisee.getByRole("link", { name: "Cofnij" }).click();
  await expect(franchisee.getByRole("heading", { name: "Czy cofnąć tę zmianę?" })).toBeVisible();
  const asked = franchisee.getByRole("region", { name: "Czy cofnąć tę zmianę?" });
  await expect(asked.getByText(seller.mpk, { exact: true })).toBeVisible();
  await expect(asked.getByText("ZX-901", { exact: true })).toBeVisible();
  await axe(franchisee);
  await asked.getByRole("button", { name: /Cofnij/ }).click();

  await expect(franchisee.getByText(/Cofnięto zmianę danych sprzedawcy „/)).toBeVisible();
  expect(control(world).sellers()[3]).toMatchObject({ mpk: seller.mpk });
  const entries = franchisee.getByRole("list", { name: "Lista zmian" }).getByRole("article");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Cofnięcie wcześniejszej zmiany");
  await expect(entries.last()).toContainText("Zmiana cofnięta");
  await expect(entries.last().getByRole("button")).toHaveCount(0);
  await axe(franchisee);
});

test("a later change of another field stays, and is no obstacle", async ({ franchisee, world }) => {
  const seller = control(world).sellers()[4]!;
  await changeMpk(franchisee, seller.id, "ZX-902");
  control(world).changeSeller(seller.id, { email: "zmieniony.poza.panelem@example.pl" });
  await franchisee.goto(`/sellers/${seller.id}/history`);
  await franchisee.getByRole("button", { name: /^Cofnij/ }).click();
  await expect(franchisee.getByText(/Cofnięto zmianę danych sprzedawcy „/)).toBeVisible();
  expect(control(world).sellers()[4]).toMatchObject({ mpk: seller.mpk, email: "zmieniony.poza.panelem@example.pl" });
});

test("the very field that was changed since is never wiped out, and its entry says so", async ({
  franchisee,
  world,
  problems,
}) => {
  problems.expect(/status of 409/);
  const [seller, ...others] = control(world).sellers().slice(40, 56);
  await changeMpk(franchisee, seller!.id, "ZX-903");
  // So many newer ones that the entry stands far down the page.
  for (const { id } of others) await changeMpk(franchisee, id, "ZX-90X");
  control(world).changeSeller(seller!.id, { mpk: "ZX-904" });
  await franchisee.goto("/history");
  const entry = franchisee.getByRole("article").filter({ hasText: "ZX-903" });
  await entry.getByRole("button", { name: /^Cofnij/ }).click();
  const refused = entry.getByRole("alert");
  await expect(refused).toBeFocused();
  await expect(refused).toBeInViewport();
  await expect(franchisee.getByRole("alert")).toHaveCount(1);
  await expect(refused).toContainText("MPK: ZX-904 – zmienione od tego czasu poza panelem");
  await expect(refused.getByRole("button")).toHaveCount(0);
  expect(control(world).sellers()[40]).toMatchObject({ mpk: "ZX-904" });
  await axe(franchisee);
});

test("of several fields, those go back that nobody changed since, and the others say who changed them @both", async ({
  franchisee,
  world,
  problems,
}) => {
  problems.expect(/status of 409/);
  const seller = () => control(world).sellers()[5]!;
  const was = seller();
  await franchisee.goto(`/sellers/${was.id}/edit`);
  await typeInto(franchisee.getByLabel("MPK"), "ZX-920");
  await typeInto(franchisee.getByLabel("Imię"), "Zenobiusz");
  await franchisee.getByRole("button", { name: "Zapisz", exact: true }).click();
  await expect(franchisee.getByText(/Zapisano zmiany/)).toBeVisible();
  await changeMpk(franchisee, was.id, "ZX-921");
  await franchisee.goto(`/sellers/${was.id}/history`);
  const entry = franchisee.getByRole("article").filter({ hasText: "Zenobiusz" });
  await entry.getByRole("button", { name: /^Cofnij/ }).click();
  const refused = entry.getByRole("alert");
  await expect(refused).toBeFocused();
  const fields = refused.getByRole("listitem");
  await expect(fields.filter({ hasText: "Imię" })).toContainText("zostanie cofnięte");
  await expect(fields.filter({ hasText: "MPK" })).toContainText(
    /ZX-921 – zmienione od tego czasu: Anna .*, \d\d\.\d\d\.\d{4} \d\d:\d\d/,
  );
  expect(seller()).toMatchObject({ mpk: "ZX-921", firstName: "Zenobiusz" });

  await refused.getByRole("button", { name: "Cofnij pozostałe pola" }).click();
  await expect(franchisee.getByText(/Cofnięto część zmiany danych sprzedawcy „/)).toBeVisible();
  expect(seller().mpk).toBe("ZX-921");
  expect(seller().firstName).toBe(was.firstName);
  // The part that is back says so, also where it is asked before.
  const changed = franchisee.getByRole("article").filter({ hasText: "Cofnięta częściowo" });
  const change = await changed.locator("input[name=change]").inputValue();
  await franchisee.goto(`/sellers/${was.id}/history?change=${change}`);
  const asked = franchisee.getByRole("region", { name: "Nie cofnięto zmiany" });
  await expect(asked.getByRole("listitem").filter({ hasText: "Imię" })).toContainText("ma już poprzednią wartość");
  await expect(asked.getByRole("listitem").filter({ hasText: "MPK" })).toContainText("zmienione od tego czasu");
  await expect(asked.getByRole("button")).toHaveCount(0);
});

test("disabling is taken back by enabling; adding offers disabling instead", async ({ franchisee, world }) => {
  const seller = control(world)
    .sellers()
    .find(({ accountEnabled }) => accountEnabled)!;
  const enabled = () =>
    control(world)
      .sellers()
      .find(({ id }) => id === seller.id)?.accountEnabled;
  await messagesStay(franchisee);
  await franchisee.goto(`/sellers/${seller.id}/status`);
  await franchisee.getByRole("button", { name: "Wyłącz konto" }).click();
  await franchisee.getByRole("link", { name: "Cofnij" }).click();
  expect(enabled()).toBe(false);
  const asked = franchisee.getByRole("region", { name: "Czy cofnąć tę zmianę?" });
  await asked.getByRole("button", { name: /Cofnij/ }).click();
  await expect(franchisee.getByText(/Cofnięto zmianę/)).toBeVisible();
  expect(enabled()).toBe(true);

  const email = `dodany.${test.info().project.name}@example.pl`;
  await franchisee.goto("/sellers/new");
  await typeInto(franchisee.getByLabel("Nazwa wyświetlana"), "Sklep dodany w teście");
  await typeInto(franchisee.getByLabel("Adres e-mail"), email);
  await typeInto(franchisee.getByLabel("MPK"), "ZX-905");
  await franchisee.getByRole("button", { name: "Zapisz" }).first().click();
  await expect(franchisee.getByText(/Dodano sprzedawcę/)).toBeVisible();
  await franchisee.getByRole("link", { name: "Historia", exact: true }).click();
  await expect(franchisee.getByText(/Dodania sprzedawcy nie można cofnąć/)).toBeVisible();
  await franchisee.getByRole("link", { name: "Wyłącz konto" }).click();
  await expect(franchisee.getByText("Czy wyłączyć konto sprzedawcy „Sklep dodany w teście”?")).toBeVisible();
  await franchisee.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(franchisee.getByText("Wyłączono konto sprzedawcy „Sklep dodany w teście”")).toBeVisible();
  await franchisee.getByRole("link", { name: "Historia", exact: true }).click();
  await expect(franchisee.getByText("Jego konto jest już wyłączone.")).toBeVisible();
  await expect(franchisee.getByRole("link", { name: "Wyłącz konto" })).toHaveCount(0);

  await franchisee.goto("/history");
  const added = franchisee.getByRole("article").filter({ hasText: "Dodanie sprzedawcy" }).filter({ hasText: email });
  await expect(added).toBeVisible();
  await expect(added.getByRole("link", { name: /^Wyłącz konto/ })).toHaveCount(0);

  // A page that was opened before still has the link: nobody is asked to enable the account again.
  const id = control(world)
    .sellers()
    .find((one) => one.email === email)!.id;
  await franchisee.goto(`/sellers/${id}/status?to=inactive`);
  await expect(franchisee.getByRole("heading", { level: 1 })).toHaveText("Wyłączenie konta");
  await expect(franchisee.getByText("Konto sprzedawcy „Sklep dodany w teście” jest już wyłączone.")).toBeVisible();
  await expect(franchisee.getByRole("main").getByRole("button")).toHaveCount(0);
});

test("the history of everybody: who, when, where to, and its days", async ({ franchisee, world }) => {
  const seller = control(world).sellers()[6]!;
  await changeMpk(franchisee, seller.id, "ZX-906");
  await franchisee.goto("/history");
  await expect(franchisee.getByText("Historia obejmuje tylko zmiany wprowadzone w tym panelu.")).toBeVisible();
  const entry = franchisee.getByRole("article").filter({ hasText: "ZX-906" });
  await expect(entry.getByRole("link", { name: seller.displayName })).toHaveAttribute(
    "href",
    `/sellers/${seller.id}?from=%2Fhistory%3F`,
  );
  const today = new Intl.DateTimeFormat("pl-PL", {
    timeZone: "Europe/Warsaw",
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  }).format(new Date());
  await expect(entry.getByRole("time")).toHaveAttribute(
    "title",
    new RegExp(`^${today.replaceAll(".", "\\.")} \\d\\d:\\d\\d$`),
  );
  await expect(franchisee.getByRole("heading", { level: 2, name: `Dziś, ${today}` })).toBeVisible();

  await franchisee.goto("/history?from=2020-01-01&to=2020-01-31");
  await expect(franchisee.getByText("Nie ma tu zmian z tych dni.")).toBeVisible();
  await franchisee.getByRole("link", { name: "Wszystkie dni" }).click();
  await expect(entry).toBeVisible();

  await franchisee.goto("/history?from=wczoraj");
  await expect(franchisee.getByText(/nieprawidłowy format daty/)).toBeVisible();
  await axe(franchisee);
});

test("a batch of many is one row that opens, bounded, and leads to its job @both", async ({ franchisee, world }) => {
  const chosen = control(world)
    .sellers()
    .filter(({ accountEnabled }) => accountEnabled)
    .slice(10, 35);
  await startDisabling(
    franchisee,
    chosen.map(({ id }) => id),
  );
  const job = new URL(franchisee.url()).pathname;
  await expect
    .poll(
      () =>
        chosen.filter(
          ({ id }) =>
            !control(world)
              .sellers()
              .find((one) => one.id === id)?.accountEnabled,
        ).length,
      {
        timeout: 120_000,
      },
    )
    .toBe(chosen.length);

  // Without a script the job's page loads itself anew, which may come in between.
  await expect(() => franchisee.goto("/history")).toPass();
  const row = franchisee.getByRole("group").filter({ hasText: "Operacja zbiorcza: 25 zmian" });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("article")).toHaveCount(0);
  expect((await row.boundingBox())?.height).toBeLessThan(100);
  await row.getByText("Operacja zbiorcza: 25 zmian").click();
  await expect(row.getByRole("article")).toHaveCount(20);
  await expect(row.getByText("Pokazano 20 z 25.")).toBeVisible();
  await expect(row.getByRole("link", { name: "Zobacz całą operację" })).toHaveAttribute("href", job);
  await axeInEveryAppearance(franchisee);
});

/** Starts a job that disables these accounts, and shows its page. */
async function startDisabling(page: Page, ids: string[]): Promise<void> {
  await page.goto("/");
  const query = ids.map((id) => `<input type="hidden" name="ids" value="${id}">`).join("");
  await page.evaluate((fields) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/sellers/bulk";
    form.innerHTML = `<input type="hidden" name="action" value="disable">${fields}`;
    document.body.append(form);
    form.submit();
  }, query);
  await page.waitForURL(/\/sellers\/bulk/);
  await page
    .getByRole("main")
    .getByRole("button", { name: /Wyłącz/ })
    .first()
    .click();
  await page.waitForURL(/\/sellers\/jobs\//);
}

/** Disables accounts one by one, by their own form. */
async function disableEach(page: Page, ids: string[]): Promise<void> {
  const form = await page.request.get(`/sellers/${ids[0]}/status?to=inactive`);
  const formKey = /name="formKey" value="([^"]+)"/.exec(await form.text())?.[1] ?? "";
  const headers = { Origin: new URL(form.url()).origin };
  const open = [...ids];
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

test("the dashboard and the history keep themselves current while a job runs @js", async ({ franchisee, world }) => {
  const chosen = control(world)
    .sellers()
    .filter(({ accountEnabled }) => accountEnabled)
    .slice(-3);
  const held = control(world).fault({ target: "sellers", method: "PATCH", hold: true });
  await startDisabling(
    franchisee,
    chosen.map(({ id }) => id),
  );
  const other = await franchisee.context().newPage();
  await franchisee.goto("/");
  await other.goto("/history");
  const pages = [franchisee.getByRole("region", { name: "Ostatnie zmiany" }), other.getByRole("main")];
  for (const page of pages) {
    await expect(page.getByText("W toku: 3")).toBeVisible();
    await expect(page.getByText(/Nie wiadomo/)).toHaveCount(0);
  }
  const row = other.getByRole("list", { name: "Lista zmian" }).locator("details").first();
  await row.locator("summary").click();
  control(world).clearFaults(held);
  for (const page of pages) await expect(page.getByText("W toku")).toHaveCount(0, { timeout: 20_000 });
  // What was opened stays open.
  await expect(row.getByRole("article").first()).toBeVisible();
  await other.close();
});

test("pages keep their place while changes are added, and a seller opened from one leads back to it", async ({
  franchisee: page,
  javaScriptEnabled,
  world,
}) => {
  const active = control(world)
    .sellers()
    .filter(({ accountEnabled }) => accountEnabled)
    .slice(60, 113)
    .map(({ id }) => id);
  await disableEach(page, active.slice(1));
  const entries = page.getByRole("list", { name: "Lista zmian" }).getByRole("article");
  await page.goto("/history?kind=disable");
  await expect(entries).toHaveCount(50);
  const first = entries.first().getByRole("link").first();
  const newest = await first.innerText();
  const told = page.getByRole("main").getByRole("status").filter({ hasText: "Zmiany na tej stronie: " });
  await expect(told).toContainText("50. Dni: ");
  if (javaScriptEnabled) await awake(page);
  await page.getByRole("link", { name: "Starsze" }).click();
  await expect(page).toHaveURL(/kind=disable.*before=/);
  await expect(entries).not.toHaveCount(50);
  await expect(told).not.toContainText("50. Dni: ");
  if (javaScriptEnabled) await expect(page.getByRole("list", { name: "Lista zmian" })).toBeFocused();
  const opened = await first.innerText();
  const here = page.url();

  await disableEach(page, active.slice(0, 1));
  await first.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(opened);
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

test("a badge stands only at what went wrong", async ({ franchisee, world, problems }) => {
  problems.expect(/status of 400/);
  const seller = control(world).sellers()[7]!;
  await changeMpk(franchisee, seller.id, "ZX-907");
  control(world).fault({ target: "sellers", method: "PUT", status: 400, body: { title: "nie" }, times: 1 });
  await franchisee.goto(`/sellers/${seller.id}/edit`);
  await typeInto(franchisee.getByLabel("MPK"), "ZX-908");
  await franchisee.getByRole("button", { name: "Zapisz", exact: true }).click();
  await expect(franchisee.getByRole("alert").first()).toBeVisible();
  await franchisee.goto(`/sellers/${seller.id}/history`);
  const entries = franchisee.getByRole("article");
  await expect(entries.filter({ hasText: "ZX-908" })).toContainText("Nie zapisano");
  const saved = entries.filter({ hasText: "ZX-907" }).last();
  await expect(saved).not.toContainText("Zapisano");
  await expect(saved.locator("[class*=Badge]")).toHaveCount(0);
});

test("without scripts the days are native date fields @nojs", async ({ franchisee }) => {
  await franchisee.goto("/history");
  const from = franchisee.getByLabel("Od dnia");
  await expect(from).toHaveAttribute("type", "date");
  await typeInto(from, "2020-01-01");
  await typeInto(franchisee.getByLabel("Do dnia"), "2020-01-31");
  await franchisee.getByRole("button", { name: "Pokaż" }).click();
  await expect(franchisee).toHaveURL(/from=2020-01-01&to=2020-01-31/);
  await expect(franchisee.getByText("Nie ma tu zmian z tych dni.")).toBeVisible();
});

test("with scripts they are DD.MM.YYYY with a calendar that starts on Monday @js", async ({ franchisee }) => {
  await franchisee.goto("/history?to=2020-01-31");
  const to = franchisee.getByLabel("Do dnia");
  await expect(to).toHaveValue("31.01.2020");
  const from = franchisee.getByLabel("Od dnia");
  await from.click();
  await typeInto(from, "01.01.2020");
  await expect(franchisee.getByRole("columnheader").first()).toHaveText(/^pn$/i);
  await expect(franchisee.getByRole("button", { name: /^1 stycznia 2020$/i })).toBeVisible();
  await axe(franchisee);
  await franchisee.keyboard.press("Escape");
  await expect(franchisee.getByRole("columnheader")).toHaveCount(0);
  await to.click();
  await franchisee.getByRole("button", { name: /^15 stycznia 2020$/i }).click();
  await expect(to).toHaveValue("15.01.2020");
  await axe(franchisee);
  await franchisee.getByRole("button", { name: "Pokaż" }).click();
  await expect(franchisee).toHaveURL(/from=01\.01\.2020&to=15\.01\.2020/);
  await expect(from).toHaveValue("01.01.2020");
  await expect(franchisee.getByText("Nie ma tu zmian z tych dni.")).toBeVisible();
});

test("a keyboard opens the calendar, goes through it, chooses and leaves it @js", async ({ franchisee: page }) => {
  await page.goto("/history?to=2020-01-15");
  const to = page.getByLabel("Do dnia");
  await expect(to).toHaveValue("15.01.2020");
  const { keyboard } = page;
  const day = (name: string) => page.getByRole("button", { name, exact: true });
  const calendar = page.getByRole("dialog", { name: "Kalendarz: ostatni dzień" });
  await to.focus();
  await expect(calendar).toHaveCount(0);
  await keyboard.press("ArrowDown");
  await expect(day("15 stycznia 2020")).toBeFocused();
  await axe(page);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(day("15 stycznia 2020")).toHaveCSS("forced-color-adjust", "none");
  await page.emulateMedia({ forcedColors: "none" });
  await keyboard.press("Escape");
  await expect(calendar).toHaveCount(0);
  await expect(to).toBeFocused();
  await expect(to).toHaveValue("15.01.2020");

  const open = page.getByRole("button", { name: "Kalendarz: ostatni dzień" });
  await keyboard.press("Tab");
  await expect(open).toBeFocused();
  await expect(open).toHaveAttribute("aria-expanded", "false");
  await keyboard.press("Enter");
  await expect(open).toHaveAttribute("aria-expanded", "true");
  await expect(day("15 stycznia 2020")).toBeFocused();
  // From the day round to the months, which the dialog begins with.
  await keyboard.press("Tab");
  await expect(day("Poprzedni miesiąc")).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "sty", exact: true })).toBeFocused();
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await expect(day("1 lutego 2020")).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowRight");
  await expect(day("9 lutego 2020")).toBeFocused();
  await keyboard.press("Enter");
  await expect(calendar).toHaveCount(0);
  await expect(to).toBeFocused();
  await expect(to).toHaveValue("09.02.2020");
});

test.describe("in a browser on the other side of the world", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("the calendar's today is Warsaw's @js", async ({ franchisee }) => {
    // 15:00 of the 31st in Warsaw, 01:00 of the 1st in Auckland.
    await franchisee.clock.setFixedTime(new Date("2026-05-31T13:00:00Z"));
    await franchisee.goto("/history?to=2020-01-31");
    // The calendar comes after the page, in place of the native field.
    await expect(franchisee.getByLabel("Do dnia")).toHaveValue("31.01.2020");
    await franchisee.getByLabel("Od dnia").click();
    await expect(franchisee.locator("button[data-today]")).toHaveCount(1);
    await expect(franchisee.getByRole("button", { name: /^31 maja 2026$/i })).toHaveAttribute("aria-current", "date");
  });
});

test("changes are filtered by person, kind and seller, and exported as they are @both", async ({
  franchisee,
  world,
}) => {
  const [one, other] = control(world).sellers().slice(8, 10);
  await changeMpk(franchisee, one!.id, "ZX-930");
  await changeMpk(franchisee, other!.id, "ZX-931");
  await franchisee.goto("/history");
  await typeInto(franchisee.getByLabel("Osoba"), "anna");
  await franchisee.getByLabel("Rodzaj zmiany").selectOption("Zmiana danych");
  await typeInto(franchisee.getByLabel("Sprzedawca", { exact: true }), one!.email);
  await franchisee.getByRole("button", { name: "Pokaż" }).click();
  await expect(franchisee).toHaveURL(/person=anna&kind=update&seller=/);
  const entries = franchisee.getByRole("article");
  await expect(entries.filter({ hasText: "ZX-930" })).toHaveCount(1);
  await expect(entries.filter({ hasText: "ZX-931" })).toHaveCount(0);
  await expect(franchisee.getByLabel("Rodzaj zmiany")).toHaveValue("update");
  await axe(franchisee);

  const downloading = franchisee.waitForEvent("download");
  await franchisee.getByRole("link", { name: "Eksportuj CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain(`;MPK;${one!.mpk};ZX-930;`);
  expect(file).not.toContain("ZX-931");

  await typeInto(franchisee.getByLabel("Osoba"), "nikt taki");
  await franchisee.getByRole("button", { name: "Pokaż" }).click();
  await expect(franchisee.getByText("Żadna zmiana nie pasuje do tych filtrów.")).toBeVisible();
  await franchisee.getByRole("link", { name: "Wyczyść filtry" }).click();
  await expect(entries.filter({ hasText: "ZX-931" })).not.toHaveCount(0);
});

test("days the wrong way round are said to be, and stay as they were typed", async ({ franchisee }) => {
  await franchisee.goto("/history?from=2026-02-02&to=2026-01-01");
  await expect(franchisee.getByText("Dzień początkowy jest późniejszy niż końcowy. Zamień daty.")).toBeVisible();
  await expect(franchisee.getByText("Popraw daty, aby zobaczyć zmiany.")).toBeVisible();
  await expect(franchisee.getByLabel("Od dnia")).toHaveValue(/^(2026-02-02|02\.02\.2026)$/);
  await expect(franchisee.getByLabel("Do dnia")).toHaveValue(/^(2026-01-01|01\.01\.2026)$/);
  await expect(franchisee.getByRole("link", { name: "Eksportuj CSV" })).toHaveCount(0);
});

test("a day that isn't in the calendar stays as it was typed, and nothing passes for its changes", async ({
  franchisee: page,
  javaScriptEnabled,
}) => {
  await page.goto("/history");
  if (javaScriptEnabled) {
    const from = page.getByLabel("Od dnia");
    await expect(from).toHaveAttribute("placeholder", "DD.MM.RRRR");
    await typeInto(from, "31.02.2026");
    await page.getByRole("button", { name: "Pokaż" }).click();
  } else await page.goto("/history?from=31.02.2026");
  const from = page.getByLabel("Od dnia");
  await expect(from).toHaveAccessibleDescription("Pole Od dnia zawiera datę, której nie ma w kalendarzu");
  await expect(from).toHaveValue("31.02.2026");
  await expect(page.getByText("Popraw daty, aby zobaczyć zmiany.")).toBeVisible();
  await expect(page).toHaveTitle(/^Błąd: /);
  await expect(from).toBeFocused();
  // The same mistake once more is told once more.
  await page.getByRole("button", { name: "Pokaż" }).click();
  await expect(from).toBeFocused();
  await typeInto(from, "28.02.2020");
  await page.getByRole("button", { name: "Pokaż" }).click();
  await expect(page).toHaveURL(/from=28\.02\.2020/);
  await expect(page.getByText("Popraw daty")).toHaveCount(0);
});

test("on a phone the fields of the filter are in line", async ({ franchisee }) => {
  await franchisee.setViewportSize({ width: 390, height: 844 });
  await franchisee.goto("/history");
  const edges = async (label: string) => {
    const { x, width } = (await franchisee.getByLabel(label, { exact: true }).boundingBox())!;
    return [x, x + width].map(Math.round);
  };
  // A field may just be giving way to the one with a calendar.
  await expect(async () => {
    expect(await edges("Od dnia")).toEqual(await edges("Osoba"));
    expect(await edges("Do dnia")).toEqual(await edges("Rodzaj zmiany"));
    expect(await edges("Sprzedawca")).toEqual([(await edges("Osoba"))[0], (await edges("Rodzaj zmiany"))[1]]);
  }).toPass();
});

test("what is wrong with a day takes no field of the filter out of line", async ({ franchisee }) => {
  await franchisee.setViewportSize({ width: 1440, height: 900 });
  await franchisee.goto("/history?from=2026-02-02&to=2026-01-01");
  await franchisee.waitForLoadState("networkidle");
  await expect(franchisee.getByText("Dzień początkowy jest późniejszy niż końcowy. Zamień daty.")).toBeVisible();
  const fields = ["Od dnia", "Do dnia", "Osoba", "Rodzaj zmiany"].map((name) => franchisee.getByLabel(name));
  const boxes = await Promise.all(fields.map((one) => one.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)))).size).toBe(1);
});

test("on a small phone a person's name is cut in no word, whatever stands beside it", async ({ franchisee: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/sellers/new");
  for (const [name, value] of [
    ["displayName", "Kiosk Wąski"],
    ["email", "kiosk.waski@example.pl"],
    ["mpk", "ZX-320"],
  ] as const) {
    await typeInto(page.locator(`main [name=${name}]`), value);
  }
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await expect(page.getByText("Dodano sprzedawcę „Kiosk Wąski”")).toBeVisible();
  await page.goto("/history");
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
});

test("leaving while an undo is on its way asks first, and its answer takes the question back @js", async ({
  franchisee: page,
  world,
}) => {
  const { control: backend } = world.sandbox;
  const seller = control(world).sellers()[14]!;
  await changeMpk(page, seller.id, "ZX-914");
  const dialog = page.getByRole("dialog", { name: "Wysyłanie jeszcze trwa" });
  const onItsWay = page.locator("form[data-sending]");
  await page.goto(`/sellers/${seller.id}`);
  await awake(page);
  await page.getByRole("link", { name: "Historia", exact: true }).click();
  const held = backend.fault({ target: "sellers", method: "PUT", hold: true, times: 1 });
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Cofnij/ })
    .click();
  await expect(onItsWay).toBeAttached();
  await page.goBack();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Zostań" }).click();
  await page.getByRole("link", { name: "Sprzedawcy" }).first().click();
  await expect(dialog).toBeVisible();
  backend.clearFaults(held);
  await expect(page.getByText("Cofnięto zmianę")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
