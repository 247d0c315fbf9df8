import type { Page } from "@playwright/test";
import { arrived, axe, enterPassword, expect, holdRequests, messagesStay, requestsOf, test, visit } from "./fixtures";
import {
  column,
  heading,
  listPages,
  pressMenu,
  rowBoxes,
  rows,
  saveButton,
  selectionBar,
  sellerLinks,
  sellerNames,
} from "./parts";

/** The server's HTML has been taken over: the box that only scripts can serve is there. */
async function scripted(page: Page): Promise<void> {
  await expect(page.getByRole("checkbox", { name: "Zaznacz stronę" })).toBeVisible();
}

test("A view of several filters is saved, renamed, deleted and restored", async ({ page }) => {
  await page.goto("/sellers");
  await pressMenu(page, "Filtry");
  await page.getByLabel("MPK zaczyna się od").fill("0");
  await page.getByRole("button", { name: "Szukaj" }).click();
  await expect(page.getByRole("link", { name: "Usuń filtr: MPK zaczyna się od" })).toBeVisible();
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Stan konta" }).getByRole("link", { name: new RegExp(`^${name}`) });
  await tab("Aktywni").click();
  await expect(page).toHaveURL(/status=active/);
  await expect(page.getByRole("link", { name: "Usuń filtr: MPK zaczyna się od" })).toBeVisible();
  const mpks = await (await column(page, "MPK")).allInnerTexts();
  expect(mpks.length).toBeGreaterThan(0);
  expect(mpks.filter((mpk) => !mpk.endsWith("0") && !/0\d/.test(mpk))).toEqual([]);

  await pressMenu(page, "Widok");
  await page.getByLabel("Nazwa widoku").fill("Zero na początku");
  await page.getByRole("button", { name: "Zapisz widok" }).click();
  await expect(page.getByText("Zapisano widok „Zero na początku”")).toBeVisible();
  const views = page.getByRole("navigation", { name: "Zapisane widoki" });
  const view = views.getByRole("link", { name: "Zero na początku" });
  await expect(view).toHaveAttribute("aria-current", "true");

  await page.getByRole("link", { name: "Usuń filtr: MPK zaczyna się od" }).click();
  await expect(page).toHaveURL(/\/sellers\?status=active$/);
  // The address is there before its page, which closes the menus.
  await expect(page.getByRole("link", { name: "Usuń filtr: MPK zaczyna się od" })).toHaveCount(0);
  await expect(tab("Aktywni")).toHaveAttribute("aria-current", "true");
  await expect(page.getByLabel("MPK zaczyna się od")).toHaveValue("");
  await tab("Wszyscy").click();
  await expect(page).toHaveURL(/\/sellers$/);
  await expect(page.getByText("Znaleziono: 320")).toBeVisible();

  await view.click();
  await expect(page).toHaveURL(/\/sellers\?status=active&mpk=0$/);
  await expect(view).toHaveAttribute("aria-current", "true");
  await pressMenu(page, "Widok");
  await page.getByLabel("Zmień widok „Zero na początku”").click();
  await page.getByLabel("Nowa nazwa widoku").fill("Do sprawdzenia");
  await axe(page);
  await page.getByRole("button", { name: "Zmień nazwę" }).click();
  await expect(page.getByText("Zmieniono nazwę widoku na „Do sprawdzenia”")).toBeVisible();
  await pressMenu(page, "Widok");
  await page.getByLabel("Zmień widok „Do sprawdzenia”").click();
  await page.getByRole("button", { name: "Usuń widok „Do sprawdzenia”" }).click();
  await expect(page.getByText("Usunięto widok „Do sprawdzenia”")).toBeVisible();
  await expect(views).toHaveCount(0);
  await page.getByRole("button", { name: "Cofnij" }).click();
  await expect(page.getByText("Przywrócono widok „Do sprawdzenia”")).toBeVisible();
  await views.getByRole("link", { name: "Do sprawdzenia" }).click();
  await expect(page).toHaveURL(/\/sellers\?status=active&mpk=0$/);
  await arrived(page);
  await pressMenu(page, "Widok");
  await page.getByLabel("Zmień widok „Do sprawdzenia”").click();
  await page.getByRole("button", { name: "Usuń widok „Do sprawdzenia”" }).click();
  await expect(views).toHaveCount(0);
});

test("A view's name that is refused has the focus and says why", async ({ listed: page, problems }) => {
  problems.expect(/status of 400/);
  const save = page.getByRole("button", { name: "Zapisz widok" });
  const name = page.getByLabel("Nazwa widoku", { exact: true });
  await page.goto("/sellers?status=inactive");
  for (const taken of ["Pierwszy", "Drugi"]) {
    await pressMenu(page, "Widok");
    await name.fill(taken);
    await save.click();
    await expect(page.getByText(`Zapisano widok „${taken}”`)).toBeVisible();
  }
  await pressMenu(page, "Widok");
  const long = "ż".repeat(61);
  await name.fill(long);
  for (const _again of [1, 2]) {
    await save.focus();
    await page.keyboard.press("Enter");
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(/najwyżej 60 znaków/);
    await expect(name).toHaveValue(long);
  }

  await page.getByLabel("Zmień widok „Pierwszy”").click();
  const newName = page.getByLabel("Nowa nazwa widoku").locator("visible=true");
  await newName.fill("DRUGI");
  for (const _again of [1, 2]) {
    await page.getByRole("button", { name: "Zmień nazwę" }).locator("visible=true").focus();
    await page.keyboard.press("Enter");
    await expect(newName).toBeFocused();
    await expect(newName).toHaveAccessibleDescription(/Inny widok ma już tę nazwę/);
  }
  const menu = page.locator("main summary").filter({ hasText: "Widoki" });
  await newName.fill("Trzeci");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Zmieniono nazwę widoku na „Trzeci”")).toBeVisible();
  await expect(menu).toBeFocused();
  for (const view of ["Trzeci", "Drugi"]) {
    await pressMenu(page, "Widok");
    await name.fill("Na miejsce usuniętego");
    await page.getByLabel(`Zmień widok „${view}”`).click();
    await page.getByRole("button", { name: `Usuń widok „${view}”` }).click();
    await expect(page.getByText(`Usunięto widok „${view}”`)).toBeVisible();
    await expect(menu).toBeFocused();
    await expect(name).toHaveValue("Na miejsce usuniętego");
  }
});

test("Ticked rows go through pages, searches and records to the bulk page", async ({ page }) => {
  const held = await holdRequests(page, /\/assets\/root-[^/]*\.js$/);
  await page.goto("/sellers?size=10", { waitUntil: "commit" });
  await rowBoxes(page).nth(1).check();
  held.release();
  await scripted(page);
  await expect(selectionBar(page)).toContainText("1 zaznaczony");
  await expect(rowBoxes(page).nth(1)).toBeChecked();
  await rowBoxes(page).nth(3).check();
  await expect(selectionBar(page)).toContainText("2 zaznaczonych");
  await listPages(page).getByRole("link", { name: "Następna" }).click();
  await expect(page).toHaveURL(/page=2/);
  await arrived(page);
  await page.getByRole("checkbox", { name: "Zaznacz stronę" }).check();
  await expect(selectionBar(page)).toContainText("12 zaznaczonych 2 na innych stronach");
  await rowBoxes(page).first().uncheck();
  await expect(selectionBar(page)).toContainText("11 zaznaczonych");

  // Both pages are there before the server's answer, which the next click would break off.
  await sellerLinks(page).first().click();
  await arrived(page);
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(selectionBar(page)).toContainText("11 zaznaczonych");
  await arrived(page);
  await listPages(page).getByRole("link", { name: "Poprzednia" }).click();
  await expect(rowBoxes(page).nth(1)).toBeChecked();
  await expect(rowBoxes(page).nth(2)).not.toBeChecked();

  await selectionBar(page).getByLabel("Wszyscy (320)").check();
  await expect(selectionBar(page)).toContainText("320 zaznaczonych");
  await expect(rowBoxes(page).nth(2)).toBeChecked();
  await axe(page, "fieldset[aria-label='Zaznaczeni sprzedawcy']");
  await selectionBar(page).getByLabel("Wszyscy (320)").uncheck();
  await selectionBar(page).getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page).toHaveURL(/\/sellers\/bulk\?draft=/);
  await expect(page.getByLabel("Powód wyłączenia")).toBeFocused();
  await expect(page.getByRole("main")).toContainText("11");

  await page.goBack();
  await arrived(page);
  await selectionBar(page).getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
  await expect(rowBoxes(page).nth(1)).not.toBeChecked();
  await expect(page.getByRole("link", { name: "Wyczyść zaznaczenie" })).toHaveCount(0);
});

test("Ticked rows stay ticked until their batch has begun", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  await page.goto("/sellers?status=active&size=10");
  await scripted(page);
  for (const row of [1, 2, 4]) await rowBoxes(page).nth(row).check();
  const disable = page.getByRole("button", { name: "Wyłącz konta" });
  const reason = page.getByLabel("Powód");
  await disable.click();
  await reason.fill("ż".repeat(201));
  for (const _again of [1, 2]) {
    await disable.focus();
    await page.keyboard.press("Enter");
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(/najwyżej 200 znaków/);
  }
  await page.getByRole("link", { name: "Anuluj" }).click();
  await page.getByRole("button", { name: "Odrzuć zmiany" }).click();
  await expect(rows(page).getByRole("checkbox", { checked: true })).toHaveCount(3);

  await disable.click();
  await expect(page.getByRole("heading", { name: /^Czy wyłączyć kont/ })).toBeVisible();
  await disable.click();
  await expect(page).toHaveURL(/\/sellers\/jobs\//);
  await page.getByRole("link", { name: "Wróć do listy" }).click();
  await expect(selectionBar(page)).toContainText("Zaznacz sprzedawców");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});

test("Ticked rows live through a reload, another language and a new sign-in", async ({
  pageOf,
  control,
  problems,
  world,
}) => {
  problems.expect(/status of 401/);
  const page = await pageOf("listed", { fresh: true });
  const { listed, franchisee } = world.sandbox.accounts;
  const signInAgain = async (account: typeof listed) => {
    await enterPassword(page, account);
    await scripted(page);
  };
  const none = () => expect(selectionBar(page)).toContainText("Zaznacz sprzedawców");
  const three = () => expect(selectionBar(page)).toContainText("3 zaznaczonych 3 na innych stronach");
  await page.goto("/sellers?size=10");
  await scripted(page);
  for (const row of [1, 2, 4]) await rowBoxes(page).nth(row).check();
  await page.reload();
  await scripted(page);
  await expect(rowBoxes(page).and(page.getByRole("checkbox", { checked: true }))).toHaveCount(3);
  await rowBoxes(page).nth(1).uncheck();
  await rowBoxes(page).nth(3).check();
  await page.getByRole("link", { name: "English" }).click();
  await expect(page.getByText("3 selected").first()).toBeVisible();
  for (const row of [2, 3, 4]) await expect(rowBoxes(page).nth(row)).toBeChecked();
  await page.getByRole("link", { name: "Polski" }).click();
  await expect(selectionBar(page)).toContainText("3 zaznaczonych");
  await scripted(page);
  await listPages(page).getByRole("link", { name: "Następna" }).click();
  await three();

  expect(await control.endSession(listed.login)).toBeGreaterThan(0);
  await page.waitForURL((url) => url.origin === world.sandbox.issuer);
  await signInAgain(listed);
  await three();

  expect(await control.endSession(listed.login)).toBeGreaterThan(0);
  await page.waitForURL((url) => url.origin === world.sandbox.issuer);
  await signInAgain(franchisee);
  await none();

  await rowBoxes(page).first().check();
  await page.getByRole("banner").locator("summary").last().click();
  await page.getByRole("link", { name: "Wyloguj się" }).click();
  await page.waitForURL((url) => url.pathname === "/auth/signed-out");
  await page.goto("/sellers?size=10&page=2");
  await signInAgain(franchisee);
  await none();
});

test("All that match but some, and rows out of sight, are told as they are", async ({ page, control }) => {
  await page.goto("/sellers?size=10");
  await scripted(page);
  await rowBoxes(page).first().check();
  const name = (await sellerLinks(page).first().innerText()) as string;
  await page.goto("/sellers?size=10&status=inactive");
  await scripted(page);
  const inactive = await page.getByText(/Znaleziono/).innerText();
  const total = Number(/\d+/.exec(inactive)?.[0]);
  await expect(rows(page).getByText(name, { exact: true })).toHaveCount(0);
  await expect(selectionBar(page)).toContainText("1 zaznaczony 1 spoza tej listy");

  await selectionBar(page).getByLabel(`Wszyscy pasujący (${total})`).check();
  const left = [await rowBoxes(page).nth(1).getAttribute("value"), await rowBoxes(page).nth(4).getAttribute("value")];
  await rowBoxes(page).nth(1).uncheck();
  await rowBoxes(page).nth(4).uncheck();
  await expect(selectionBar(page)).toContainText(`${total - 2} z ${total}`);
  await listPages(page).getByRole("link", { name: "Następna" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rowBoxes(page).first()).toBeChecked();
  await selectionBar(page).getByRole("button", { name: "Włącz konta" }).click();
  await expect(page.locator("form:has([name=confirm]) [name=count]")).toHaveValue(`${total - 2}`);
  // One of the two goes meanwhile: the number still is that of the others.
  control.changeSeller(left[1]!, { accountEnabled: true });
  await page.reload();
  await expect(page.locator("form:has([name=confirm]) [name=count]")).toHaveValue(`${total - 2}`);
  await page.getByRole("button", { name: "Włącz konta" }).click();
  await expect(heading(page)).toHaveText(new RegExp(`^Włączono ${total - 2}\\s`));
  const stillInactive = control.sellers().filter(({ accountEnabled }) => !accountEnabled);
  expect(stillInactive.map(({ id }) => id)).toEqual([left[0]]);
});

test("A record leads back to the same page, row and place", async ({ page }) => {
  await page.goto("/sellers?size=50&page=2");
  await scripted(page);
  const shown = await sellerNames(page).allInnerTexts();
  const link = sellerLinks(page).nth(40);
  for (const back of [() => page.getByRole("link", { name: "Wróć do listy" }).click(), () => page.goBack()]) {
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await expect(heading(page)).toHaveText(shown[40] as string);
    await back();
    await expect(page).toHaveURL(/page=2/);
    await expect(sellerNames(page)).toHaveText(shown);
    await expect(link).toBeInViewport();
    await expect(link).toBeFocused();
  }
});

test("A message stands above the bar of ticked rows", async ({ page }) => {
  await messagesStay(page);
  await page.setViewportSize({ width: 700, height: 900 });
  await visit(page, "/sellers");
  await rowBoxes(page).first().check();
  await pressMenu(page, "Widok");
  const name = page.getByLabel("Nazwa widoku", { exact: true });
  await expect(page.locator("main details > div").filter({ has: name })).toBeInViewport({ ratio: 1 });
  await name.fill("Nad paskiem");
  await page.getByRole("button", { name: "Zapisz widok" }).click();
  const message = page.getByRole("status").filter({ hasText: "Zapisano widok" });
  await expect(message).toBeVisible();
  await expect(page.getByRole("button", { name: "Wyłącz konta" })).toBeInViewport();
  await page.getByText("Zapisano widok „Nad paskiem”").hover();
  // It comes from a little further below.
  const gap = async () => {
    const [above, below] = [await message.boundingBox(), await selectionBar(page).boundingBox()];
    return below!.y - above!.y - above!.height;
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  const bottom = () => message.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await rowBoxes(page).first().uncheck();
  await expect.poll(bottom).toBe(24);
  await rowBoxes(page).first().check();
  await expect.poll(gap).toBeGreaterThanOrEqual(0);

  // A menu that is opened later lies over the message.
  await page.setViewportSize({ width: 390, height: 600 });
  await page.evaluate(() => scrollTo(0, 0));
  await pressMenu(page, "Widok");
  const isUnderMenu = () =>
    message.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("details[open]") != null;
    });
  await expect.poll(isUnderMenu).toBe(true);
});

test("A focused element stands above the bar of ticked rows on a phone", async ({ page }) => {
  await visit(page, "/sellers");
  const first = rowBoxes(page).first();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await first.check();
    await first.focus();
    const hidden: string[] = [];
    for (let stop = 0; stop < 20; stop++) {
      await page.keyboard.press("Tab");
      // Chromium scrolls to the focus in its next frames.
      const seen = () =>
        page.evaluate(() => {
          const focused = document.activeElement as HTMLElement;
          const { left, top, height } = focused.getBoundingClientRect();
          return focused.contains(document.elementFromPoint(left + 2, top + height / 2));
        });
      await expect
        .poll(seen)
        .toBe(true)
        .catch(() => hidden.push(`stop ${stop}`));
    }
    expect(hidden).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.closest("tbody tr")?.matches(":nth-child(n + 6)"))).toBe(
      true,
    );
  }
});

test("A conflict in a row's form is asked about there", async ({ page, control, problems }) => {
  problems.expect(/status of 409/);
  await messagesStay(page);
  await page.goto("/sellers?q=a&size=50");
  await scripted(page);
  const [row, id] = [rows(page).nth(1), (await rowBoxes(page).nth(1).getAttribute("value"))!];
  const now = () => control.sellers().find((seller) => seller.id === id)!;
  await row.getByRole("button", { name: /^Działania/ }).click();
  await expect(page.getByRole("menuitem", { name: "Popraw adres e-mail" })).toBeVisible();
  await axe(page);
  await page.getByRole("menuitem", { name: "Popraw adres e-mail" }).click();
  const field = page.getByRole("textbox", { name: "Adres e-mail" });
  await axe(page, "[role=dialog]");
  const entries = await page.evaluate(() => history.length);
  control.changeSeller(id, { email: "cudzy.nowak@example.pl" });
  await field.fill("moj.nowak@example.pl");
  await saveButton(page).click();
  await expect(page.getByText("cudzy.nowak@example.pl").first()).toBeVisible();
  expect(now().email).toBe("cudzy.nowak@example.pl");
  const versions = page.getByRole("group", { name: "Adres e-mail" }).getByRole("radio");
  await versions.nth(2).check();
  control.changeSeller(id, { email: "drugi.nowak@example.pl" });
  await saveButton(page).click();
  await expect(page.getByText("drugi.nowak@example.pl").first()).toBeVisible();
  await expect(versions.first()).toBeChecked();
  await field.fill("moj.nowak@example.pl");
  const place = await row.boundingBox();
  await saveButton(page).click();
  await expect(page.getByText(/Zapisano zmiany danych sprzedawcy/)).toBeVisible();
  expect(now().email).toBe("moj.nowak@example.pl");
  await expect(page).toHaveURL(/\/sellers\?q=a&size=50#seller-/);
  await expect(row.getByText("moj.nowak@example.pl")).toBeVisible();
  await expect(row.getByRole("rowheader").getByRole("link")).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  expect(await row.boundingBox()).toEqual(place);
});

/** What the tests of a row's menu and of its form press, in the first row of a list of ten. */
async function firstRow(page: Page) {
  await visit(page, "/sellers?q=nowak&size=10");
  const button = page.getByRole("button", { name: /^Działania/ }).first();
  const openMenu = async () => {
    await button.press("Enter");
    await expect(page.getByRole("menu").locator(":focus")).toBeAttached();
  };
  return {
    button,
    openMenu,
    email: page.getByRole("textbox", { name: "Adres e-mail" }),
    openForm: async (name: string) => {
      await openMenu();
      await page.getByRole("menuitem", { name }).press("Enter");
    },
    clickAnotherSeller: async () => {
      const place = (await sellerLinks(page).nth(1).boundingBox())!;
      await page.mouse.click(place.x + 2, place.y + 2);
    },
  };
}

test("A row's menu gives the focus back when it closes", async ({ page }) => {
  const { button, openMenu, clickAnotherSeller } = await firstRow(page);
  await openMenu();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await openMenu();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(rowBoxes(page).nth(1)).toBeFocused();
  await openMenu();
  await clickAnotherSeller();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("A row's form gives the focus back when it closes", async ({ page }) => {
  const { button, email, openForm, clickAnotherSeller } = await firstRow(page);
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => page.getByRole("button", { name: "Anuluj" }).click(),
    clickAnotherSeller,
  ]) {
    await openForm("Popraw adres e-mail");
    await expect(email).toBeFocused();
    await leave();
    await expect(email).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("A row's form keeps its text when a press elsewhere would close it", async ({ page }) => {
  const { email, openForm, clickAnotherSeller } = await firstRow(page);
  await openForm("Popraw adres e-mail");
  await email.fill("bez małpy");
  await clickAnotherSeller();
  await expect(email).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Pulpit" }).click();
  await page.getByRole("dialog", { name: "Masz niezapisane zmiany" }).press("Escape");
  await expect(email).toBeFocused();
  await expect(email).toHaveValue("bez małpy");
  // The next key doesn't replace what was typed.
  expect(await email.evaluate((input: HTMLInputElement) => input.selectionStart === input.selectionEnd)).toBe(true);
});

test("A row's form is sent once, and another one opens without its error", async ({ page, problems }) => {
  problems.expect(/status of 400/);
  const { email, openForm } = await firstRow(page);
  await openForm("Popraw adres e-mail");
  await email.fill("bez małpy");
  const { requested, release } = await holdRequests(page, /\/edit\.data/);
  const sent = requestsOf(page, (request) => request.method() === "POST");
  await email.press("Enter");
  await requested;
  await expect(email).toHaveAttribute("readonly");
  await email.press("Enter");
  await email.press("Escape");
  release();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  expect(sent).toHaveLength(1);
  await email.press("Escape");
  await openForm("Popraw imię");
  await expect(page.getByRole("textbox", { name: "Imię" })).toHaveValue("Andrzej");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
});

test("A row's menu and form stay in sight in a window lower than the menu", async ({ page }) => {
  const { button, email, openMenu } = await firstRow(page);
  // A desk's window at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 360 });
  await button.scrollIntoViewIfNeeded();
  await openMenu();
  const items = page.getByRole("menuitem");
  for (let at = 0; at < (await items.count()); at += 1) {
    await expect(items.nth(at)).toBeFocused();
    await expect(items.nth(at)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Escape");
  const lowest = page.getByRole("button", { name: /^Działania/ }).last();
  await lowest.press("Enter");
  await items.filter({ hasText: "Popraw adres e-mail" }).click();
  await expect(email).toBeFocused();
  await expect(email).toBeInViewport({ ratio: 1 });
  await expect(lowest).toBeInViewport();
});

test("A row's menu that can't be had leads to the seller's page", async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/);
  await page.route(/\/assets\/row-menu-.*\.js$/, (route) => route.abort());
  await visit(page, "/en-US/sellers?q=nowak&size=10");
  await page
    .getByRole("button", { name: /^Actions/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/en-US\/sellers\/[^/]+\?from=/);
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
});
