import { readFile } from "node:fs/promises";
import { axe, expect, pressMenu, test } from "./fixtures";

test("exports what the list shows as CSV and as XLSX", async ({ franchisee: page }) => {
  await page.goto("/sellers?q=lodz&size=10");
  const found = Number(/\d+/.exec(await page.getByText(/Znaleziono/).innerText())?.[0]);
  expect(found).toBeGreaterThan(0);

  await pressMenu(page, "Eksportuj");
  const csv = page.waitForEvent("download");
  await page.getByRole("link", { name: "Eksportuj CSV" }).click();
  const file = await csv;
  expect(file.suggestedFilename()).toMatch(/^sprzedawcy-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.split("\r\n")).toHaveLength(found + 2);
  expect(text).toContain(";tak\r\n");

  const xlsx = page.waitForEvent("download");
  await page.getByRole("link", { name: "Eksportuj XLSX" }).click();
  const sheet = await xlsx;
  expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/);
  expect((await readFile(await sheet.path())).subarray(0, 2).toString()).toBe("PK");
  await expect(page).toHaveURL(/\/sellers\?q=lodz/);
  await axe(page);
});

test("an export that can't begin is an error page, not a file", async ({ franchisee: page, problems, world }) => {
  problems.expect(/status of 503/);
  await page.goto("/sellers");
  const fault = world.sandbox.control.fault({ target: "sellers", status: 503 });
  await pressMenu(page, "Eksportuj");
  await page.getByRole("link", { name: "Eksportuj CSV" }).click();
  await expect(page).toHaveURL(/\/error\/503/);
  world.sandbox.control.clearFaults(fault);
});
