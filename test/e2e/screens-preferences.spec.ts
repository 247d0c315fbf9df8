import { expect, test } from "./fixtures";
import { styleOf } from "./parts";

test("The language and colours chosen in the preferences are the answer's", async ({ page }) => {
  const background = () => styleOf(page.locator("body"), "background-color");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/preferences");
  const dark = await background();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).not.toBe(dark);
  await page.getByLabel("English").check();
  await page.getByLabel("Ciemny").check();
  await page.getByRole("button", { name: "Zapisz" }).click();
  await expect(page).toHaveURL(/\/en-US\/preferences$/);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect.poll(background).toBe(dark);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Ustawienia" })).toBeVisible();
  await expect(page.getByLabel("Polski")).toBeChecked();
  await page.goForward();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hello!" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
});

test("A message goes by itself, but not while it is being read", async ({ page }) => {
  await page.clock.install();
  await page.goto("/preferences");
  await page.getByRole("button", { name: "Zapisz" }).click();
  const message = page.getByText("Zapisano ustawienia");
  await message.hover();
  await page.clock.fastForward(60_000);
  await expect(message).toBeVisible();
  const box = await page.locator("[role=status] > div", { has: message }).boundingBox();
  const window = page.viewportSize();
  expect(Math.round((window?.width ?? 0) - (box?.x ?? 0) - (box?.width ?? 0))).toBe(24);
  await page.mouse.move(5, 5);
  await page.clock.fastForward(60_000);
  await expect(message).toBeHidden();

  const save = page.getByRole("button", { name: "Zapisz" });
  await save.click();
  await page.getByRole("button", { name: "Zamknij komunikat" }).click();
  await expect(message).toBeHidden();
  await expect(save).toBeFocused();
});
