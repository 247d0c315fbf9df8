import { awake, expect, test, visit } from "./fixtures";
import { field } from "./parts";

test("An error in an event handler offers to load the page again", async ({ page, problems }) => {
  problems.expect(/broken by the test/);
  page.on("dialog", (dialog) => dialog.accept());
  await visit(page, "/sellers/new");
  await field(page, "MPK").fill("0077");
  const reported = page.waitForRequest("**/error/report");
  await page.evaluate(() => {
    const { closest } = Element.prototype;
    Element.prototype.closest = () => {
      Element.prototype.closest = closest;
      throw new Error("broken by the test");
    };
  });
  await page.getByRole("heading", { level: 1 }).click();
  const message = page.getByRole("status").filter({ hasText: "Coś poszło nie tak" });
  await expect(message).toBeVisible();
  expect((await reported).postDataJSON()).toMatchObject({ name: "Error" });
  const opened = page.waitForRequest((request) => request.isNavigationRequest());
  await message.getByRole("button", { name: "Wczytaj ponownie" }).click();
  expect(new URL((await opened).url()).pathname).toBe("/sellers/new");
  await awake(page);
  await expect(field(page, "MPK")).toHaveValue("0077");
});

test("An extension's own error shows no message", async ({ page, problems }) => {
  problems.expect(/not ours/);
  await visit(page, "/sellers");
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error("not ours");
    }),
  );
  await page.getByRole("searchbox").first().focus();
  await expect(page.getByText("Coś poszło nie tak")).toHaveCount(0);
});
