import { axeInEveryAppearance, expect, saveSeller, test } from "./fixtures";

test("A count that is slow holds up nothing else of the dashboard", async ({ page, control, world }) => {
  const seller = control.sellers()[11]!;
  await saveSeller(page, seller.id, { mpk: "00011" });
  const held = control.fault({ target: "sellers", hold: true });
  // Only pages of a browser that is known to run scripts come in parts.
  await page.context().addCookies([{ name: "scripts", value: "on", url: world.appUrl }]);
  await page.goto("/", { waitUntil: "commit" });
  const latest = page.getByRole("region", { name: "Ostatnie zmiany" });
  await expect(latest.getByRole("link", { name: seller.displayName }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Zmiany z ostatnich 30 dni" })).toBeVisible();
  await expect(page.getByText("Liczymy…").first()).toBeVisible();
  control.clearFaults(held);
  await expect(page.getByRole("link", { name: /^Wszyscy \d/ })).toBeVisible();
  await latest.getByRole("link", { name: seller.displayName }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: seller.displayName })).toBeVisible();
});

test("Counts that arrive late as zeros make room for the first-day card", async ({ page, control, world }) => {
  const held = control.fault({ target: "sellers", hold: true, body: { sellers: [], total: 0 } });
  await page.context().addCookies([{ name: "scripts", value: "on", url: world.appUrl }]);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByText("Liczymy…").first()).toBeVisible();
  control.clearFaults(held);
  await expect(page.getByRole("heading", { name: "Dodaj pierwszych sprzedawców" })).toBeVisible();
  await expect(page.getByRole("search")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Dodaj sprzedawcę" })).toHaveCount(1);
  await axeInEveryAppearance(page);
});

test("The dashboard tells what was changed, with a chart that opens as a table", async ({ page, control }) => {
  const seller = control.sellers()[12]!;
  await saveSeller(page, seller.id, { mpk: "00012" });
  await page.goto("/");
  const latest = page.getByRole("region", { name: "Ostatnie zmiany" });
  const change = latest.getByRole("listitem").filter({ hasText: "00012" }).first();
  await expect(change.locator("del")).toHaveText(seller.mpk);
  const chart = page.getByRole("region", { name: "Zmiany z ostatnich 30 dni" });
  const bars = await chart.locator("svg rect").count();
  expect(bars).toBeGreaterThan(0);
  await expect(chart.getByRole("table")).toBeHidden();
  await chart.getByText("Pokaż jako tabelę").click();
  await expect(chart.getByRole("row")).toHaveCount(bars + 1);
  await axeInEveryAppearance(page);
});

test("Initials stand where there is no picture, without a shift", async ({ imageless: page, problems }) => {
  problems.expect(/status of 404.*\/profile\/image/);
  await page.goto("/profile");
  await expect(page.locator("main [aria-hidden=true]", { hasText: "JW" })).toBeVisible();
  const box = await page.locator("header summary [aria-hidden=true]").first().boundingBox();
  expect([box?.width, box?.height]).toEqual([32, 32]);
});

test("A browser that ran scripts before and runs none gets whole pages @nojs", async ({ page, control, world }) => {
  const scripts = { name: "scripts", value: "on", url: world.appUrl };
  await page.context().addCookies([scripts]);
  await page.goto("/");
  await expect(page.getByRole("list").filter({ hasText: "aktywn" }).first()).toBeVisible();
  await expect(page.getByText("Liczymy…")).toHaveCount(0);
  await expect(page).toHaveURL("/");
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("scripts");
  await page.context().addCookies([scripts]);
  await page.goto(`/sellers/${control.sellers()[0]!.id}?from=q%3Dsklep`);
  await expect(page.getByRole("heading", { name: "Ostatnie zmiany" })).toBeVisible();
  await expect(page.getByText("Wczytujemy…")).toHaveCount(0);
  await expect(page).toHaveURL(/from=q%3Dsklep$/);
});
