import { axe, expect, test, typeInto, visit } from "./fixtures";
import { UNBROKEN } from "./long-values";
import { beyondWindow, field, fillSeller, heading, saveButton } from "./parts";

test("The second of two browsers that edit a seller chooses each field", async ({
  page: mine,
  listed: theirs,
  control,
  problems,
}) => {
  problems.expect(/status of 409/);
  const seller = control.sellersWith(({ firstName }) => firstName)[0]!;
  const now = () => control.seller(seller.id);
  for (const page of [mine, theirs]) {
    await visit(page, `/sellers/${seller.id}/edit`);
  }
  const others = { "Nazwa wyświetlana": "Ich nazwa", MPK: "ich", Imię: "", "Adres e-mail": "ich@example.pl" };
  await fillSeller(theirs, others);
  await saveButton(theirs).click();
  await expect(theirs.getByText("Zapisano zmiany")).toBeVisible();

  await fillSeller(mine, { "Nazwa wyświetlana": "Moja nazwa", MPK: "moje", Imię: "Moje", Nazwisko: "Tylko moje" });
  await saveButton(mine).click();

  await expect(mine.getByRole("main").getByRole("alert")).toContainText(
    /Zmieniono też: Adres e.mail\. Nową wartość widzisz w\sformularzu\./,
  );
  await expect(mine.getByRole("main").getByRole("alert")).toBeFocused();
  for (const label of ["Imię", "Nazwa wyświetlana", "MPK"])
    await expect(field(mine, label)).toHaveAttribute("aria-invalid", "true");
  const choice = (name: string) => mine.getByRole("group", { name, exact: true });
  await expect(
    mine.getByRole("heading", {
      name: /^Łukasz Żółkiewski zmienił\(a\) te dane \d\d\.\d\d\.\d{4} \d\d:\d\d\. Która wartość ma zostać\?$/,
    }),
  ).toBeVisible();
  const versions = {
    "Nazwa wyświetlana": ["Moja nazwa", "Ich nazwa", seller.displayName],
    MPK: ["moje", "ich", seller.mpk],
    Imię: ["Moje", "puste", seller.firstName as string],
  };
  for (const [name, values] of Object.entries(versions)) {
    await expect(choice(name).getByRole("radio")).toHaveCount(3);
    for (const [at, value] of values.entries()) {
      await expect(choice(name).getByRole("radio").nth(at)).toHaveAccessibleName(new RegExp(`${value}$`));
    }
    await expect(choice(name).getByRole("radio").first()).toBeChecked();
  }
  for (const value of ["Ich nazwa", "ich"])
    await expect(mine.getByRole("main").getByText(value, { exact: true })).toHaveCount(1);
  // Whatever only one of the two changed is merged without a question.
  await expect(mine.getByRole("group", { name: "Adres e-mail" })).toHaveCount(0);
  await expect(field(mine, "Adres e-mail")).toHaveValue("ich@example.pl");
  await expect(field(mine, "Nazwisko")).toHaveValue("Tylko moje");
  await axe(mine);
  expect(now()).toMatchObject({ displayName: "Ich nazwa", mpk: "ich" });

  // By the keyboard alone: one down is theirs, two down is the original.
  await choice("Nazwa wyświetlana").getByRole("radio").first().focus();
  await mine.keyboard.press("ArrowDown");
  await choice("Imię").getByRole("radio").first().focus();
  await mine.keyboard.press("ArrowDown");
  await mine.keyboard.press("ArrowDown");
  await saveButton(mine).focus();
  await mine.keyboard.press("Enter");
  await expect(mine.getByText("Zapisano zmiany")).toBeVisible();
  expect(now()).toMatchObject({
    displayName: "Ich nazwa",
    mpk: "moje",
    firstName: seller.firstName,
    surname: "Tylko moje",
    email: "ich@example.pl",
  });
});

test("Typing on in a conflict chooses one's own value again", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  const seller = control.sellers()[6]!;
  await visit(page, `/sellers/${seller.id}/edit`);
  await typeInto(field(page, "MPK"), "moje");
  control.changeSeller(seller.id, { mpk: "ich" });
  await saveButton(page).click();
  const versions = page.getByRole("group", { name: "MPK" }).getByRole("radio");
  await versions.nth(1).check();
  await typeInto(field(page, "MPK"), "jednak moje");
  await expect(versions.first()).toBeChecked();
  await saveButton(page).click();
  await expect(page.getByText("Zapisano zmiany")).toBeVisible();
  expect(control.sellers()[6]).toMatchObject({ mpk: "jednak moje" });
});

test("A conflict's question on a phone comes into view with the page's heading", async ({
  page,
  control,
  problems,
}) => {
  problems.expect(/status of 409/);
  const seller = control.sellers()[8]!;
  await page.setViewportSize({ width: 390, height: 640 });
  await visit(page, `/sellers/${seller.id}/edit`);
  await typeInto(field(page, "MPK"), "moje");
  control.changeSeller(seller.id, { mpk: "ich" });
  await page.evaluate(() => scrollTo(0, 220));
  await expect(heading(page)).not.toBeInViewport({ ratio: 1 });
  await saveButton(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeInViewport({ ratio: 1 });
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
});

test("A conflict over endless values is told inside the window", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  const seller = control.sellers()[31]!;
  await page.setViewportSize({ width: 320, height: 800 });
  await visit(page, `/sellers/${seller.id}/edit`);
  control.changeSeller(seller.id, { mpk: UNBROKEN.mpk });
  await typeInto(field(page, "MPK"), "moje");
  await saveButton(page).click();
  await expect(page.getByRole("group", { name: "MPK" })).toContainText(UNBROKEN.mpk!);
  expect(await beyondWindow(page)).toBeLessThanOrEqual(0);
});
