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
