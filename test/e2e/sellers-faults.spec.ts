import { expect, test } from "./fixtures";
import { fillSeller, saveButton } from "./parts";

/*
 * What only a browser has; the rest of what a failing backend does to a save is in
 * test/integration/save-faults.test.ts.
 */

test("A double click makes one seller @nojs", async ({ page, control }) => {
  control.fault({ target: "sellers", method: "POST", delayMs: 500, times: 1 });
  await page.goto("/sellers/new");
  await fillSeller(page);
  await saveButton(page).dblclick();
  await expect(page.getByText("Dodano sprzedawcę")).toBeVisible();
  expect(control.sellersWith(({ mpk }) => mpk === "00777")).toHaveLength(1);
});

test("A form that is held no more says so until it was read", async ({ page, control, problems }) => {
  problems.expect(/status of 403/);
  await page.clock.install();
  await page.goto(`/sellers/${control.sellers()[6]!.id}/edit`);
  control.fault({ target: "sellers", method: "PUT", status: 403, times: 1 });
  await page.getByLabel("MPK").fill("00555");
  await saveButton(page).click();
  const form = (await page.getByRole("link", { name: "Wróć do formularza" }).getAttribute("href")) ?? "";
  await page.goto(form.replace(/draft=.{4}/, "draft=AAAA"));
  const gone = page.getByRole("status").filter({ hasText: "Nie znaleźliśmy danych, które tu wpisano." });
  await expect(gone).toBeVisible();
  await page.clock.fastForward("01:00");
  await expect(gone).toBeVisible();
  await page.getByRole("link", { name: "Anuluj" }).click();
  await expect(gone).toHaveCount(0);
});

test("The way on from a seller who is no more stands in its card on a phone", async ({ page, control, problems }) => {
  problems.expect(/status of 404/);
  const { id } = control.sellers()[5]!;
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(`/sellers/${id}/edit`);
  await page.getByLabel("MPK").fill("00777");
  control.fault({ target: "sellers", path: `/api/sellers/${id}`, status: 404 });
  await saveButton(page).click();
  const addAnew = page.getByRole("link", { name: "Dodaj wpisane dane jako nowego sprzedawcę" });
  await expect(addAnew).toBeVisible();
  const [button, card] = [await addAnew.boundingBox(), await page.getByRole("main").boundingBox()];
  expect(button!.x).toBeGreaterThan(card!.x);
  expect(button!.x + button!.width).toBeLessThan(card!.x + card!.width);
});
