import type { Page } from "@playwright/test";
import { startFaultServer } from "../support/fault-server";
import { awake, axe, effectsRun, expect, requestsOf, test, visit } from "./fixtures";
import { boxOf, expectSeller, fillSeller, heading, rows, saveButton } from "./parts";

/** What the browser itself says about a request without an answer. */
const OFFLINE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|Failed to load resource|CORS/;

test.beforeEach(({ problems }) => problems.expect(OFFLINE));

const notice = (page: Page, title = "Brak połączenia z panelem") => page.getByRole("alert").filter({ hasText: title });

test("A save without a network keeps the form and can be sent again", async ({ page, control }) => {
  const posts = () => control.requests("sellers").filter(({ method }) => method === "POST");
  await visit(page, "/sellers/new");
  await fillSeller(page);
  await page.context().setOffline(true);
  await saveButton(page).click();
  await expect(notice(page)).toBeVisible();
  expect((await boxOf(notice(page))).y).toBeGreaterThanOrEqual((await boxOf(heading(page))).bottom);
  await expect(notice(page)).toContainText("To, co tu wpisano lub wybrano, jest nadal na tej stronie");
  await expect(page).toHaveURL(/\/sellers\/new$/);
  await expectSeller(page);
  await expect(saveButton(page)).toBeEnabled();
  await axe(page);

  const failed = page.waitForEvent("requestfailed");
  await notice(page).getByRole("button", { name: "Wyślij ponownie" }).click();
  await failed;
  await expect(notice(page)).toBeVisible();
  await expectSeller(page);

  const sent = requestsOf(page, (request) => request.method() === "POST");
  await page.context().setOffline(false);
  const back = notice(page, "Połączenie wróciło");
  await expect(back).toContainText("Formularza jeszcze nie wysłano.");
  await expect(notice(page)).toHaveCount(0);
  // A form is never sent by itself: what is asked for after the network came back is answered, and
  // nothing was posted.
  await effectsRun(page);
  expect(await page.evaluate(async () => (await fetch("/healthz")).ok)).toBe(true);
  expect([sent, posts()]).toEqual([[], []]);
  await page.getByLabel("MPK").fill("00888");
  await back.getByRole("button", { name: "Wyślij ponownie" }).click();
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  await expect(back).toHaveCount(0);
  expect(posts()).toHaveLength(1);
  expect(posts()[0]?.body).toMatchObject({ mpk: "00888" });
});

for (const state of ["isn't loaded", "is loaded"]) {
  test(`An offline discard keeps the text when the next page ${state}`, async ({ page }) => {
    const dialog = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
    await visit(page, state === "is loaded" ? "/sellers" : "/sellers/new");
    if (state === "is loaded") await page.getByRole("link", { name: "Dodaj sprzedawcę" }).click();
    await fillSeller(page);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Anuluj" }).click();
    await dialog.getByRole("button", { name: "Odrzuć zmiany" }).click();
    await expect(notice(page)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel("MPK")).not.toBeEditable();
    await expectSeller(page);
    const failed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await saveButton(page).click();
    await failed;
    await expect(notice(page).getByRole("button", { name: "Wyślij ponownie" })).toBeVisible();
    await page.context().setOffline(false);
    await notice(page, "Połączenie wróciło").getByRole("button", { name: "Wyślij ponownie" }).click();
    await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  });
}

test("A row's form that waits for a network is sent when asked again", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  const email = page.getByRole("textbox", { name: "Adres e-mail" });
  const sent = requestsOf(page, (request) => request.method() === "POST");
  await visit(page, "/sellers?q=nowak&size=10");
  for (const isClosed of [true, false]) {
    await page
      .getByRole("button", { name: /^Działania/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Popraw adres e-mail" }).click();
    await email.fill("bez małpy");
    await page.context().setOffline(true);
    await email.press("Enter");
    await expect(notice(page)).toBeVisible();
    if (isClosed) await page.getByRole("button", { name: "Anuluj" }).click();
    if (isClosed) await expect(notice(page)).toHaveCount(0);
    await page.context().setOffline(false);
    sent.length = 0;
  }
  await notice(page, "Połączenie wróciło").getByRole("button", { name: "Wyślij ponownie" }).press("Enter");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  expect(sent).toHaveLength(1);
  await email.fill("bez.sieci@example.pl");
  await email.press("Enter");
  await expect(page.getByText("Zapisano zmiany")).toBeVisible();
  await expect(rows(page).getByText("bez.sieci@example.pl")).toBeVisible();
});

test("A network that answers in place of the panel loses nothing", async ({ page, control }) => {
  await visit(page, "/sellers/new");
  await fillSeller(page);
  const statuses = [200, 511];
  await page.route(/\.data/, (route) => {
    const status = statuses.shift();
    const body = "<!doctype html><title>WiFi</title><h1>Hotel</h1>";
    return status ? route.fulfill({ status, contentType: "text/html", body }) : route.continue();
  });
  const again = page.getByRole("button", { name: "Wyślij ponownie" });
  await saveButton(page).click();
  for (const left of [1, 0]) {
    await expect.poll(() => statuses.length).toBe(left);
    await expect(notice(page, "Zamiast panelu odpowiedziała inna strona")).toBeVisible();
    await expectSeller(page);
    await again.click();
  }
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  expect(control.requests("sellers").filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("A gateway whose session ended gets the address as a document", async ({ page }) => {
  const signIn = await startFaultServer((_request, response) => void response.end("Sign in to the gateway"));
  try {
    await visit(page, "/sellers");
    await page.route(/\.data/, (route) => route.fulfill({ status: 302, headers: { location: signIn.url } }));
    await page.getByRole("link", { name: "Historia zmian" }).click();
    const another = notice(page, "Zamiast panelu odpowiedziała inna strona");
    await expect(another).toBeVisible();
    const opened = page.waitForRequest((request) => request.isNavigationRequest());
    await another.getByRole("button", { name: "Spróbuj ponownie" }).click();
    expect(new URL((await opened).url()).pathname).toBe("/history");
    await expect(page).toHaveURL(/\/history$/);
  } finally {
    await signIn.close();
  }
});

test("A gateway's 502, 429 and 504 say that the panel is away", async ({ page }) => {
  await visit(page, "/sellers/new");
  let status = 502;
  const body = "<!doctype html><title>nginx</title><h1>Gateway</h1>";
  await page.route(/\.data/, (route) => route.fulfill({ status, contentType: "text/html", body }));
  await page.getByRole("link", { name: "Pulpit" }).click();
  await expect(notice(page, "Panel jest chwilowo niedostępny")).toBeVisible();
  for (const next of [429, 504]) {
    status = next;
    const answered = page.waitForResponse((response) => response.status() === next);
    await page.getByRole("button", { name: "Spróbuj ponownie" }).click();
    await answered;
    await expect(notice(page, "Panel jest chwilowo niedostępny")).toBeVisible();
    await expect(page.getByText("Ta sieć może wymagać zalogowania")).toHaveCount(0);
  }
  await page.unroute(/\.data/);
  await expect(page).toHaveURL(/\/$/);
  await expect(notice(page, "Panel jest chwilowo niedostępny")).toHaveCount(0);
});

test("A reload and Back keep what was typed and not sent", async ({ page, control }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto("/sellers");
  await visit(page, "/sellers/new");
  await fillSeller(page);
  await page.context().setOffline(true);
  await saveButton(page).click();
  await expect(notice(page)).toBeVisible();
  await page.reload().catch(() => null);
  await page.context().setOffline(false);
  await visit(page, "/sellers/new");
  await expectSeller(page);

  await page.goto("/style");
  await page.goBack();
  await awake(page);
  await expectSeller(page);
  await saveButton(page).click();
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  expect(control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);

  // What was saved, or given up, doesn't come back.
  await visit(page, "/sellers/new");
  await expect(page.getByLabel("Nazwa wyświetlana")).toHaveValue("");
  await fillSeller(page);
  await page.getByRole("link", { name: "Historia zmian" }).click();
  await page.getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(page).toHaveURL(/\/history/);
  await visit(page, "/sellers/new");
  await expect(page.getByLabel("Nazwa wyświetlana")).toHaveValue("");
});
