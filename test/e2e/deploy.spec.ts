import { nextVersion } from "../support/next-version";
import { startWorld } from "../support/world";
import { awake, expect, requestsOf, signIn, test, visit } from "./fixtures";
import { expectSeller, fillSeller, heading, saveButton } from "./parts";
import { Problems } from "./problems";

/** What Chromium and Remix say about a chunk that isn't there. */
const GONE = /status of 404|Failed to load resource|Failed to fetch dynamically imported module/;

test.beforeEach(({ problems }) => problems.expect(GONE));

test("A message that comes without a new document is shown once", async ({ page }) => {
  await visit(page, "/sellers/new");
  await fillSeller(page);
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
  await visit(page, "/sellers");
  for (let row = 1; row <= 15; row++) await page.getByRole("row").nth(row).getByRole("checkbox").check();
  const chunk = /\/assets\/bulk\.route-/;
  const missed = requestsOf(page, (request) => chunk.test(request.url()));
  const documents = requestsOf(page, (one) => one.isNavigationRequest() && one.frame() === page.mainFrame());
  // As after a deploy: the chunk is gone for the open page, and there for the document that comes.
  await page.route(chunk, (route) =>
    documents.length > 0 ? route.continue() : route.fulfill({ status: 404, body: "" }),
  );
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page).toHaveURL(/\/sellers\/bulk\?draft=/);
  await expect(page.getByRole("main").getByText(/15/).first()).toBeVisible();
  // The address may change while the list, which says 15 too, still stands there.
  await expect.poll(() => documents.map((url) => new URL(url).pathname)).toEqual(["/sellers/bulk"]);
  expect(missed.length).toBeGreaterThan(0);
  expect(control.requests("sellers").filter(({ method }) => method !== "GET")).toEqual([]);
});

test("Work that one version of the app began is ended on the next one", async ({ browser }) => {
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
    await deploy(nextVersion);
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
    await visit(page, "/sellers/new");
    await fillSeller(page);
    await deploy();
    await saveButton(page).click();
    await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/);
    await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
    await expect(heading(page)).toHaveText("Żółta Łódź");
    expect(world.sandbox.control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);

    // One that isn't yet.
    page.on("dialog", (dialog) => dialog.accept());
    await visit(page, "/sellers/new");
    await fillSeller(page);
    await deploy(nextVersion);
    await page.reload();
    await awake(page);
    await expectSeller(page);
    await context.close();
    problems.check();
  } finally {
    await world.close();
  }
});
