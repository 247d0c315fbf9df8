import type { Page } from "@playwright/test";
import { axeInEveryAppearance, expect, SUPPORT_EMAIL, SUPPORT_URL, test } from "./fixtures";
import { heading } from "./parts";

/** The links of support name what the page shows. */
async function expectSupport(page: Page): Promise<void> {
  const mail = page.getByRole("main").getByRole("link", { name: `Napisz: ${SUPPORT_EMAIL}` });
  const id = await page.locator("main code").textContent();
  const href = new URL((await mail.getAttribute("href")) ?? "");
  expect(href.searchParams.get("subject")).toMatch(
    new RegExp(`^Panel franczyzobiorcy, \\d\\d\\.\\d\\d\\.\\d{4} \\d\\d:\\d\\d, Identyfikator błędu: ${id}$`),
  );
  await expect(page.getByRole("link", { name: "Otwórz stronę pomocy" })).toHaveAttribute("href", SUPPORT_URL);
}

test("An error says whom to ask", async ({ page, control, problems }) => {
  problems.expect(/status of (404|50\d)/);
  await page.goto("/");
  const fault = control.fault({ target: "sellers", method: "GET", html: true });
  await page.getByRole("link", { name: "Sprzedawcy" }).first().click();
  await expect(page).toHaveURL(/\/error\/50\d/);
  await expectSupport(page);
  control.clearFaults(fault);
  await axeInEveryAppearance(page);

  await page.evaluate(() => {
    (window as unknown as { __remixRouter: { navigate(to: string): unknown } }).__remixRouter.navigate("/nope");
  });
  await expect(heading(page)).toHaveText("Nie znaleziono strony");
  await expectSupport(page);
});
