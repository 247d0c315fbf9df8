import type { Page } from "@playwright/test";
import {
  axe,
  axeInEveryAppearance,
  effectsRun,
  expect,
  messagesStay,
  nativeQuestions,
  test,
  typeInto,
  visit,
} from "./fixtures";
import { setLetters } from "./letters";
import { giveLongValues, UNBROKEN } from "./long-values";
import { beyondWindow, field, heading, saveButton, textIn } from "./parts";

test("A record says who it is at the top, and what was changed last", async ({ page, control, world }) => {
  const seller = control.sellers()[9]!;
  const latest = page.getByRole("region", { name: "Ostatnie zmiany" });
  const session = world.browser();
  await session.signIn(world.sandbox.accounts.franchisee);
  for (let at = 0; at < 6; at += 1) {
    const form = await session.get(`/sellers/${seller.id}/edit`);
    await session.submit(form, { mpk: `0090${at}` }, "form#seller");
  }
  await page.goto(`/sellers/${seller.id}`);
  await expect(latest.getByRole("list").first().locator("> li")).toHaveCount(5);
  await expect(latest.locator("del").first()).toHaveText("00904");
  await expect(latest.locator("ins").first()).toHaveText("00905");
  await expect(latest.getByRole("link", { name: "Cała historia" })).toHaveAttribute("href", /\/history$/);
  await axeInEveryAppearance(page);
  await setLetters(page, 32);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await beyondWindow(page)).toBeLessThanOrEqual(0);
});

test("A long e-mail breaks after its @ or a dot, not inside a word", async ({ page, world }) => {
  const id = giveLongValues(world, { accountEnabled: true });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`/sellers/${id}`, `/sellers/${id}/status?to=inactive`]) {
    await page.goto(path);
    const lines = await page
      .getByRole("definition")
      .locator("bdi", { hasText: "aleksandra.brzeczyszczykiewicz" })
      .evaluate((address) => {
        const range = document.createRange();
        return [...address.childNodes]
          .filter((piece) => piece instanceof Text)
          .map((piece) => {
            range.selectNodeContents(piece);
            return range.getClientRects().length;
          });
      });
    expect(Math.max(...lines), path).toBe(1);
  }
});

test("A record with long values is never wider than the window", async ({ page, world }) => {
  for (const given of [UNBROKEN, { email: "aleksandra.brzeczyszczykiewicz@example.pl" }]) {
    const id = giveLongValues(world, given);
    await visit(page, `/sellers/${id}`);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await beyondWindow(page), `${width} px, ${given.email}`).toBeLessThanOrEqual(0);
    }
  }
});

test("A message about a long name stands inside the window", async ({ page, world }) => {
  const id = giveLongValues(world, { displayName: "Ł".repeat(85) });
  await messagesStay(page);
  await page.goto(`/sellers/${id}`);
  await page.getByRole("button", { name: "Włącz konto" }).click();
  const text = page.getByText("Włączono konto sprzedawcy");
  await expect(text).toBeVisible();
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await textIn(text)).right, `${width} px`).toBeLessThanOrEqual(width);
    const close = page.getByRole("button", { name: "Zamknij komunikat" });
    await expect(close).toBeInViewport({ ratio: 1 });
  }
});

test("A name that turns the writing around turns nothing beside it", async ({ page, world }) => {
  // From a system that lets it through: ours cleans what is typed here.
  await page.goto(`/sellers/${giveLongValues(world, { displayName: "Sklep \u202eabc" })}`);
  const value = page.getByRole("definition").filter({ hasText: "Sklep" });
  const copy = await value.getByRole("button").boundingBox();
  const reach = await value.evaluate((element) => {
    const range = document.createRange();
    range.setEndAfter([...element.childNodes].findLast((node) => node.textContent?.includes("abc")) as Node);
    range.setStartBefore(element.firstChild as Node);
    return range.getBoundingClientRect().right;
  });
  expect(reach).toBeLessThanOrEqual(copy?.x ?? 0);
});

test("A value is copied by a button that says so", async ({ page, control }) => {
  const seller = control.sellers()[5]!;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto(`/sellers/${seller.id}`);
  const button = page.getByRole("button", { name: "Kopiuj: Adres e-mail" });
  await button.click();
  const toast = page.getByRole("status").filter({ hasText: "Skopiowano: Adres e-mail" });
  await expect(toast).toBeVisible();
  await effectsRun(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await expect(toast).toHaveCount(0);
  // docs/product.md §9: a toast stays 3 s, a notification 4.5.
  await button.click();
  await expect(toast).toBeVisible();
  await effectsRun(page);
  await page.clock.runFor(2_900);
  await expect(toast).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(seller.email);
  await page.clock.runFor(600);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();
  // On a busy machine the toast may be gone before axe has looked at it.
  await expect(async () => {
    await button.click();
    await axe(page, "[role=status]:not(:empty)");
  }).toPass({ timeout: 60_000 });

  await page.getByRole("button", { name: "Kopiuj: MPK" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Skopiowano: MPK" })).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("forbidden"));
  });
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: "Nie udało się skopiować" })).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test("An empty display name comes filled in from the other names", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  await page.goto("/sellers/new");
  await typeInto(field(page, "Imię"), " Żaneta ");
  await typeInto(field(page, "Nazwisko"), "Ćwik");
  await typeInto(field(page, "Adres e-mail"), "zaneta@example.pl");
  await typeInto(field(page, "MPK"), "00017");
  await saveButton(page).click();
  const name = page.getByRole("textbox", { name: /^Nazwa wyświetlana/ });
  await expect(name).toHaveValue("Żaneta Ćwik");
  await expect(name).toHaveAccessibleDescription(/wyświetlana jest wymagane\. Wpisaliśmy „Żaneta Ćwik”/);
  await axe(page, "main form");
  await saveButton(page).click();
  await expect(heading(page)).toHaveText("Żaneta Ćwik");
});

/** Opens a seller's form by the link on their page, and types an MPK. */
async function typeMpk(page: Page, seller: { id: string }, text: string) {
  const dialog = page.getByRole("dialog", { name: "Masz niezapisane zmiany" });
  const mpk = page.getByRole("textbox", { name: /^MPK/ });
  const nativeDialogs = nativeQuestions(page);
  await page.goto(`/sellers/${seller.id}`);
  await page.getByRole("link", { name: "Edytuj" }).click();
  await expect(heading(page)).toHaveText("Edycja sprzedawcy");
  await typeInto(mpk, text);
  return {
    mpk,
    dialog,
    nativeDialogs,
    stay: dialog.getByRole("button", { name: "Zostań" }),
    discard: dialog.getByRole("button", { name: "Odrzuć zmiany" }),
  };
}

test("A form whose text was typed and taken back is left without a question", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  const { mpk } = await typeMpk(page, seller, "x");
  await typeInto(mpk, seller.mpk);
  await page.getByRole("link", { name: "Anuluj" }).click();
  await expect(heading(page)).toHaveText(seller.displayName);
});

test("A link out of a typed form asks first", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  const { mpk, dialog, stay, discard } = await typeMpk(page, seller, "nowe");
  await page.getByRole("link", { name: "Anuluj" }).press("Enter");
  await expect(stay).toBeFocused();
  await axe(page, "[role=dialog], dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(mpk).toHaveValue("nowe");
  await page.getByRole("link", { name: "Wróć do sprzedawcy" }).click();
  await discard.dblclick();
  await expect(heading(page)).toHaveText(seller.displayName);
});

test("Back out of a typed form asks first, each time", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  const { mpk, stay, discard } = await typeMpk(page, seller, "nowe");
  await page.goBack();
  await expect(stay).toBeFocused();
  await expect(page).toHaveURL(/\/edit$/);
  await stay.evaluate((button: HTMLElement) => {
    button.click();
    history.back();
  });
  await stay.click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(mpk).toHaveValue("nowe");
  await expect(mpk).toBeFocused();
  await page.goBack();
  await discard.click();
  await expect(heading(page)).toHaveText(seller.displayName);
});

test("A change of language asks once, without the browser's own question", async ({ page, control }) => {
  const { mpk, stay, discard, nativeDialogs } = await typeMpk(page, control.sellers()[2]!, "nowe");
  await page.getByRole("link", { name: "English" }).click();
  await stay.click();
  await expect(mpk).toHaveValue("nowe");
  await page.getByRole("link", { name: "English" }).click();
  await discard.click();
  await expect(heading(page)).toHaveText("Edit seller");
  expect(nativeDialogs).toEqual([]);
});

test("The browser asks when another address is entered beside a typed form", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  const { nativeDialogs } = await typeMpk(page, seller, "nowe");
  await page.goto(`/sellers/${seller.id}`);
  expect(nativeDialogs).toEqual(["beforeunload"]);
});

test("A saved form is left without a question", async ({ page, control }) => {
  const { dialog, nativeDialogs } = await typeMpk(page, control.sellers()[2]!, "zapisane");
  await saveButton(page).click();
  await expect(page.getByText("Zapisano zmiany")).toBeVisible();
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(heading(page)).toHaveText("Sprzedawcy");
  await expect(dialog).toHaveCount(0);
  expect(nativeDialogs).toEqual([]);
});

test("A field that has the focus never hides under the bar that saves", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  await page.goto(`/sellers/${seller.id}/edit`);
  for (const [width, height] of [
    [320, 568],
    [390, 560],
    [1280, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(saveButton(page)).toBeInViewport();
    for (const step of ["Tab", "Shift+Tab"]) {
      for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press(step);
        const hidden = await page.evaluate(() => {
          const focused = document.activeElement;
          if (!(focused instanceof HTMLInputElement)) return undefined;
          const { left, right, top, bottom } = focused.getBoundingClientRect();
          const seen = (y: number) => document.elementFromPoint((left + right) / 2, y) === focused;
          return seen(top + 2) && seen(bottom - 2) ? undefined : focused.name;
        });
        expect(hidden, `${width} × ${height}, after ${step}`).toBeUndefined();
      }
    }
  }
});
