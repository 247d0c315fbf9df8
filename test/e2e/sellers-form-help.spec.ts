import type { Page } from "@playwright/test";
import type { StoredSeller } from "../sandbox/types";
import { axe, expect, requestsOf, test, visit } from "./fixtures";
import { field, fillSeller, heading, saveButton } from "./parts";

const fill = (page: Page, name: string, mpk: string) =>
  fillSeller(page, { "Nazwa wyświetlana": name, "Adres e-mail": `${mpk}@example.pl`, MPK: mpk });

test("Sellers are added one after the other, each once, in an empty form", async ({ page, control, problems }) => {
  problems.expect(/status of 400/);
  const made = () => control.sellersWith(({ mpk }) => mpk.startsWith("wielu-"));
  await visit(page, "/sellers/new?from=status%3Dactive#content");
  await fill(page, "Pierwszy z wielu", "wielu-1");
  await page.getByRole("button", { name: "Zapisz i dodaj kolejnego" }).dblclick();
  const added = (name: string) => page.getByText(`Dodano sprzedawcę „${name}”`);
  await expect(added("Pierwszy z wielu")).toBeVisible();
  await expect(heading(page)).toHaveText("Nowy sprzedawca");
  for (const label of ["Nazwa wyświetlana", "Adres e-mail", "MPK"]) await expect(field(page, label)).toHaveValue("");
  expect(made()).toHaveLength(1);

  await fill(page, "Drugi z wielu", "wielu-2");
  await field(page, "MPK").press("Enter");
  await expect(added("Drugi z wielu")).toBeVisible();
  await expect(heading(page)).toHaveText("Nowy sprzedawca");
  await expect(field(page, "MPK")).toHaveValue("");
  await field(page, "MPK").press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Popraw błędy");
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(3);
  await expect(added("Drugi z wielu")).toHaveCount(0);

  await fill(page, "Trzeci z wielu", "wielu-3");
  await saveButton(page).click();
  await expect(heading(page)).toHaveText("Trzeci z wielu");
  expect(made()).toHaveLength(3);
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(page).toHaveURL(/\/sellers\?status=active/);
});

test("Another seller with the same e-mail address is named while it is typed", async ({ page, control }) => {
  const [owner, edited] = control.sellers() as [StoredSeller, StoredSeller];
  const warning = page.getByRole("main").getByRole("status").filter({ hasText: "ma już" });
  const asked = requestsOf(page, (request) => request.url().includes("/sellers/same"));
  await page.clock.install();
  await visit(page, `/sellers/${edited.id}/edit`);
  await field(page, "Adres e-mail").fill(owner.email.toUpperCase());
  await expect(warning).toContainText(`Ten adres e\u2011mail ma już sprzedawca: ${owner.displayName}`);
  await expect(warning.getByRole("link", { name: owner.displayName })).toHaveAttribute("href", `/sellers/${owner.id}`);
  await axe(page, "main form");
  // The seller's own address warns of nobody, and a word in one go is asked about once.
  await field(page, "Adres e-mail").fill(edited.email);
  await expect(warning).toHaveCount(0);
  await field(page, "Adres e-mail").fill("");
  // Three times as long as a pause in typing.
  await page.clock.runFor(900);
  const before = asked.length;
  // In one task: on a busy machine there may be a pause between two keys that counts as one.
  await field(page, "Adres e-mail").evaluate((input: HTMLInputElement, text) => {
    for (const letter of text) {
      input.value += letter;
      input.dispatchEvent(new InputEvent("input", { bubbles: true, data: letter }));
    }
  }, owner.email);
  await expect(warning).toContainText(owner.displayName);
  expect(asked).toHaveLength(before + 1);
});

test("A form that is on its way isn't warned of the seller whom it adds", async ({ page, control }) => {
  const asked = requestsOf(page, (request) => request.url().includes("/sellers/same"));
  await page.clock.install();
  await visit(page, "/sellers/new");
  await fill(page, "Dodana w drodze", "w-drodze-1");
  await expect.poll(() => asked.at(-1)).toContain("w-drodze-1");
  const held = control.fault({ target: "sellers", method: "POST", hold: true, times: 1 });
  // Paused, and in one task: on a busy machine the form is drawn as sent only after a pause.
  await page.clock.pauseAt(Date.now() + 60_000);
  await field(page, "Adres e-mail").evaluate((input: HTMLInputElement) => {
    input.value = "w-drodze-2@example.pl";
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.form?.requestSubmit();
  });
  await expect(field(page, "Adres e-mail")).not.toBeEditable();
  // Three times as long as a pause in typing.
  await page.clock.runFor(900);
  await page.clock.resume();
  control.clearFaults(held);
  await expect(heading(page)).toHaveText("Dodana w drodze");
  expect(asked.filter((url) => url.includes("w-drodze-2"))).toEqual([]);
});

test("A field's error goes with its refused text, and comes back with it", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  await visit(page, "/sellers/new");
  await expect(field(page, "Imię")).toBeFocused();
  await fill(page, "Ewa Poprawna", "poprawna-1");
  await field(page, "Adres e-mail").fill("zly");
  await saveButton(page).click();
  const refused = page.getByLabel("Adres e-mail").and(page.locator("[aria-invalid=true]"));
  await expect(refused).toHaveCount(1);
  await field(page, "Adres e-mail").fill("zly@");
  await expect(refused).toHaveCount(0);
  await field(page, "Adres e-mail").fill("zly");
  await expect(refused).toHaveCount(1);
  await field(page, "Adres e-mail").fill("dobry@example.pl");
  await expect(refused).toHaveCount(0);
});

test("A disabling in the edit form asks for the reason, which is shown", async ({ page, control }) => {
  const { id = "" } = control.sellersWith(({ accountEnabled }) => accountEnabled)[0] ?? {};
  await page.goto(`/sellers/${id}/edit`);
  const reason = field(page, "Powód wyłączenia");
  await expect(reason).toBeHidden();
  await page.getByLabel("Konto aktywne").uncheck();
  await expect(reason).toBeVisible();
  await reason.fill("Urlop do końca roku");
  await saveButton(page).click();
  await expect(page.getByRole("main")).toContainText(
    /Wyłączono \d\d\.\d\d\.\d{4} \d\d:\d\d \(Anna Kowalska\)\. Powód: Urlop do końca roku/,
  );
});
