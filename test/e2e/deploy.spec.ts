import type { Page } from "@playwright/test";
import { nextVersion } from "../support/next-version";
import { startWorld } from "../support/world";
import { awake, expect, signIn, test } from "./fixtures";
import { heading, saveButton } from "./parts";
import { Problems } from "./problems";

/** What Chromium and Remix say about a chunk that isn't there. */
const GONE = /status of 404|Failed to load resource|Failed to fetch dynamically imported module/;

test.beforeEach(({ problems }) => problems.expect(GONE));

/**
 * As after a deploy: the chunk is gone for the pages that are open, and there for the documents
 * that come.
 */
async function takeAway(page: Page, chunk: RegExp): Promise<{ missed: () => number }> {
  let missed = 0;
  let came = false;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) came = true;
  });
  await page.route(chunk, (route) => {
    missed += 1;
    return came ? route.continue() : route.fulfill({ status: 404, body: "" });
  });
  return { missed: () => missed };
}

const documents = (page: Page) => {
  const seen: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      seen.push(new URL(request.url()).pathname);
  });
  return seen;
};

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Nazwa wyświetlana").fill("Żółta Łódź");
  await page.getByLabel("Adres e-mail").fill("zolta@example.pl");
  await page.getByLabel("MPK").fill("00777");
}

test("A message that comes without a new document is shown once", async ({ page }) => {
  await page.goto("/sellers/new");
  await awake(page);
  await fillIn(page);
  await saveButton(page).click();
  const message = page.getByText("Dodano sprzedawcę „Żółta Łódź”");
  await expect(message).toBeVisible();
  await page.getByRole("link", { name: "Pulpit" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(message).toHaveCount(0);
  await page.reload();
  await expect(message).toHaveCount(0);
});

test("A form whose page is gone ends at its answer's document", async ({ page, control }) => {
  await page.goto("/sellers");
  await awake(page);
  for (let row = 1; row <= 15; row++) await page.getByRole("row").nth(row).getByRole("checkbox").check();
  const gone = await takeAway(page, /\/assets\/bulk\.route-/);
  const loaded = documents(page);
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page).toHaveURL(/\/sellers\/bulk\?draft=/);
  await expect(page.getByRole("main").getByText(/15/).first()).toBeVisible();
  // The address may change while the list, which says 15 too, still stands there.
  await expect.poll(() => loaded).toEqual(["/sellers/bulk"]);
  expect(gone.missed()).toBeGreaterThan(0);
  expect(control.requests("sellers").filter(({ method }) => method !== "GET")).toEqual([]);
});

test("Work that one version of the app began is ended on the next one", async ({ browser }) => {
  // It builds the app a second time.
  test.setTimeout(900_000);
  const next = await nextVersion();
  const world = await startWorld();
  const deploy = (build?: string) => world.restart("SIGTERM", build);
  try {
    const context = await browser.newContext({ baseURL: world.appUrl, viewport: { width: 1280, height: 500 } });
    const problems = new Problems(world.appUrl);
    problems.expect(GONE);
    problems.expect(/ERR_CONNECTION/);
    await problems.watch(context);
    const page = await context.newPage();
    await signIn(page, world, "franchisee", "/sellers");
    await awake(page);
    const scripts = () =>
      page.locator('link[rel="modulepreload"]').evaluateAll((all) => all.map((each) => each.getAttribute("href")));
    const before = await scripts();

    // Ticked rows. With the first key or click the list would load the seller's page ahead.
    await deploy(next);
    const rows = page.getByRole("row");
    await rows.nth(12).getByRole("checkbox").check();
    await rows.nth(3).getByRole("checkbox").check();
    const link = rows.nth(12).getByRole("link").first();
    const name = await link.innerText();
    await link.click();
    await expect(heading(page)).toHaveText(name);
    await awake(page);
    const after = await scripts();
    expect(after.length).toBeGreaterThan(2);
    expect(after.filter((script) => before.includes(script))).toEqual([]);
    await page.goBack();
    await expect(rows.nth(12).getByRole("checkbox")).toBeChecked();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);

    // A form that is saved.
    await page.goto("/sellers/new");
    await awake(page);
    await fillIn(page);
    await deploy();
    await saveButton(page).click();
    await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/);
    await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
    await expect(heading(page)).toHaveText("Żółta Łódź");
    expect(world.sandbox.control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);

    // One that isn't yet.
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto("/sellers/new");
    await awake(page);
    await fillIn(page);
    await deploy(next);
    await page.reload();
    await awake(page);
    await expect(page.getByLabel("Nazwa wyświetlana")).toHaveValue("Żółta Łódź");
    await expect(page.getByLabel("MPK")).toHaveValue("00777");
    await context.close();
    problems.check();
  } finally {
    await world.close();
  }
});
