import type { Page } from "@playwright/test";
import { HostileWorld } from "../integration/support/hostile-world";
import { awake, enterPassword, expect, test, visit } from "./fixtures";

const MINUTE = 60_000;
const NOTED = /status of 401|status of 404.*\/profile\/image/;
const notice = (page: Page) => page.getByRole("status").filter({ hasText: /Sesja wygaśnie o\s\d\d:\d\d/ });

test("Every tab tells of the idle limit, and one press in one extends it", async ({ browser }) => {
  const idle = await HostileWorld.start({ SESSION_IDLE_MINUTES: "8" });
  const context = await browser.newContext();
  try {
    const [page, other, third] = [await context.newPage(), await context.newPage(), await context.newPage()];
    await visit(page, `${idle.appUrl}/sellers/new`);
    const field = page.getByLabel("Nazwa wyświetlana");
    await field.fill("Łódź Fabryczna");
    for (const tab of [other, third]) await tab.goto(`${idle.appUrl}/profile`);
    await awake(third);
    await idle.pass(6.5 * MINUTE);
    for (const tab of [page, other, third]) await expect(notice(tab)).toBeVisible();
    await expect(field).toBeFocused();

    // A press that fails says so, and a notice that was closed stays closed.
    await third.route("**/auth/session", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await notice(third).getByRole("button", { name: "Przedłuż sesję" }).click();
    await expect(notice(third)).toContainText("Nie udało się przedłużyć sesji. Spróbuj ponownie.");
    await notice(third).getByRole("button", { name: "Zamknij komunikat" }).click();
    await expect(notice(third)).toHaveCount(0);
    for (let checks = 0; checks < 2; checks += 1) {
      await third.waitForEvent("response", (answer) => "panel-session-ends" in answer.headers());
    }
    await expect(notice(third)).toHaveCount(0);

    await notice(page).getByRole("button", { name: "Przedłuż sesję" }).press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Przedłużono sesję" })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await expect(notice(other)).toHaveCount(0);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("Łódź Fabryczna");
    await idle.pass(2 * MINUTE);
    expect(await page.evaluate(async () => (await fetch("/auth/session")).status)).toBe(204);
  } finally {
    await context.close();
    await idle.close();
  }
});

test("A sign-in in a new tab lets the page go on without silent renewal", async ({
  pageOf,
  control,
  problems,
  world,
}) => {
  problems.expect(NOTED);
  const { accounts } = world.sandbox;
  control.config({ accessTokenSeconds: 64, refresh: false });
  const page = await pageOf("imageless", { fresh: true });
  await visit(page, "/sellers/new");
  const field = page.getByLabel(/Nazwa wyświetlana/);
  await field.fill("Żółta Łódź");
  // The provider no longer knows the browser.
  await page.context().clearCookies({ name: /^sandbox_op_/ });
  await expect(notice(page)).toBeVisible();
  control.config({ accessTokenSeconds: 3600 });

  const opening = page.context().waitForEvent("page");
  // The palette reaches the link also from a row's form, which keeps Tab to itself.
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Zaloguj się w nowej karcie" }).click();
  const tab = await opening;
  await enterPassword(tab, accounts.imageless);
  await tab.waitForURL(/\/sellers\/new$/);
  await tab.close();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "Sesja wygasła" })).toHaveCount(0);
  await expect(field).toHaveValue("Żółta Łódź");
});
