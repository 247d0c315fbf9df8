import type { Page } from "@playwright/test";
import { expect, holdRequests, saveSeller, test, visit } from "./fixtures";
import { giveLongValues, UNBROKEN } from "./long-values";
import {
  beyondWindow,
  boxOf,
  column,
  heading,
  listPages,
  rows,
  searchField,
  selectionBar,
  sellerLinks,
  sellerNames,
  styleOf,
  textIn,
} from "./parts";

test("The first seller is above the fold of a phone, in two lines", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // On a busy machine fonts come too late for the first page, and the stand-in's words are wider.
  await visit(page, "/sellers");
  await page.goto("/sellers");
  const first = await boxOf(rows(page).first());
  expect(first.y).toBeLessThanOrEqual(330);
  await expect(page.getByRole("button", { name: "Szukaj" })).toBeHidden();
  await page.locator("summary").and(page.getByLabel("Więcej")).first().click();
  await expect(page.getByRole("main").getByRole("link", { name: "Importuj" })).toHaveAttribute(
    "href",
    "/sellers/import",
  );
  expect(first.height).toBeLessThan(80);
  await expect(page.getByLabel("MPK zaczyna się od")).toBeHidden();
  await expect(page.getByRole("main").locator("kbd")).toHaveCount(0);

  const order = page.getByLabel("Kolejność");
  for (const width of [320, 430, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const { shown, needed } = await order.evaluate((select) => {
      const copy = select.cloneNode(true) as HTMLElement;
      copy.style.width = "max-content";
      copy.style.position = "fixed";
      select.after(copy);
      const needed = copy.offsetWidth;
      copy.remove();
      return { shown: (select as HTMLElement).offsetWidth, needed };
    });
    expect(shown, `${width} px`).toBeGreaterThanOrEqual(needed);
    // Within the margin of the page: a number that is cut reads as another one.
    const lastTab = page.getByRole("link", { name: /^Nieaktywni \d+$/ });
    expect((await textIn(lastTab)).right, `${width} px`).toBeLessThanOrEqual(width - 16);
  }
  await order.selectOption("-mpk");
  await expect(page).toHaveURL(/sort=-mpk/);
  await expect(order).toHaveValue("-mpk");
});

test("An MPK on a phone is labelled once, and the way back is in its place", async ({ page, control }) => {
  const [one, other] = control.sellers();
  control.changeSeller(one!.id, { displayName: "AAA", mpk: "MPK-90001" });
  control.changeSeller(other!.id, { displayName: "AAB", mpk: "90002" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/sellers");
  const labels = ["MPK-90001", "90002"].map((mpk) =>
    page
      .getByRole("row")
      .getByText(mpk, { exact: true })
      .evaluate((value) => getComputedStyle(value.parentElement!, "::before").content.replaceAll(/\W/g, "")),
  );
  expect(await Promise.all(labels)).toEqual(["none", "MPK"]);

  const middle = async (path: string) => {
    await page.goto(path);
    const { y, height } = await boxOf(page.getByRole("main").getByRole("link", { name: /^Wróć/ }));
    return y + height / 2;
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const elsewhere = await middle(`/sellers/${one!.id}/history`);
    expect(Math.abs((await middle(`/sellers/${one!.id}`)) - elsewhere)).toBeLessThan(2);
  }
});

test("A finger has 44 px for a seller, a box, a button and the footer", async ({
  browser,
  page: franchisee,
  control,
  world,
}) => {
  const phone = await browser.newContext({
    baseURL: world.appUrl,
    storageState: await franchisee.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await phone.newPage();
  await visit(page, "/sellers");
  await page.goto("/sellers");
  expect((await boxOf(rows(page).first())).y).toBeLessThanOrEqual(330);
  await page.goto("/sellers?status=inactive&q=a");
  const box = rows(page).first().getByRole("checkbox");
  const controls = [
    box.locator(".."),
    page.locator("summary", { hasText: "Filtry" }),
    page.getByRole("link", { name: "Prywatność" }),
  ];
  for (const control of controls) expect((await boxOf(control)).height).toBeGreaterThanOrEqual(43.9);
  expect((await boxOf(box.locator(".."))).width).toBeGreaterThanOrEqual(43.9);
  for (const link of [page.getByRole("link", { name: "Usuń filtr" }), page.getByRole("link", { name: "Nieaktywni" })]) {
    const { x, y, width, height } = await boxOf(link.first());
    const reaches = await link
      .first()
      .evaluate(
        (element, [at, middle]) => [-21, 21].map((by) => element.contains(document.elementFromPoint(at, middle + by))),
        [x + width / 2, y + height / 2] as const,
      );
    expect(reaches).toEqual([true, true]);
  }
  const row = await boxOf(rows(page).first());
  await page.touchscreen.tap(row.x + 8, row.bottom - 8);
  await expect(box).toBeChecked();
  await page.touchscreen.tap(row.x + row.width - 8, row.bottom - 8);
  await expect(page).toHaveURL(/\/sellers\/[0-9a-f-]{36}/);
  const [seller] = control.sellers();
  await saveSeller(page, seller!.id, { mpk: "ZX-44" });
  await page.goto(`/sellers/${seller!.id}/history`);
  const undo = await boxOf(page.getByRole("button", { name: /^Cofnij/ }).first());
  expect(Math.min(undo.width, undo.height)).toBeGreaterThanOrEqual(43.9);
  await phone.close();
});

test("Sellers of the last search are dimmed while the next one takes long", async ({ page }) => {
  await visit(page, "/sellers?status=active");
  const held = await holdRequests(page, /\/sellers\.data\?/);
  await page.getByRole("searchbox").fill("Walczak");
  await page.keyboard.press("Enter");
  const table = page.getByRole("table");
  await expect(table).toHaveCSS("opacity", "0.5");
  held.release();
  await expect(page).toHaveURL(/q=Walczak/);
  await expect(table).toHaveCSS("opacity", "1");
  await expect(page.getByRole("link", { name: "Usuń filtr: Szukany tekst" })).toBeVisible();
  await expect(searchField(page)).toBeFocused();
  await page.getByRole("link", { name: "Usuń filtr: Szukany tekst" }).click();
  await expect(page.getByRole("link", { name: "Usuń filtr: Szukany tekst" })).toHaveCount(0);
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("");
});

test("The first seller on a desk comes soon, under columns that stay in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/sellers?size=50");
  const title = await boxOf(heading(page));
  expect((await boxOf(rows(page).first())).y - title.bottom).toBeLessThan(150);
  const heights = await rows(page).evaluateAll((all) =>
    all.map((row) => Math.round(row.getBoundingClientRect().height)),
  );
  expect([...new Set(heights)], "with and without a badge").toHaveLength(1);
  const banner = page.getByRole("banner");
  const head = page.getByRole("columnheader").first();
  await rows(page).nth(40).scrollIntoViewIfNeeded();
  await expect(head).toBeInViewport();
  expect(Math.abs((await boxOf(head)).y - (await boxOf(banner)).bottom)).toBeLessThan(2);
});

test("A long value takes two lines, and is shown whole with the focus", async ({ page, world }) => {
  giveLongValues(world, {});
  await page.goto("/sellers");
  for (const width of [768, 1024, 1199, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await heading(page).focus();
    const at = `${width} px`;
    const [email, name] = [
      (await column(page, "Adres e-mail")).first().locator("bdi"),
      sellerNames(page).first().locator("bdi"),
    ];
    expect((await boxOf(email)).height, at).toBeLessThan(50);
    expect((await boxOf(name)).height, at).toBeLessThan(50);
    const [cell, given] = [await boxOf(email.locator("..")), await boxOf(email)];
    // The value has the whole cell but its padding.
    expect(cell.width - given.width, at).toBeLessThan(25);
    await expect(email.locator(".."), at).toHaveAttribute("title", (await email.textContent()) ?? "");
    await expect(page.getByRole("columnheader", { name: "Nazwisko" }), at).toHaveCount(width < 1200 ? 0 : 1);
    await sellerLinks(page).first().focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    const cut = await email.evaluate((node) =>
      Math.max(node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight),
    );
    expect(cut, at).toBeLessThanOrEqual(1);
  }
});

/** Pieces of text of the first row that stand outside it or on a piece of another cell. */
const strayTexts = (page: Page) =>
  rows(page)
    .first()
    .evaluate((row) => {
      const edge = row.getBoundingClientRect();
      const pieces = [...row.children].flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const clip = [...cell.querySelectorAll("bdi, span")].find(
          (part) => getComputedStyle(part).overflow === "hidden",
        );
        const seen = clip ? [clip.getBoundingClientRect()] : [...range.getClientRects()];
        const shown = seen.filter(({ width, height }) => width > 1 && height > 1);
        return shown.map((box) => ({ cell, box }));
      });
      const over = (a: DOMRect, b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
      const stray = pieces.filter(
        ({ cell, box }) =>
          box.left < edge.left - 1 ||
          box.right > edge.right + 1 ||
          pieces.some((other) => other.cell !== cell && over(other.box, box)),
      );
      return stray.map(({ cell }) => cell.className || cell.tagName);
    });

/** The cookie's value with all columns, as Remix's `createCookie` writes it. */
const ALL_COLUMNS = btoa('{"columns":["email","firstName","surname","mpk","accountEnabled","note"]}');

for (const [values, given] of [
  ["long values", {}],
  ["words without end", UNBROKEN],
] as const) {
  test(`A list with ${values} keeps all columns in reach at every width`, async ({ page, world }) => {
    giveLongValues(world, given);
    await page.goto("/sellers?q=aaa");
    for (const width of [320, 360, 390, 430, 768]) {
      await page.setViewportSize({ width, height: 800 });
      const at = `${width} px`;
      expect(await strayTexts(page), at).toEqual([]);
      expect(await beyondWindow(page), at).toBeLessThanOrEqual(0);
      const [name, state] = [sellerLinks(page), rows(page).getByText("Nieaktywne")];
      expect(Math.abs((await boxOf(name)).y - (await boxOf(state)).y), at).toBeLessThan(10);
    }
    for (const preferences of ["", ALL_COLUMNS]) {
      await page.context().addCookies([{ name: "preferences", value: preferences, url: world.appUrl }]);
      if (preferences) await page.goto("/sellers?q=aaa");
      for (const width of [880, 960, 1024, 1280, 1440]) {
        const at = `${width} px, ${preferences || "as it comes"}`;
        await page.setViewportSize({ width, height: 800 });
        const table = page.getByRole("table");
        const beyond = await table.evaluate((element) => {
          const frame = element.parentElement as HTMLElement;
          return element.getBoundingClientRect().width - frame.clientWidth;
        });
        expect(beyond, at).toBeLessThanOrEqual(0.5);
        expect(await beyondWindow(page), at).toBeLessThanOrEqual(0);
        expect(await strayTexts(page), at).toEqual([]);
        if (given === UNBROKEN || width < 1200) continue;
        const firstName = await boxOf(page.getByText("Aleksandra", { exact: true }));
        expect(firstName.height, `a short word breaks at ${at}`).toBeLessThan(30);
      }
    }
    await page.context().clearCookies({ name: "preferences" });
  });
}

test("The name keeps its room and place with every column", async ({ page, world }) => {
  await page.context().addCookies([{ name: "preferences", value: ALL_COLUMNS, url: world.appUrl }]);
  await page.goto("/sellers");
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const name = page.getByRole("columnheader", { name: "Nazwa wyświetlana" });
    const { width: room, bottom } = await boxOf(name);
    expect(room, `${width} px`).toBeGreaterThanOrEqual(150);
    expect((await boxOf(rows(page).first())).y, `${width} px`).toBeGreaterThanOrEqual(bottom - 1);
    const last = await boxOf(page.getByRole("columnheader", { name: "Notatka" }));
    expect(last.x + last.width, `${width} px`).toBeLessThanOrEqual(width);
    expect(await beyondWindow(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.context().clearCookies({ name: "preferences" });
});

test("Actions for ticked rows replace the table's head and never move", async ({ page }) => {
  const disable = selectionBar(page).getByRole("button", { name: "Wyłącz konta" });
  const buttons = [disable, selectionBar(page).getByText("Więcej", { exact: true })];
  const places = () => Promise.all(buttons.map(async (button) => Math.round((await boxOf(button)).x)));
  await visit(page, "/sellers?size=50");
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1100, height: 720 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(disable).toBeHidden();
    const tops = () => rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
    const before = await tops();
    const head = await boxOf(page.getByRole("rowgroup").first());
    await rows(page).nth(1).getByRole("checkbox").check();
    await expect(disable).toBeInViewport({ ratio: 1 });
    expect(await tops(), `${viewport.width} px`).toEqual(before);
    const over = await boxOf(selectionBar(page));
    expect([Math.round(over.y), Math.round(over.bottom)]).toEqual([Math.round(head.y), Math.round(head.bottom)]);
    await expect(page.getByRole("rowgroup").first().getByRole("link")).toHaveCount(0);
    const beside = await places();
    await selectionBar(page).getByRole("checkbox").check();
    expect(await places(), `${viewport.width} px`).toEqual(beside);
    await selectionBar(page).getByRole("checkbox").uncheck();
    await rows(page).nth(40).scrollIntoViewIfNeeded();
    await expect(disable).toBeInViewport({ ratio: 1 });
    await selectionBar(page).getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
    await expect(disable).toBeHidden();
    await expect(page.getByRole("table")).toBeFocused();
  }
});

test("The bar of ticked rows breaks no word and covers no row on a tablet", async ({ page }) => {
  const said = selectionBar(page).getByRole("status");
  const partsOfLastWord = () =>
    said.evaluate(({ firstChild: text }) => {
      const word = document.createRange();
      word.setStart(text as Text, (text as Text).data.lastIndexOf(" ") + 1);
      word.setEnd(text as Text, (text as Text).length);
      return word.getClientRects().length;
    });
  await page.setViewportSize({ width: 768, height: 1024 });
  // On a busy machine fonts come too late for the first page, and the stand-in may be wider here.
  await visit(page, "/sellers");
  await visit(page, "/sellers?q=a");
  await rows(page).first().getByRole("checkbox").check();
  await expect(said).toHaveText("1 zaznaczony");
  for (const at of [1, 2, 3, 4]) await rows(page).nth(at).getByRole("checkbox").check();
  await expect(said).toHaveText("5 zaznaczonych");
  expect(await partsOfLastWord()).toBe(1);
  await page.getByRole("link", { name: "Następna" }).click();
  await expect(said).toHaveText("5 zaznaczonych 5 na innych stronach");
  // All at one moment, because the new page may still scroll.
  const outside = await selectionBar(page).evaluate((bar) => {
    const { top, bottom } = bar.getBoundingClientRect();
    const boxes = [...bar.querySelectorAll("[role=status], label")].map((part) => part.getBoundingClientRect());
    return boxes.map((box) => Math.max(0, top - box.top, box.bottom - bottom));
  });
  expect(outside).toEqual([0, 0]);
});

test("Actions for ticked rows stand at a phone's lower edge", async ({ page }) => {
  const disable = selectionBar(page).getByRole("button", { name: "Wyłącz konta" });
  await visit(page, "/sellers?size=50");
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 720, height: 450 },
  ]) {
    const at = `${viewport.width} px`;
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(disable).toBeHidden();
    await page.evaluate(() => scrollTo(0, 300));
    const lowest = await rows(page).evaluateAll(
      (all, height) => all.findLastIndex((row) => row.getBoundingClientRect().bottom <= height),
      viewport.height,
    );
    const row = rows(page).nth(lowest);
    await row.getByRole("checkbox").check();
    await expect(disable).toBeInViewport({ ratio: 1 });
    await expect
      .poll(async () => (await boxOf(row)).bottom - (await boxOf(selectionBar(page))).y, at)
      .toBeLessThanOrEqual(0);
    expect((await boxOf(selectionBar(page))).height, at).toBeLessThan(120);
    expect(Math.abs(viewport.height - (await boxOf(selectionBar(page))).bottom), at).toBeLessThan(1);
    const tops = await Promise.all(
      ["Włącz konta", "Wyłącz konta", "Zmień dane…"].map(async (name) =>
        Math.round((await boxOf(selectionBar(page).getByRole("button", { name }))).y),
      ),
    );
    expect(new Set(tops).size, at).toBe(1);
    await selectionBar(page).getByText("Więcej", { exact: true }).click();
    await expect(selectionBar(page).getByRole("button", { name: "Kopiuj adresy e-mail" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await selectionBar(page).getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
    await expect(disable).toBeHidden();
  }
});

test("The state has its word on a tablet, too, and e-mail addresses are whole", async ({ page }) => {
  await page.goto("/sellers?size=50");
  const cell = (await column(page, "Stan konta")).first();
  for (const width of [1440, 1280, 992, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const { x, width: room } = await boxOf(cell);
    const { right } = await textIn(cell);
    expect(right - x, `${width} px`).toBeGreaterThan(60);
    expect(right - x, `${width} px`).toBeLessThanOrEqual(room);
    await expect(page.getByRole("cell", { name: /^(Aktywne|Nieaktywne)$/ })).toHaveCount(50);
    const emails = (await column(page, "Adres e-mail")).locator("bdi");
    const cut = await emails.evaluateAll((all) => all.filter((value) => value.scrollWidth > value.clientWidth).length);
    expect(cut, `${width} px`).toBeLessThan(10);
  }
});

test("A first name or surname that the display name says is dimmed", async ({ page, control }) => {
  const [said, unsaid] = control.sellers();
  const names = { firstName: "Jan", surname: "Nowak" };
  control.changeSeller(said!.id, { displayName: "Aaa Jan Nowak", ...names });
  control.changeSeller(unsaid!.id, { displayName: "Aab Janina Nowakowska", ...names });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/sellers");
  const columns = await Promise.all(["Imię", "Nazwisko"].map((name) => column(page, name)));
  const colours = columns.flatMap((cells) => [0, 1].map((row) => styleOf(cells.nth(row), "color")));
  const [firstSaid, firstUnsaid, surnameSaid, surnameUnsaid] = await Promise.all(colours);
  expect([firstSaid === surnameSaid, firstUnsaid === surnameUnsaid, firstSaid === firstUnsaid]).toEqual([
    true,
    true,
    false,
  ]);
});

test("The table is a few presses away for a keyboard", async ({ page }) => {
  await page.goto("/sellers");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Przejdź do treści" })).toBeFocused();
  await page.keyboard.press("Enter");
  // The browser moves the focus when it draws next; a Tab before that goes on from the link.
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Przejdź do tabeli sprzedawców" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table")).toBeFocused();
});

test("Forced colours leave ticked rows, tabs, pages and badges their marks", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/sellers?status=inactive");
  await rows(page).first().getByRole("checkbox").check();
  expect(await styleOf(rows(page).first(), "outline-style")).toBe("solid");
  expect(await styleOf(rows(page).nth(1), "outline-style")).toBe("none");
  expect(await styleOf(rows(page).first().getByText("Nieaktywne"), "border-top-style")).toBe("solid");
  const pages = listPages(page);
  expect(await styleOf(pages.locator("[aria-current=page]"), "border-top-style")).toBe("solid");
  const tabs = page.getByRole("navigation", { name: "Stan konta" });
  const [current, other] = [tabs.locator("[aria-current=true]"), tabs.locator("a:not([aria-current])").first()];
  expect(await styleOf(current, "border-bottom-color")).not.toBe(await styleOf(other, "border-bottom-color"));

  const navigation = page.getByRole("navigation", { name: "Główna nawigacja" });
  const edge = (name: string, side: "top" | "bottom") =>
    styleOf(navigation.getByRole("link", { name }), `border-${side}-color`);
  expect(await edge("Sprzedawcy", "bottom")).not.toBe(await edge("Pulpit", "bottom"));
  expect(await edge("Sprzedawcy", "top")).toBe(await edge("Pulpit", "top"));
});
