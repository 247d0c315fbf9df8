import type { Locator, Page } from "@playwright/test";
import { axe, choose, expect, messagesStay, startDisabling, test, visit } from "./fixtures";
import { heading, jobState, saveButton, textIn } from "./parts";

const results = (page: Page) => page.getByRole("table").getByRole("row");
/** By the page's own asking: nobody reloads it here. */
const finishes = (page: Page) => expect(jobState(page)).toHaveText("Zakończono", { timeout: 120_000 });
const background = (badge: Locator) =>
  badge.evaluate(({ firstElementChild }) => firstElementChild && getComputedStyle(firstElementChild).backgroundColor);
/** The bar has the colour of the badge's words. */
const expectBarLikeBadge = async (page: Page) =>
  expect(page.getByRole("progressbar", { name: "Postęp" })).toHaveCSS(
    "background-color",
    await jobState(page).evaluate(({ firstElementChild }) => getComputedStyle(firstElementChild!).color),
  );

test("A batch goes on without its page, is tried again and taken back", async ({ page: franchisee, control }) => {
  test.slow();
  const active = control.sellersWith(({ accountEnabled }) => accountEnabled);
  const chosen = active.slice(-40, -28);
  const refused = chosen[4]!;
  control.changeSeller(refused.id, { displayName: "Przedsiębiorstwo Produkcyjno-Handlowo-Usługowe ".repeat(3).trim() });
  const isEnabled = (id: string) => control.seller(id)?.accountEnabled;
  const enabled = () => chosen.filter(({ id }) => isEnabled(id)).map(({ id }) => id);
  const faults = [
    control.fault({ target: "sellers", method: "PATCH", path: `/api/sellers/${refused.id}`, status: 403 }),
    control.fault({ target: "sellers", method: "PATCH", hold: true }),
  ];
  await choose(franchisee, "disable", chosen);
  await expect(franchisee.getByRole("heading", { level: 1, name: "Czy wyłączyć konta 12 sprzedawców?" })).toBeVisible();
  const named = franchisee.getByRole("row", { name: chosen[0]!.displayName });
  await expect(named.getByRole("cell", { name: chosen[0]!.email, exact: true })).toBeVisible();
  await expect(named.getByRole("cell", { name: chosen[0]!.mpk, exact: true })).toBeVisible();
  await franchisee.getByRole("button", { name: "Wyłącz konta" }).click();

  await expect(jobState(franchisee)).toHaveText("Trwa");
  await expectBarLikeBadge(franchisee);
  const address = franchisee.url();
  const context = franchisee.context();
  await franchisee.close();
  const page = await context.newPage();
  await page.goto(address);
  await expect(jobState(page)).toHaveText("Trwa");
  await page.getByRole("button", { name: "Zatrzymaj" }).focus();
  control.clearFaults(faults[1]);
  await finishes(page);
  // The focused button goes with the job's end.
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Wyłączono 11\sz\s12\skont – /);
  const told = page.locator("[role=status]:not([aria-live=off])").filter({ hasText: "Wyłączono" });
  await expect(told).toHaveCount(1);
  await expect(results(page)).toHaveCount(13);
  await expect(results(page).nth(5)).toContainText("Nieudane");
  await page.setViewportSize({ width: 1000, height: 900 });
  // A name of one word that takes two lines was broken within.
  expect((await textIn(results(page).nth(5).getByText("Nieudane"))).lines).toBe(1);
  const notAllWell = await background(jobState(page));
  await expect(results(page).nth(5)).toContainText("Nie masz uprawnień do tego sprzedawcy.");
  expect(enabled()).toEqual([refused.id]);
  await page.getByRole("link", { name: "Do sprawdzenia" }).click();
  await expect(results(page)).toHaveCount(2);
  await axe(page);

  control.clearFaults(faults[0]);
  await page.getByRole("button", { name: "Ponów 1 nieudane" }).click();
  await finishes(page);
  await expect(page.getByRole("heading", { level: 1, name: "Wyłączono 1 konto" })).toBeVisible();
  expect(await background(jobState(page))).not.toBe(notAllWell);
  expect(enabled()).toEqual([]);

  await page
    .getByText("Ponawia:")
    .getByRole("link", { name: /^Wyłączono 11\sz/ })
    .click();
  await expect(page).toHaveURL(address);
  await page.getByRole("link", { name: "Cofnij" }).click();
  await expect(page.getByRole("heading", { name: "Przywrócić 11 kont?" })).toBeFocused();
  await axe(page);
  await page.getByRole("link", { name: "Anuluj" }).click();
  await expect(page.getByRole("button", { name: "Włącz 11 kont" })).toHaveCount(0);
  await page.getByRole("link", { name: "Cofnij" }).click();
  await page.getByRole("button", { name: "Włącz 11 kont" }).click();
  await finishes(page);
  await expect(page.getByRole("heading", { level: 1, name: "Cofnięto wyłączenie 11 kont" })).toBeVisible();
  expect(enabled()).toHaveLength(11);
  await page.getByRole("link", { name: "Twoje operacje zbiorcze" }).click();
  const jobs = page.getByRole("region", { name: "Twoje operacje zbiorcze" }).getByRole("listitem");
  // The person may have others from before.
  const latest = [
    /^Cofnięto wyłączenie 11\skont\d/,
    /^Wyłączono 1\skonto\d/,
    /^Wyłączono 11\sz\s12\skont1\snieudane\d/,
  ];
  for (const [at, words] of latest.entries()) await expect(jobs.nth(at)).toHaveText(words);
  await page.setViewportSize({ width: 390, height: 844 });
  const lefts = await jobs
    .nth(2)
    .locator("> *")
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
  control.changeSeller(refused.id, { accountEnabled: true, displayName: refused.displayName });
});

test("A job calls sellers by their names and tells its end once", async ({ page, control }) => {
  await messagesStay(page);
  const chosen = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(-9, -3);
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  await choose(page, "disable", chosen);
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(jobState(page)).toHaveText("Trwa");
  for (const { displayName } of chosen) await expect(results(page).filter({ hasText: displayName })).toHaveCount(1);
  await expect(results(page).filter({ hasText: chosen[5]!.id })).toHaveCount(0);
  const job = new URL(page.url()).pathname;

  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: "Wyłączanie kont" }).first()).toHaveAttribute(
    "href",
    job,
  );
  await page.goto("/help");
  control.clearFaults(held);
  const news = page.getByText("Wyłączono 6 kont.");
  await expect(news).toBeVisible({ timeout: 120_000 });
  await page.getByRole("link", { name: "Zobacz wyniki" }).click();
  await expect(page).toHaveURL(new RegExp(`${job}$`));
  await page.goto("/help");
  await expect(heading(page)).toBeVisible();
  await expect(news).toHaveCount(0);
});

test("A job's end is told once the message on screen is closed", async ({ page, control }) => {
  const [chosen, edited] = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(-12);
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  await startDisabling(page, [chosen!]);
  await visit(page, `/sellers/${edited!.id}/edit`);
  await page.getByLabel("MPK").fill("MPK-99");
  await saveButton(page).click();
  const saved = page.getByText("Zapisano zmiany danych sprzedawcy");
  await expect(saved).toBeVisible();

  const announcement = () =>
    page.waitForResponse((answer) => answer.url().endsWith("/auth/session") && "panel-news" in answer.headers());
  control.clearFaults(held);
  await announcement();
  await announcement();
  await expect(saved).toBeVisible();
  await page.getByRole("button", { name: "Zamknij komunikat" }).click();
  await expect(page.getByText("Wyłączono 1 konto.")).toBeVisible();
});
