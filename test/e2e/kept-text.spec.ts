import type { Page } from "@playwright/test";
import { awake, choose, expect, test, visit } from "./fixtures";
import { field, fillSeller, saveButton } from "./parts";

test.beforeEach(({ problems }) => problems.expect(/ERR_FAILED|ERR_CONNECTION|Failed to load resource/));

const saved = (page: Page) => page.getByText("Zapisano zmiany");
const restored = (page: Page) => page.getByText("Przywróciliśmy wpisane dane");

/** A reload whose question about unsaved text is answered by leaving. */
async function reload(page: Page): Promise<void> {
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await awake(page);
}

test("An edit after a reload is compared with the record it was typed over", async ({ page, control }) => {
  const seller = control.sellersWith(({ accountEnabled }) => accountEnabled)[0]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await field(page, "Nazwa wyświetlana").fill("Po przeładowaniu");
  control.changeSeller(seller.id, { email: "ich@example.pl", accountEnabled: false });
  await reload(page);
  await expect(restored(page)).toBeVisible();
  await expect(field(page, "Nazwa wyświetlana")).toHaveValue("Po przeładowaniu");
  // Renders the form once more, hidden fields and all.
  await field(page, "MPK").fill("0077");
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  expect(control.seller(seller.id)).toMatchObject({
    displayName: "Po przeładowaniu",
    mpk: "0077",
    email: "ich@example.pl",
    accountEnabled: false,
  });
});

test("Text that a reload has brought back can be cleared after a question", async ({ page, control }) => {
  const seller = control.sellers()[2]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await field(page, "MPK").fill("do wyczyszczenia");
  await reload(page);
  await expect(field(page, "MPK")).toHaveValue("do wyczyszczenia");
  await page.getByRole("button", { name: "Wyczyść formularz" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(restored(page)).toHaveCount(0);
  await expect(field(page, "MPK")).toHaveValue(seller.mpk);
  await page.reload();
  await awake(page);
  await expect(field(page, "MPK")).toHaveValue(seller.mpk);
  expect(control.seller(seller.id)).toEqual(seller);
});

test("A note that a reload has brought back can be cleared, too", async ({ page, control }) => {
  await visit(page, `/sellers/${control.sellers()[3]!.id}/note`);
  await field(page, "Notatka").fill("do wyczyszczenia");
  await reload(page);
  await expect(field(page, "Notatka")).toHaveValue("do wyczyszczenia");
  await page.getByRole("button", { name: "Wyczyść formularz" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(restored(page)).toHaveCount(0);
  await expect(field(page, "Notatka")).toHaveValue("");
  await expect(field(page, "Notatka")).toBeFocused();
});

test("A restored form is saved by Enter, not cleared", async ({ page }) => {
  await visit(page, "/sellers/new");
  await fillSeller(page, { "Nazwa wyświetlana": "Po Enterze", "Adres e-mail": "enter@example.pl", MPK: "enter" });
  await reload(page);
  await expect(restored(page)).toBeVisible();
  await field(page, "MPK").press("Enter");
  await expect(page.getByText("Dodano sprzedawcę „Po Enterze”")).toBeVisible();
});

test("A seller added without an answer isn't added again after a reload", async ({ page, control }) => {
  await visit(page, "/sellers/new");
  await fillSeller(page, { "Nazwa wyświetlana": "Jeden raz", "Adres e-mail": "raz@example.pl", MPK: "jeden" });
  const posted = /\/sellers\/new\.data/;
  await page.route(posted, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    return route.abort("connectionreset");
  });
  await saveButton(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Brak połączenia z panelem" })).toBeVisible();
  await page.unroute(posted);
  await reload(page);
  await expect(field(page, "MPK")).toHaveValue("jeden");
  await saveButton(page).click();
  await expect(page.getByText("Dodano sprzedawcę „Jeden raz”")).toBeVisible();
  expect(control.sellersWith(({ mpk }) => mpk === "jeden")).toHaveLength(1);
});

test("A conflict that a reload leaves open is asked about again", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  const seller = control.sellers()[8]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await field(page, "MPK").fill("moje");
  control.changeSeller(seller.id, { mpk: "ich" });
  await saveButton(page).click();
  const versions = page.getByRole("group", { name: "MPK" }).getByRole("radio");
  await expect(versions).toHaveCount(3);
  await reload(page);
  await expect(field(page, "MPK")).toHaveValue("moje");
  await saveButton(page).click();
  await expect(versions).toHaveCount(3);
  expect(control.sellers()[8]).toMatchObject({ mpk: "ich" });
  await versions.nth(1).check();
  await saveButton(page).click();
  await expect(page).toHaveURL(new RegExp(`/sellers/${seller.id}$`));
  expect(control.sellers()[8]).toMatchObject({ mpk: "ich" });
});

test("The way past the header and Back after it leave the form as it is", async ({ page, control, problems }) => {
  problems.expect(/status of 400/);
  const seller = control.sellers()[9]!;
  const skip = async () => {
    const link = page.getByRole("link", { name: "Przejdź do treści" });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    expect(new URL(page.url()).hash).toBe("");
  };
  await visit(page, `/sellers/${seller.id}`);
  await page.getByRole("link", { name: "Edytuj" }).click();
  await field(page, "MPK").fill("wpisane");
  await skip();
  await expect(field(page, "MPK")).toHaveValue("wpisane");
  await field(page, "Adres e-mail").fill("");
  await saveButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await skip();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(field(page, "MPK")).toHaveValue("wpisane");
  // An address with a place of the page in it, as somebody sent it, is the same page too.
  await page.evaluate(() => {
    window.location.hash = "content";
  });
  await expect(page).toHaveURL(/#content$/);
  await expect(field(page, "MPK")).toHaveValue("wpisane");
  await page.goBack();
  await expect(page).not.toHaveURL(/#content$/);
  await expect(field(page, "MPK")).toHaveValue("wpisane");
});

test("An unsaved note is asked about, and compared after a reload", async ({ page, control, problems, world }) => {
  problems.expect(/status of 40[09]/);
  const address = `/sellers/${control.sellers()[13]!.id}/note`;
  const note = page.getByRole("textbox", { name: "Notatka" });
  await visit(page, address);
  const tooLong = "ż".repeat(501);
  await note.fill(tooLong);
  for (const _again of [1, 2]) {
    await saveButton(page).press("Enter");
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription(/najwyżej 500 znaków/);
  }
  await page.getByRole("link", { name: "Anuluj" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Zostań" }).click();
  await expect(note).toHaveValue(tooLong);
  await note.fill("moja");

  const other = world.browser();
  const form = await other.signIn(world.sandbox.accounts.franchisee, address);
  expect((await other.submit(form, { note: "ich" }, "form:has([name=note])")).text).toContain("Zapisano notatkę");

  await reload(page);
  await expect(restored(page)).toBeVisible();
  await expect(note).toHaveValue("moja");
  await saveButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("ich");
  await expect(note).toHaveValue("moja");
});

test("A value for many sellers stands beside its field after a reload", async ({ page, control }) => {
  const ids = control.sellers().slice(0, 2);
  await choose(page, "change", ids);
  await expect(page).toHaveURL(/draft=/);
  await awake(page);
  await page.getByLabel("Pole").selectOption("Imię");
  await page.getByLabel("Nowa wartość").fill("Jan");
  await reload(page);
  await expect(page.getByLabel("Nowa wartość")).toHaveValue("Jan");
  await expect(page.getByLabel("Pole")).toHaveValue("firstName");
});

test("A form that can't be taken as a whole comes back with all that was typed", async ({
  page,
  control,
  problems,
}) => {
  problems.expect(/status of 413/);
  const seller = control.sellers()[10]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await field(page, "MPK").fill("wpisane");
  await field(page, "Imię").evaluate((input: HTMLInputElement) => {
    input.value = "ą".repeat(700_000);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await saveButton(page).click();
  await expect(page.getByText("Wysłano zbyt dużo danych")).toBeVisible();
  await page.getByRole("link", { name: "Spróbuj ponownie" }).click();
  await expect(restored(page)).toBeVisible();
  await expect(field(page, "MPK")).toHaveValue("wpisane");
  await field(page, "Imię").fill("Krótkie");
  await saveButton(page).click();
  await expect(saved(page)).toBeVisible();
  expect(control.sellers()[10]).toMatchObject({ mpk: "wpisane", firstName: "Krótkie" });
  // Given back once.
  await visit(page, `/sellers/${seller.id}/edit`);
  await expect(restored(page)).toHaveCount(0);
  await expect(field(page, "Imię")).toHaveValue("Krótkie");
});

test("A page that is ended in the background comes back with typed text", async ({ page }) => {
  await visit(page, "/sellers/new");
  await field(page, "MPK").fill("w tle");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    for (const last of ["pagehide", "visibilitychange", "beforeunload"]) {
      window.addEventListener(last, (event) => event.stopImmediatePropagation(), { capture: true });
    }
  });
  await page.reload();
  await awake(page);
  await expect(field(page, "MPK")).toHaveValue("w tle");

  // Whoever comes back to the page itself goes on with it, and what is saved then is done with.
  await page.evaluate(() => {
    const show = (state: string) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    show("hidden");
    show("visible");
  });
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("panel:typed")))).toEqual(
    [],
  );
});

test("Leaving while a save is on its way asks first until its answer comes", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  const seller = control.sellers()[11]!;
  const dialog = page.getByRole("dialog", { name: "Wysyłanie jeszcze trwa" });
  await visit(page, `/sellers/${seller.id}`);
  await page.getByRole("link", { name: "Edytuj" }).click();
  await field(page, "MPK").fill("w drodze");
  const held = control.fault({ target: "sellers", method: "PUT", hold: true, status: 409, times: 1 });
  await saveButton(page).click();
  await expect(page.getByRole("button", { name: "Zapisujemy…" })).toBeVisible();
  for (const name of ["Historia zmian", "English"]) {
    await page.getByRole("link", { name }).first().click();
    await dialog.getByRole("button", { name: "Zostań" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await page.goBack();
  await expect(dialog).toBeVisible();
  control.clearFaults(held);
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await expect(field(page, "MPK")).toHaveValue("w drodze");

  const again = control.fault({ target: "sellers", method: "PUT", hold: true, times: 1 });
  await saveButton(page).click();
  await page.getByRole("link", { name: "English" }).click();
  await expect(dialog).toBeVisible();
  control.clearFaults(again);
  await expect(saved(page)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("A form that is on its way takes no text", async ({ page, control }) => {
  const seller = control.sellersWith(({ accountEnabled }) => accountEnabled)[0]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  const held = control.fault({ target: "sellers", method: "PUT", hold: true, times: 1 });
  await field(page, "MPK").fill("w drodze");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Zapisujemy…" })).toBeVisible();
  await expect(field(page, "MPK")).toBeFocused();
  await expect(field(page, "MPK")).not.toBeEditable();
  await page.keyboard.type("!");
  await page.getByLabel("Konto aktywne").click();
  await page.getByText("Konto aktywne").click();
  await page.getByLabel("Konto aktywne").press("Space");
  await expect(page.getByLabel("Konto aktywne")).toBeChecked();
  await expect(field(page, "MPK")).toHaveValue("w drodze");
  control.clearFaults(held);
  await expect(saved(page)).toBeVisible();
  expect(control.seller(seller.id)).toEqual({ ...seller, mpk: "w drodze" });

  const note = page.getByRole("textbox", { name: "Notatka" });
  await visit(page, `/sellers/${seller.id}/note`);
  await note.fill("w drodze");
  const heldNote = control.fault({ target: "sellers", method: "GET", hold: true, times: 1 });
  await saveButton(page).click();
  await expect(page.getByRole("button", { name: "Zapisujemy…" })).toBeVisible();
  await expect(note).not.toBeEditable();
  control.clearFaults(heldNote);
  await expect(page.getByText("Zapisano notatkę")).toBeVisible();
});

test("Back from an error page restores typed text and its original", async ({ page, control, problems }) => {
  problems.expect(/status of (500|409)/);
  const seller = control.sellers()[12]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await field(page, "MPK").fill("moje");
  control.fault({ target: "sellers", method: "PUT", status: 500, times: 1 });
  await saveButton(page).click();
  await expect(page.getByText("Zachowaliśmy dane wpisane w formularzu.")).toBeVisible();
  control.changeSeller(seller.id, { mpk: "ich" });
  await page.goBack();
  await expect(restored(page)).toBeVisible();
  await expect(field(page, "MPK")).toHaveValue("moje");
  await saveButton(page).click();
  await expect(page.getByRole("heading", { name: /^Te dane zmieniono poza panelem\./ })).toBeVisible();
});
