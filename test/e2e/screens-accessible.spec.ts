import type { Locator, Page } from "@playwright/test";
import { formRows } from "../../app/domain/seller";
import { checkFile, expect, startDisabling, test, visit } from "./fixtures";
import { setLetters } from "./letters";
import { beyondWindow, boxOf, rowBoxes, saveButton, styleOf } from "./parts";

const navigation = (page: Page) => page.getByRole("navigation", { name: "Główna nawigacja" });
const systemColour = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = colour;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

test("The form of a seller has the names first, in line, on a phone too", async ({ page }) => {
  await visit(page, "/sellers/new");
  const fields = page.getByRole("main").getByRole("textbox");
  const names = await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).name));
  expect(names).toEqual(formRows.flat());
  await page.setViewportSize({ width: 1440, height: 900 });
  // All at once, because the layout may still be on its way to the new width.
  const places = await fields.evaluateAll((all) =>
    all.map((field) => field.getBoundingClientRect().toJSON() as DOMRect),
  );
  const rows = formRows.map((row) => row.map((name) => places[names.indexOf(name)]!));
  expect(new Set(rows.map(([first]) => Math.round(first!.left))).size).toBe(1);
  expect(new Set(rows.map((row) => Math.round(row.at(-1)!.right))).size).toBe(1);
  for (const row of rows) expect(new Set(row.map(({ top }) => Math.round(top))).size).toBe(1);
  await page.setViewportSize({ width: 390, height: 700 });
  const save = saveButton(page);
  await expect(save).toBeInViewport({ ratio: 1 });
  const bar = await boxOf(save.locator(".."));
  expect([Math.round(bar.x), Math.round(bar.width)]).toEqual([0, 390]);
  expect(await styleOf(save, "background-color")).not.toBe("rgba(0, 0, 0, 0)");
});

test("The palette is centred on a desk, and has margins and „×” on a phone", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, "/profile");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Znajdź" });
  await expect(dialog).toBeVisible();
  // Nothing fades or grows for those who asked for less motion.
  expect(await styleOf(dialog, "opacity")).toBe("1");
  expect(Number.parseFloat(await styleOf(dialog, "transition-duration"))).toBeLessThan(0.01);
  const last = dialog.getByRole("option").last();
  const margins = async () => {
    const { x, width } = await boxOf(dialog);
    return [x, (page.viewportSize()?.width ?? 0) - x - width] as const;
  };
  const [left, right] = await margins();
  expect(Math.abs(left - right)).toBeLessThanOrEqual(1);
  await expect(dialog.getByRole("button")).toHaveCount(0);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 320, height: 568 });
  const [onLeft, onRight] = await margins();
  expect(Math.abs(onLeft - onRight)).toBeLessThanOrEqual(1);
  expect(onLeft).toBeGreaterThanOrEqual(8);
  for (let rows = await dialog.getByRole("option").count(); rows > 1; rows--) await page.keyboard.press("ArrowDown");
  await expect(last).toHaveAttribute("data-selected", "true");
  await expect(last).toBeInViewport({ ratio: 1 });
  const [row, list] = [await boxOf(last), await boxOf(dialog)];
  expect(row.y + row.height).toBeLessThanOrEqual(list.y + list.height);

  await page.emulateMedia({ forcedColors: "active" });
  expect(await styleOf(last, "outline-style")).toBe("solid");
  await dialog.getByRole("button", { name: "Zamknij" }).click();
  await expect(dialog).toBeHidden();
});

test("Forced colours leave their mark on badges, wrong fields and the focus", async ({ page, control, problems }) => {
  problems.expect(/status of 400/);
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/sellers/${control.sellersWith(({ accountEnabled }) => !accountEnabled)[0]!.id}`);
  const badge = page.getByRole("main").getByText("Nieaktywne").first();
  await expect(badge).toHaveCSS("border-bottom-style", "solid");
  await expect(badge).not.toHaveCSS("border-bottom-width", "0px");

  await page.goto("/sellers/new");
  await saveButton(page).click();
  const wrong = page.getByRole("textbox", { name: /^MPK/ });
  const right = page.getByRole("textbox", { name: "Imię" });
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  expect(await styleOf(wrong, "border-bottom-style")).not.toBe(await styleOf(right, "border-bottom-style"));
  await right.focus();
  expect(await styleOf(right, "outline-style")).toBe("solid");
  await wrong.focus();
  expect(await styleOf(wrong, "outline-style")).toBe("solid");
});

test("Forced colours show what is ticked, what is chosen and a bar's length", async ({ page, control }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/preferences");
  const ground = (locator: Locator) => styleOf(locator, "background-color");
  for (const kind of ["radio", "checkbox"] as const) {
    const chosen = page.getByRole("main").getByRole(kind, { checked: true }).first();
    expect(await ground(chosen), kind).toBe(await systemColour(page, "Highlight"));
    expect(await styleOf(chosen.locator("+ svg"), "color"), kind).toBe(await systemColour(page, "HighlightText"));
  }
  expect(await ground(page.getByRole("main").getByRole("radio", { checked: false }).first())).toBe(
    await systemColour(page, "Canvas"),
  );
  const [seller] = control.sellersWith(({ accountEnabled }) => accountEnabled);
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  await startDisabling(page, [seller!]);
  const done = page.getByRole("progressbar", { name: "Postęp" });
  await expect(done.locator("..")).toHaveCSS("border-top-style", "solid");
  expect(await ground(done)).toBe(await systemColour(page, "Highlight"));
  // A browser prints no grounds, and without its own the bar would be empty.
  await expect(done).toHaveCSS("print-color-adjust", "exact");
  control.clearFaults(held);
});

test("A printed page is light and small, and has nothing to press", async ({ page }) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto("/help");
  // As a chosen dark theme has it.
  await page.evaluate(() => {
    Object.assign(document.documentElement.dataset, { colorScheme: "dark", mantineColorScheme: "dark" });
  });
  const white = "rgb(255, 255, 255)";
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("body")).toHaveCSS("background-color", white);
  await expect(page.locator("main kbd").first()).toHaveCSS("background-color", white);
  await expect(page.getByRole("columnheader").first()).toHaveCSS("position", "static");
  await expect(page.getByRole("link", { name: "Deklaracja dostępności" })).toBeHidden();
  // A browser prints no grounds, and without theirs these were empty boxes.
  await page.goto("/preferences");
  for (const kind of ["radio", "checkbox"] as const) {
    await expect(page.getByRole("main").getByRole(kind, { checked: true }).first()).toHaveCSS(
      "print-color-adjust",
      "exact",
    );
  }
  // An upright A4 of 1 cm margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto("/sellers?status=active");
  await expect(page.getByRole("columnheader", { name: "MPK" })).toBeVisible();
  await expect(page.getByText(/^Aktywni · \d+ · \d\d\.\d\d\.\d{4}$/)).toBeVisible();
  await expect(rowBoxes(page).first()).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(718);
  // An e-mail address is two texts, the second from its @ on.
  const broken = await page.locator("tbody td bdi").evaluateAll((all) =>
    all
      .flatMap((value) => [...value.childNodes])
      .filter((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return !text.textContent?.includes(" ") && range.getClientRects().length > 1;
      })
      .map((text) => text.textContent),
  );
  expect(broken).toEqual([]);
  await expect(page.getByText("Strona 1 z 13")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByText("Strona 1 z 13")).toBeHidden();
  await page.goto("/sellers/import");
  const presses = page.locator("main :is(button, a)").filter({ hasText: /^(Sprawdź|Pobierz)/ });
  expect(await presses.count()).toBeGreaterThan(1);
  await page.emulateMedia({ media: "print" });
  for (const press of await presses.all()) await expect(press).toBeHidden();
});

test("Letters twice as large push nothing of the navigation out of sight", async ({ page }) => {
  await page.goto("/profile");
  await setLetters(page, 32);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Pulpit", "Sprzedawcy", "Historia zmian"]) {
      await expect(navigation(page).getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    }
    expect(await beyondWindow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test("Focus moves to the result of a checked file or a correction", async ({ page }) => {
  await checkFile(page, "nazwa;email;mpk\nA;a@example.pl;1\n");
  await expect(page.getByRole("main").locator(":focus")).toHaveText("Import sprzedawców: podgląd");

  // What is still wrong is told, and where work goes on.
  await checkFile(page, "nazwa;email;mpk\nA;zly@;1\nB;tez@;2\nC;dobry@example.pl;3\n");
  await expect(page).toHaveTitle("Import sprzedawców: podgląd, wiersze z błędami: 2 – Panel franczyzobiorcy");
  await page.getByLabel("Adres e-mail, wiersz 2").fill("a@example.pl");
  await page.getByRole("button", { name: "Sprawdź poprawki" }).click();
  await expect(page).toHaveTitle("Import sprzedawców: podgląd, wiersze z błędami: 1 – Panel franczyzobiorcy");
  await expect(page.getByLabel("Adres e-mail, wiersz 3")).toBeFocused();
});
