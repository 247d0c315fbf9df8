import type { Page } from "@playwright/test";
import { axe, BOTH, expect, test, visit } from "./fixtures";
import { BOAT, expectSeller, field, fillSeller, saveButton } from "./parts";

const alert = (page: Page) => page.getByRole("main").getByRole("alert");

for (const tag of BOTH) {
  test(`Bad input gets a message at each field and loses nothing ${tag}`, async ({
    page,
    control,
    javaScriptEnabled,
    problems,
  }) => {
    problems.expect(/status of 400/);
    await visit(page, "/sellers/new");
    const typed = {
      "Nazwa wyświetlana": "   ",
      "Adres e-mail": " zły adres ",
      Imię: "x".repeat(65),
      Nazwisko: "Ćma",
      MPK: "",
    };
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await fillSeller(page, typed);
    await saveButton(page).click();
    await expect(page).toHaveTitle("Błąd: Nowy sprzedawca – Panel franczyzobiorcy");
    await expect(alert(page)).toBeFocused();
    const messages = {
      "Nazwa wyświetlana": "Pole Nazwa wyświetlana zawiera same spacje: wpisz wartość",
      "Adres e-mail": "Wpisz poprawny adres, np. jan.kowalski@example.pl",
      Imię: "Pole Imię może mieć najwyżej 64 znaki",
      MPK: "Pole MPK jest wymagane",
    };
    for (const [label, message] of Object.entries(messages)) {
      await expect(alert(page).getByRole("link", { name: label })).toBeVisible();
      await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message.replaceAll(".", "\\.")));
    }
    await expectSeller(page, typed);
    await expect(field(page, "Nazwisko")).not.toHaveAttribute("aria-invalid", "true");
    await axe(page);
    await alert(page).getByRole("link", { name: "MPK" }).click();
    await expect(field(page, "MPK")).toBeFocused();
    await fillSeller(page, { MPK: "---" });
    await saveButton(page).click();
    await expect(field(page, "MPK")).toHaveAccessibleDescription(/Pole MPK musi zawierać literę lub cyfrę/);
    await expect(alert(page)).toBeFocused();
    expect(await page.evaluate(() => "isSame" in window)).toBe(javaScriptEnabled);
    expect(control.requests("sellers").filter(({ method }) => method === "POST")).toEqual([]);

    await fillSeller(page, { ...BOAT, Imię: "" });
    await saveButton(page).click();
    await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  });
}
