import { rm, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  arrived,
  awake,
  axe,
  checkFile,
  chooseFile,
  effectsRun,
  expect,
  nativeQuestions,
  test,
  visit,
} from "./fixtures";
import { heading } from "./parts";

/**
 * Has a file checked that holds a row to add and two pages of rows whose addresses are wrong, from
 * line 3 on.
 */
async function checkFaulty(page: Page): Promise<void> {
  const good = `Dobry;d${Date.now()}${Math.random()}@example.pl;1`;
  const bad = Array.from({ length: 60 }, (_none, at) => `Zły ${at};zly${at}@;${at}`);
  await checkFile(page, ["nazwa;email;mpk", good, ...bad].join("\n"));
  await expect(page.getByRole("button", { name: "Sprawdź poprawki" })).toBeVisible();
}

test("A file with a problem is imported in part, and taken back", async ({ page, control }) => {
  const [seller] = control.sellers();
  const email = `import${Date.now()}${Math.random()}@example.pl`;
  const rows = [`${seller!.id};${seller!.displayName};${seller!.email};00042`, `;Żółta Łódź;${email};7`, ";Zły;zły@;7"];
  await checkFile(page, ["id;nazwa;email;mpk", ...rows].join("\n"));
  await expect(heading(page)).toHaveText("Import sprzedawców: podgląd");
  await expect(page.getByLabel("Adres e-mail, wiersz 4")).toHaveValue("zły@");
  await expect(page.getByText("Import pominie 1 wiersz z błędami.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^4 Zły MPK: 7 Adres e-mail/ })).toContainText("Wpisz poprawny adres");
  await axe(page);
  await page.getByRole("button", { name: "Importuj wiersze (2)" }).click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
  await expect(page.getByText("Zakończono", { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("row", { name: /3 Żółta Łódź Wykonane/ })).toBeVisible();
  expect(control.sellersWith((each) => each.email === email)).toHaveLength(1);
  expect(control.seller(seller!.id)?.mpk).toBe("00042");

  // What was changed is taken back; what was added is disabled instead.
  await page.getByRole("link", { name: "Cofnij", exact: true }).click();
  await page.getByRole("button", { name: "Przywróć dane" }).click();
  await expect(heading(page)).toHaveText("Cofnięto zmiany: 1", { timeout: 120_000 });
  expect(control.seller(seller!.id)?.mpk).toBe(seller!.mpk);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Import z pliku/ })
    .click();
  await page.getByRole("link", { name: "Wyłącz 1 dodane konto" }).click();
  await expect(page.getByRole("heading", { name: "Wyłączyć 1 dodane konto?" })).toBeVisible();
  await page.getByRole("button", { name: "Wyłącz 1 konto" }).click();
  await expect(heading(page)).toHaveText("Wyłączono 1 konto", { timeout: 120_000 });
  await expect(page.getByRole("row", { name: /Żółta Łódź Wykonane/ })).toBeVisible();
  expect(control.sellersWith((each) => each.email === email)[0]?.accountEnabled).toBe(false);
});

test("Ctrl Enter checks pasted rows, and the first wrong cell has the focus", async ({ page }) => {
  await visit(page, "/sellers/import");
  await page
    .getByLabel("Albo wklej wiersze")
    .fill("Nazwa\tE-mail\tMPK\nAnna\tanna@example.pl\t1\nOla\tola\t2\nEla\tela\t3\n");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Adres e-mail, wiersz 3" })).toBeFocused();
});

test("Pasted rows are left behind only after a question", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  const field = page.getByLabel("Albo wklej wiersze");
  const check = page.getByRole("button", { name: "Sprawdź wiersze" });
  await visit(page, "/sellers/import");
  await field.fill("Anna\tanna");
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await page.getByRole("dialog", { name: "Masz niezapisane zmiany" }).getByRole("button", { name: "Zostań" }).click();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await awake(page);
  await expect(page.getByText("Przywróciliśmy wklejone wiersze")).toBeVisible();
  await check.click();
  await expect(page.getByRole("heading", { name: "Nie można użyć tych wierszy" })).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("Anna\tanna");
  await expect(page.getByLabel("Plik CSV, XLSX, XLS albo ODS")).not.toHaveAttribute("aria-invalid");
  await axe(page);
  await field.fill(`Nazwa\tE-mail\tMPK\n"Anna ""A"""\tanna${Date.now()}@example.pl\t00777\n`);
  await check.click();
  await expect(page.getByText("Wklejone wiersze", { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /Anna "A" Dodanie/ })).toContainText("00777");
});

test("A file can be dropped anywhere on the page", async ({ page }) => {
  await visit(page, "/sellers/import");
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["nazwa;email;mpk\nA;zly@;1"], "upuszczony.csv", { type: "text/csv" }));
    return transfer;
  });
  await page.dispatchEvent("h1", "dragover", { dataTransfer: dropped });
  await page.dispatchEvent("h1", "drop", { dataTransfer: dropped });
  await expect(page.getByLabel("Plik CSV, XLSX, XLS albo ODS")).toHaveValue(/upuszczony\.csv$/);
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByText("Plik: upuszczony.csv")).toBeVisible();
});

test("A file that a proxy refuses can be replaced by a smaller one", async ({ page, problems }) => {
  problems.expect(/status of (413|403)/);
  const statuses = [413, 403];
  await page.route(/\/sellers\/import\.data/, (route) => {
    const status = route.request().method() === "POST" ? statuses.shift() : undefined;
    const body = "<!doctype html><title>nginx</title><h1>Request Entity Too Large</h1>";
    return status ? route.fulfill({ status, contentType: "text/html", body }) : route.continue();
  });
  await visit(page, "/sellers/import");
  await chooseFile(page, `nazwa;email;mpk\nA;a${Date.now()}@example.pl;1\n`, "duzy.csv");
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  for (const left of [1, 0]) {
    await expect.poll(() => statuses.length).toBe(left);
    await expect(page.getByText("Sieć nie przepuściła formularza")).toBeVisible();
    await chooseFile(page, `nazwa;email;mpk\nB;b${Date.now()}@example.pl;1\n`, "maly.csv");
    await page.getByRole("button", { name: "Wyślij ponownie" }).click();
  }
  await expect(page.getByText("Plik: maly.csv")).toBeVisible();
});

test("A file stays chosen when there is no list to compare it with", async ({ page, control, problems }) => {
  problems.expect(/status of 403/);
  await visit(page, "/sellers/import");
  await chooseFile(page, `nazwa;email;mpk\nA;z${Date.now()}@example.pl;1\n`, "z.csv");
  control.fault({ target: "sellers", path: "/api/sellers?", status: 403 });
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByRole("alert")).toContainText("Nie masz uprawnień do tej listy.");
  control.clearFaults();
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  await expect(page.getByText("Plik: z.csv")).toBeVisible();
});

test("A file that is refused takes the focus each time", async ({ page, problems }, info) => {
  problems.expect(/status of 400/);
  await visit(page, "/sellers/import");
  const field = page.getByLabel("Plik CSV, XLSX, XLS albo ODS");
  const alert = page.getByRole("main").getByRole("alert");
  const send = page.getByRole("button", { name: "Sprawdź plik" });
  await chooseFile(page, "zupełnie;co innego\n1;2");
  for (let time = 0; time < 2; time += 1) {
    await send.focus();
    await page.keyboard.press("Enter");
    await expect(alert).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await chooseFile(page, "zupełnie;co innego\n1;2", "inny.csv");
  await expect(alert).toHaveCount(0);
  await expect(field).not.toHaveAttribute("aria-invalid");

  const path = info.outputPath("plik.csv");
  const chosen = async () => {
    await writeFile(path, `nazwa;email;mpk\nA;z${Date.now()}@example.pl;1\n`);
    await field.setInputFiles(path);
  };
  for (let time = 0; time < 2; time += 1) {
    await chosen();
    await expect(alert).toHaveCount(0);
    await rm(path);
    await send.click();
    await expect(alert).toBeFocused();
    await expect(alert).toContainText("Wybierz go jeszcze raz.");
    await expect(field).toHaveValue("");
  }
  await chosen();
  await send.click();
  await expect(page.getByText("Plik: plik.csv")).toBeVisible();
});

test("No bar covers the field to correct, at 400 % zoom or on a phone", async ({ page }) => {
  await checkFaulty(page);
  for (const height of [256, 640]) {
    await page.setViewportSize({ width: 320, height });
    for (const line of [3, 12, 30]) {
      const cell = page.getByLabel(`Adres e-mail, wiersz ${line}`, { exact: true });
      // The first cell has the focus from the check on.
      await cell.blur();
      await cell.focus();
      const isInSight = () =>
        cell.evaluate((input) => {
          const { left, top, bottom } = input.getBoundingClientRect();
          return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + 4, y) === input);
        });
      await expect.poll(isInSight, `row ${line}, ${height} px`).toBe(true);
    }
  }
});

/** Types a correction into the preview's third row, which isn't checked yet. */
async function typeCorrection(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  const cell = page.getByLabel("Adres e-mail, wiersz 3", { exact: true });
  const typed = "poprawiony@example.pl";
  const nativeDialogs = nativeQuestions(page);
  await checkFaulty(page);
  // The question is rendered after the page has arrived, and the page's navigation would close it.
  await arrived(page);
  await effectsRun(page);
  await cell.fill(typed);
  return {
    dialog,
    cell,
    typed,
    nativeDialogs,
    link: (name: string) => page.getByRole("link", { name }),
    button: (name: string) => page.getByRole("button", { name }),
    alert: page.getByRole("main").getByRole("alert"),
    stay: async () => {
      await dialog.getByRole("button", { name: "Zostań" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(cell).toHaveValue(typed);
    },
  };
}

test("A link out of a preview with unchecked corrections asks first", async ({ page }) => {
  const { link, stay } = await typeCorrection(page);
  const plan = page.url();
  for (const name of ["Następna", "Wybierz inny plik", "English"]) {
    await link(name).click();
    await stay();
  }
  expect(page.url()).toContain(plan);
});

test("An import beside unchecked corrections asks first, and goes on without them", async ({ page, problems }) => {
  problems.expect(/status of 409/);
  const { alert, cell, typed, button } = await typeCorrection(page);
  await button("Importuj wiersze (1)").click();
  await expect(alert).toBeFocused();
  await expect(alert).toContainText("Poprawki w tabeli nie są jeszcze sprawdzone");
  await expect(cell).toHaveValue(typed);
  await button("Importuj bez poprawek").click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
});

test("A download beside unchecked corrections asks nothing", async ({ page }) => {
  const { dialog, link, nativeDialogs } = await typeCorrection(page);
  const downloading = page.waitForEvent("download");
  await link("Pobierz wiersze z błędami").click();
  expect((await downloading).suggestedFilename()).toBe("sprzedawcy-do-poprawy.csv");
  await expect(dialog).toHaveCount(0);
  expect(nativeDialogs).toEqual([]);
});

test("Unchecked corrections survive a reload, which the browser asks about", async ({ page }) => {
  const { cell, typed, nativeDialogs } = await typeCorrection(page);
  await page.reload();
  expect(nativeDialogs).toEqual(["beforeunload"]);
  await awake(page);
  await expect(cell).toHaveValue(typed);
  await expect(page.getByText("Poprawki w tabeli nie są jeszcze sprawdzone")).toBeVisible();
});

test("Corrections that couldn't be checked still count as unsaved", async ({ page, control, problems }) => {
  problems.expect(/status of 503/);
  const { alert, button, link, stay } = await typeCorrection(page);
  control.fault({ target: "sellers", status: 503 });
  await button("Sprawdź poprawki").click();
  await expect(alert).toContainText("odpowiedział błędem");
  control.clearFaults();
  await link("Wybierz inny plik").click();
  await stay();
});

test("Discarded corrections are gone when the preview's page is shown again", async ({ page }) => {
  const { dialog, cell, link } = await typeCorrection(page);
  await link("Następna").click();
  await dialog.getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(page.getByText("Strona 2 z 2")).toBeVisible();
  await link("Poprzednia").click();
  await expect(cell).toHaveValue("zly0@");
});

test("Only the one of a form's two buttons that sent it says so", async ({ page }) => {
  await checkFaulty(page);
  await awake(page);
  const held: (() => void)[] = [];
  await page.route(/\/sellers\/import\.data/, async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const letGo = async () => {
    await expect.poll(() => held.length).toBe(1);
    held.pop()?.();
  };
  const cell = page.getByLabel("Adres e-mail, wiersz 3", { exact: true });
  const corrected = `p${Date.now()}${Math.random()}@example.pl`;
  await cell.fill(corrected);
  await cell.press("Enter");
  await expect(page.getByRole("button", { name: "Sprawdzamy…" })).toBeVisible();
  // Nor can more be typed, which the answer would wipe away.
  await expect(cell).not.toBeEditable();
  await page.keyboard.type("!");
  await expect(cell).toHaveValue(corrected);
  await expect(page.getByRole("button", { name: "Importuj wiersze (1)" })).toHaveAttribute("aria-disabled", "true");
  await letGo();
  await page.getByRole("button", { name: "Importuj wiersze (2)" }).click();
  await expect(page.getByRole("button", { name: "Rozpoczynamy…" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sprawdź poprawki" })).toHaveAttribute("aria-disabled", "true");
  await letGo();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
});

test("A guessed encoding can be changed, which loses no correction", async ({ page }) => {
  // CP852: "Łódź" and "Poznań".
  const [city, other] = [
    [0x9d, 0xa2, 0x64, 0xab],
    [...Buffer.from("Pozna"), 0xe4],
  ];
  const text = ["nazwa;email;mpk\n", city, ";lodz@example.pl;1\n", other, ";poznan@;2\n"];
  await checkFile(page, Buffer.concat(text.map((part) => Buffer.from(part as string))));
  await expect(page.getByText("Polskie litery czytamy w kodowaniu DOS (CP852).")).toBeVisible();
  await expect(page.getByRole("row", { name: "Łódź" })).toBeVisible();
  await axe(page);

  const cell = page.getByLabel("Adres e-mail, wiersz 3");
  const reread = page.getByRole("button", { name: "Odczytaj ponownie" });
  await cell.fill("poznan@example.pl");
  await page.getByLabel("Kodowanie pliku").selectOption("Windows (windows-1250)");
  await reread.click();
  await page.getByRole("dialog").getByRole("button", { name: "Zostań" }).click();
  await expect(cell).toHaveValue("poznan@example.pl");
  await page.getByRole("button", { name: "Sprawdź poprawki" }).click();
  await expect(page.getByRole("row", { name: "Poznań" })).toBeVisible();
  await page.getByLabel("Kodowanie pliku").selectOption("Windows (windows-1250)");
  await reread.click();
  await expect(page.getByText("Polskie litery czytamy w kodowaniu Windows (windows-1250).")).toBeVisible();
  await expect(page.getByRole("row", { name: "Poznaä" })).toContainText("poznan@example.pl");
});
