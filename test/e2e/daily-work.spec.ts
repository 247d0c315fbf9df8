import type { Locator, Page } from "@playwright/test";
import type { SandboxControl } from "../sandbox/sandbox";
import { expect, saveSeller, startDisabling, test, typeInto } from "./fixtures";
import { heading, rowBoxes, rows, sellerLinks } from "./parts";

/*
 * What the commonest work of a day costs, as docs/product.md §11 tells it: every click, every file
 * chosen and every key is counted, but not what is typed into a field, nor the way to that field.
 */

/** Hands that count what they do. */
function handsOn(page: Page) {
  let done = 0;
  return {
    press: async (key: string) => {
      done += 1;
      await page.keyboard.press(key);
    },
    click: async (target: Locator, options: Parameters<Locator["click"]>[0] = {}) => {
      done += 1;
      await target.click(options);
    },
    select: async (field: Locator, option: string) => {
      done += 1;
      await field.selectOption(option);
    },
    choose: async (field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => {
      done += 1;
      await field.setInputFiles(file);
    },
    count: () => done,
  };
}
type Hands = ReturnType<typeof handsOn>;

/** Opens a page whose scripts have come, and the keys' own with them. */
async function start(page: Page, path: string): Promise<Hands> {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  return handsOn(page);
}

/** From whatever page to a seller's record, by a fragment of the name. */
async function find(page: Page, { press }: Hands, fragment: string, name: string): Promise<void> {
  await press("Control+k");
  const field = page.getByRole("combobox", { name: "Znajdź sprzedawcę lub polecenie" });
  await expect(field).toBeFocused();
  await page.keyboard.type(fragment);
  await expect(page.getByRole("dialog", { name: "Znajdź" }).getByRole("option").first()).toContainText(name);
  await press("Enter");
  await expect(heading(page)).toHaveText(name);
  // While it fades, keys are still its own.
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** A seller who is found by a fragment of the name that nobody else's has. */
function named(control: SandboxControl) {
  const seller = control.sellers()[7]!;
  control.changeSeller(seller.id, { displayName: "Piekarnia Gżegżółka" });
  return seller;
}

test("Three sellers are added with four keys", async ({ page, control }) => {
  const hands = await start(page, "/");
  await hands.press("n");
  await expect(heading(page)).toHaveText("Nowy sprzedawca");
  for (const [at, key] of ["Control+Enter", "Enter", "Enter"].entries()) {
    await typeInto(page.getByLabel(/Nazwa wyświetlana/), `Kolejny ${at}`);
    await typeInto(page.getByLabel(/Adres e-mail/), `kolejny${at}@example.pl`);
    await typeInto(page.getByLabel(/^MPK/), `0099${at}`);
    await hands.press(key);
    await expect(page.getByText(`Dodano sprzedawcę „Kolejny ${at}”`)).toBeVisible();
    await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("");
  }
  expect(hands.count()).toBe(4);
  const added = control.sellersWith(({ displayName }) => /^Kolejny \d$/.test(displayName));
  expect(added).toHaveLength(3);
});

test("Two similar sellers are added with six keys", async ({ page, control }) => {
  const { mpk } = named(control);
  const hands = await start(page, "/");
  await find(page, hands, "gzegz", "Piekarnia Gżegżółka");
  await hands.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Znajdź sprzedawcę lub polecenie" })).toBeFocused();
  await page.keyboard.type("podob");
  await expect(page.getByRole("option", { name: "Dodaj podobnego", selected: true })).toBeVisible();
  await hands.press("Enter");
  await expect(heading(page)).toHaveText("Nowy sprzedawca");
  for (const [at, key] of ["Control+Enter", "Enter"].entries()) {
    await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("");
    await expect(page.getByLabel(/^MPK/)).toHaveValue(mpk);
    await typeInto(page.getByLabel(/Nazwa wyświetlana/), `Podobny ${at}`);
    await typeInto(page.getByLabel(/Adres e-mail/), `podobny${at}@example.pl`);
    await hands.press(key);
    await expect(page.getByText(`Dodano sprzedawcę „Podobny ${at}”`)).toBeVisible();
  }
  expect(hands.count()).toBe(6);
  const added = control.sellersWith(({ displayName }) => /^Podobny \d$/.test(displayName));
  expect(added.map((seller) => seller.mpk)).toEqual([mpk, mpk]);
});

test("A seller is found with two keys, and an e-mail corrected with four", async ({ page, control }) => {
  const { id } = named(control);
  const hands = await start(page, "/sellers");
  const opened: string[] = [];
  page.on("framenavigated", (frame) => opened.push(new URL(frame.url()).pathname));
  await find(page, hands, "gzegz", "Piekarnia Gżegżółka");
  expect(hands.count()).toBe(2);
  await hands.press("e");
  await expect(heading(page)).toHaveText("Edycja sprzedawcy");
  await typeInto(page.getByLabel(/Adres e-mail/), "poprawny@example.pl");
  await hands.press("Enter");
  await expect(page.getByText("Zapisano zmiany danych sprzedawcy")).toBeVisible();
  expect(hands.count()).toBe(4);
  expect(opened).toEqual([`/sellers/${id}`, `/sellers/${id}/edit`, `/sellers/${id}`]);
  expect(control.sellers()[7]).toMatchObject({ email: "poprawny@example.pl" });
});

test("An e-mail is corrected in the list with three presses or six keys", async ({ page, control }) => {
  named(control);
  const field = page.getByRole("textbox", { name: "Adres e-mail" });
  const emails = () => control.sellers()[7]?.email;
  const hands = await start(page, "/sellers?q=gzegz");
  await hands.click(rows(page).getByRole("button", { name: /^Działania/ }));
  await hands.click(page.getByRole("menuitem", { name: "Popraw adres e-mail" }));
  await typeInto(field, "klikany@example.pl");
  await hands.press("Enter");
  await expect.poll(emails).toBe("klikany@example.pl");
  expect(hands.count()).toBe(3);

  await expect(sellerLinks(page).first()).toBeFocused();
  const keys = handsOn(page);
  await heading(page).focus();
  await keys.press("j");
  await expect(sellerLinks(page).first()).toBeFocused();
  await keys.press("a");
  await expect(page.getByRole("menuitem", { name: "Edytuj" })).toBeFocused();
  await keys.press("ArrowDown");
  await keys.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Popraw adres e-mail" })).toBeFocused();
  await keys.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("klawiszami@example.pl");
  await keys.press("Enter");
  await expect.poll(emails).toBe("klawiszami@example.pl");
  expect(keys.count()).toBe(6);
});

test("Five accounts on two pages are disabled with seven clicks", async ({ page, control }) => {
  const hands = await start(page, "/sellers?status=active&size=10");
  await hands.click(rowBoxes(page).nth(7));
  await hands.click(rowBoxes(page).nth(9), { modifiers: ["Shift"] });
  await hands.click(page.getByRole("link", { name: "Następna" }));
  await expect(page).toHaveURL(/page=2/);
  await expect(rowBoxes(page).nth(9)).toBeVisible();
  await hands.click(rowBoxes(page).nth(0));
  await hands.click(rowBoxes(page).nth(1), { modifiers: ["Shift"] });
  await expect(page.getByText("5 zaznaczonych")).toBeVisible();
  await hands.click(page.getByRole("button", { name: "Wyłącz konta" }));
  await expect(page.getByText("Czy wyłączyć konta 5 sprzedawców?")).toBeVisible();
  const enabled = () => control.sellersWith(({ accountEnabled }) => accountEnabled).length;
  const before = enabled();
  await hands.click(page.getByRole("button", { name: "Wyłącz konta" }));
  await expect.poll(enabled, { timeout: 120_000 }).toBe(before - 5);
  expect(hands.count()).toBe(7);
});

test("A file of 200 rows with three faults is imported with five presses", async ({ page, control }) => {
  const hands = await start(page, "/sellers");
  await hands.click(page.getByRole("link", { name: "Importuj" }));
  const faulty = [10, 90, 180];
  const lines = Array.from({ length: 200 }, (_none, at) => {
    const email = faulty.includes(at) ? `wiersz${at}@` : `wiersz${at}@daily.example.pl`;
    return `Wiersz ${at};${email};7${at}`;
  });
  const buffer = Buffer.from(["nazwa;email;mpk", ...lines].join("\n"));
  await hands.choose(page.getByLabel("Plik CSV, XLSX, XLS albo ODS"), {
    name: "dwiescie.csv",
    mimeType: "text/csv",
    buffer,
  });
  await hands.click(page.getByRole("button", { name: "Sprawdź plik" }));
  for (const at of faulty) {
    await typeInto(page.getByLabel(`Adres e-mail, wiersz ${at + 2}`), `wiersz${at}@daily.example.pl`);
  }
  await hands.press("Enter");
  await hands.click(page.getByRole("button", { name: "Importuj wiersze (200)" }));
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
  const added = () => control.sellersWith(({ email }) => email.endsWith("@daily.example.pl"));
  await expect.poll(() => added().length, { timeout: 120_000 }).toBe(200);
  expect(hands.count()).toBe(5);
});

test("A change is found by its seller and taken back with four presses", async ({ page, control }) => {
  const seller = named(control);
  await saveSeller(page, seller.id, { mpk: "POMYLKA" });

  const hands = await start(page, "/");
  await find(page, hands, "gzegz", "Piekarnia Gżegżółka");
  await expect(page.getByRole("region", { name: "Ostatnie zmiany" })).toContainText("Anna");
  await hands.click(page.getByRole("link", { name: "Historia", exact: true }));
  const entry = page.getByRole("list", { name: "Historia zmian" }).getByRole("article").first();
  await expect(entry).toContainText("Anna");
  await expect(entry).toContainText("POMYLKA");
  await hands.click(entry.getByRole("button", { name: /Cofnij/ }));
  await expect(page.getByText(/Cofnięto zmianę danych sprzedawcy „/)).toBeVisible();
  expect(hands.count()).toBe(4);
  expect(control.sellers()[7]).toMatchObject({ mpk: seller.mpk });
});

test("Who changed an MPK last week is found with three presses", async ({ page, control }) => {
  const [seller, other] = control.sellers().slice(8, 10);
  await saveSeller(page, seller!.id, { mpk: "ZGUBIONE" });
  await saveSeller(page, other!.id, { firstName: "Halina" });

  const hands = await start(page, "/");
  await hands.click(page.getByRole("link", { name: "Historia zmian" }));
  await hands.select(page.getByLabel("Okres"), "Ostatnie 7 dni");
  await hands.select(page.getByLabel("Zmienione pole"), "MPK");
  const entries = page.getByRole("list", { name: "Historia zmian" }).getByRole("article");
  await expect(entries.filter({ hasText: "Halina" })).toHaveCount(0);
  await expect(entries.filter({ hasText: "ZGUBIONE" })).toContainText("Anna Kowalska");
  expect(hands.count()).toBe(3);
});

test("A batch of another day is taken back with three clicks", async ({ page, control }) => {
  const batch = control.sellersWith(({ accountEnabled }) => accountEnabled).slice(40, 43);
  const ids = new Set(batch.map(({ id }) => id));
  const disabled = () => control.sellersWith(({ id, accountEnabled }) => !accountEnabled && ids.has(id)).length;
  await startDisabling(page, batch);
  await expect(heading(page)).toHaveText(/^Wyłączono 3\skonta$/, { timeout: 120_000 });

  const hands = await start(page, "/");
  await hands.click(page.getByRole("link", { name: "Historia zmian" }));
  await hands.click(page.getByRole("link", { name: /^Cofnij: Wyłączono 3\skonta/ }).first());
  await expect(page.getByRole("heading", { name: "Przywrócić 3 konta?" })).toBeVisible();
  await expect(page.getByText("Znów będą aktywne. Nowsze zmiany pozostaną.")).toBeVisible();
  expect(disabled()).toBe(3);
  await hands.click(page.getByRole("button", { name: "Włącz 3 konta" }));
  await expect(heading(page)).toHaveText("Cofnięto wyłączenie 3 kont", { timeout: 120_000 });
  expect(disabled()).toBe(0);
  expect(hands.count()).toBe(3);
});
