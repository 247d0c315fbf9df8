import { awake, choose, expect, nativeQuestions, test } from "./fixtures";
import { heading } from "./parts";

test("A reason that was typed is left behind only after a question", async ({ page, control, problems }) => {
  problems.expect(/status of 400/);
  const [seller, ...others] = control.sellersWith(({ accountEnabled }) => accountEnabled);
  const reason = page.getByLabel("Powód");
  const cancel = page.getByRole("link", { name: "Anuluj" });
  const dialog = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  const asked = nativeQuestions(page);
  const leaving = async () => {
    await awake(page);
    // What asks comes with a chunk of its own.
    await page.waitForLoadState("networkidle");
    await reason.fill("Zamknięto salon");
    await cancel.click();
    await dialog.getByRole("button", { name: "Zostań" }).click();
    await expect(reason).toHaveValue("Zamknięto salon");
  };

  await page.goto(`/sellers/${seller!.id}/status`);
  await leaving();
  // Sending it asks nothing, whatever becomes of it; what was refused is still to be lost.
  control.fault({ target: "sellers", method: "PATCH", status: 400, times: 1 });
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("Nie udało się zmienić stanu konta");
  await expect(alert).toBeFocused();
  await expect(page).toHaveTitle(`Błąd: Wyłącz konto: ${seller!.displayName} – Panel franczyzobiorcy`);
  await cancel.click();
  await dialog.getByRole("button", { name: "Zostań" }).click();
  await page.getByRole("button", { name: "Wyłącz konto" }).click();
  await expect(page.getByText(/^Wyłączono konto/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([]);

  const two = others.slice(0, 2);
  await choose(page, "disable", two);
  await leaving();
  // Its address is that of every such question: what was typed into one isn't for another.
  await page.goto("/sellers/bulk");
  expect(asked).toEqual(["beforeunload"]);
  await choose(page, "disable", two);
  await awake(page);
  await page.waitForLoadState("networkidle");
  await expect(reason).toHaveValue("");
  await leaving();
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual(["beforeunload"]);
});

test("The question about many accounts stands through a reload and Back", async ({ page, control }) => {
  page.on("dialog", (native) => native.accept());
  const two = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(0, 2);
  const question = page.getByText("Czy wyłączyć konta 2 sprzedawców?");
  const reason = page.getByLabel("Powód");
  await choose(page, "disable", two);
  await expect(question).toBeVisible();
  await awake(page);
  // What asks, and what keeps the text, comes with a chunk of its own.
  await page.waitForLoadState("networkidle");
  await reason.fill("Zamknięto salon");
  await page.reload();
  await expect(question).toBeVisible();
  await expect(reason).toHaveValue("Zamknięto salon");
  await reason.fill("");
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("button", { name: "Disable accounts" })).toBeVisible();
  await page.getByRole("link", { name: "Sellers" }).first().click();
  await expect(heading(page)).toHaveText("Sellers");
  await page.goBack();
  await page.getByRole("button", { name: "Disable accounts" }).click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
});
