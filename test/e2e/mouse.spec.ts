import type { Locator, Page } from "@playwright/test";
import type { SandboxControl, StoredSeller } from "../sandbox/sandbox";
import { arrived, choose, chooseFile, expect, saveSeller, test, visit } from "./fixtures";
import { boxOf, rowBoxes, rows, selectionBar, sellerLinks } from "./parts";

/** A phone, and desks below and above the width at which an account's state is a word. */
const WIDTHS = [390, 1024, 1280];
const ROWS = [0, 6, 13, 19];
/** How long a person's finger is down on the button of a mouse, in ms. */
const PRESSED_MS = 60;

const NAME = "Przedsiębiorstwo Handlowo-Usługowe „Brzęczyszczykiewicz i Synowie”";
const EMAIL = "aleksandra.brzeczyszczykiewicz.nowak@franczyza-poludnie.example.pl";

function giveAllLongValues(control: SandboxControl, count: number): StoredSeller[] {
  return control
    .sellers()
    .slice(0, count)
    .map(({ id }, at) => {
      const place = String(at + 1).padStart(2, "0");
      const values = { displayName: `Aaa ${place} ${NAME}`, email: `${place}.${EMAIL}`, accountEnabled: true };
      return control.changeSeller(id, values);
    });
}

/** Where everything that can be pressed stands in the window: what is closed has no place. */
const places = (page: Page) =>
  page.getByRole("main").evaluate((main) =>
    [...main.querySelectorAll("a, button, input, select, summary, tr, li")]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return `${element.tagName} ${element.textContent?.slice(0, 40)} ${Math.round(x)} ${Math.round(y)}`;
      }),
  );

/** Clicks as a hand does, and expects that nothing moves while the mouse's button is down. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.hover();
  const before = await places(page);
  await page.mouse.down();
  await page.waitForTimeout(PRESSED_MS);
  const during = await places(page);
  await page.mouse.up();
  expect(during).toEqual(before);
}

/** As if the person had come to the row by keys, and then took the mouse. */
async function focusByKeyboard(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
}

test("A tick near the lower edge scrolls the page only from under the bar", async ({ page }) => {
  await visit(page, "/sellers?size=50");
  const height = 800;
  for (const width of [390, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height });
    const from = await page.evaluate(() => {
      scrollTo(0, 400);
      return scrollY;
    });
    const bottoms = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    const lowest = bottoms.findLastIndex((bottom) => bottom <= height);
    const box = rowBoxes(page).nth(lowest);
    const { x, y, width: side } = await boxOf(box);
    await page.mouse.click(x + side / 2, y + side / 2);
    await expect(box).toBeChecked();
    const bar = await boxOf(selectionBar(page));
    const covered = width < 768 ? Math.ceil((bottoms[lowest] ?? 0) - bar.y) : 0;
    await expect.poll(() => page.evaluate(() => scrollY), `${width} px`).toBe(from + covered);
    await selectionBar(page).getByRole("link", { name: "Wyczyść zaznaczenie" }).click();
    await expect(box).not.toBeChecked();
  }
});

test("Each press on the list reaches its box, menu and button", async ({ page, control }) => {
  giveAllLongValues(control, 20);
  const boxes = rowBoxes(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, "/sellers?q=brzeczyszczykiewicz&size=20");
    await focusByKeyboard(page, sellerLinks(page).first());
    for (const row of ROWS) await press(page, boxes.nth(row));
    await expect(rows(page).getByRole("checkbox", { checked: true }), `${width} px`).toHaveCount(ROWS.length);
    for (const row of [0, 19]) {
      await press(page, rows(page).getByRole("button", { name: "Działania" }).nth(row));
      await expect(page.getByRole("menu")).toBeVisible();
      await page.mouse.click(2, 2);
      await expect(page.getByRole("menu")).toHaveCount(0);
    }
    await press(page, page.getByRole("button", { name: "Zmień dane" }));
    await expect(page, `${width} px`).toHaveURL(/\/sellers\/bulk\?draft=/);
    await visit(page, "/sellers?q=brzeczyszczykiewicz&size=20");
    await press(page, page.getByRole("link", { name: "Wyczyść zaznaczenie" }));
    await press(page, sellerLinks(page).nth(10));
    await expect(page, `${width} px`).toHaveURL(/\/sellers\/[0-9a-f-]{36}/);
  }
});

test("Each press on the history, a job and a file's preview reaches its aim", async ({ page, control }) => {
  const sellers = giveAllLongValues(control, 6);
  for (const { id } of sellers.slice(0, 3)) await saveSeller(page, id, { mpk: `M-${id.slice(0, 4)}` });
  await choose(page, "disable", sellers);
  control.fault({ target: "sellers", method: "PATCH", status: 403, times: 1 });
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page.getByText("Zakończono", { exact: true })).toBeVisible({ timeout: 120_000 });
  const job = page.url();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const at = `${width} px`;

    await visit(page, job);
    await focusByKeyboard(page, page.getByRole("table").getByRole("link").first());
    await press(page, page.getByRole("link", { name: "Do sprawdzenia" }));
    await expect(page, at).toHaveURL(/only=problems/);
    await visit(page, job);
    await press(page, page.getByRole("table").getByRole("link").nth(3));
    await expect(page, at).toHaveURL(/\/sellers\/[0-9a-f-]{36}$/);

    await visit(page, "/history");
    const batch = page.locator("main li details").first();
    await press(page, batch.locator("> summary"));
    await expect(batch, at).toHaveAttribute("open");
    await focusByKeyboard(page, batch.getByRole("link").first());
    await press(page, batch.getByRole("link").nth(1));
    await expect(page, at).toHaveURL(/\/sellers\/[0-9a-f-]{36}/);
    await visit(page, "/history");
    if (width < 768) await press(page, page.getByRole("main").getByText("Filtry", { exact: true }));
    await page.getByLabel("Okres").selectOption("Wybrane dni…");
    await press(page, page.getByRole("button", { name: "Kalendarz: pierwszy dzień" }));
    await expect(page.locator("[aria-current=date]")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page, at).toHaveURL(/\/history\?from=/);
    await press(page, page.getByRole("link", { name: "Wyczyść filtry" }));
    await expect(page, at).toHaveURL(/\/history$/);

    await visit(page, "/sellers/import");
    const lines = sellers.map(
      ({ id }, row) => `${id};${NAME} ${row};${row % 2 ? `${row}.${EMAIL}` : "zły@"};7${row}${width}`,
    );
    await chooseFile(page, ["id;nazwa;email;mpk", ...lines].join("\n"));
    await press(page, page.getByRole("button", { name: "Sprawdź plik" }));
    const cells = page.getByRole("textbox", { name: /^Adres e-mail, wiersz/ });
    await expect(cells, at).toHaveCount(3);
    for (const cell of await cells.all()) {
      await press(page, cell);
      await expect(cell, at).toBeFocused();
    }
    await page.keyboard.type("x");
    await press(page, page.getByRole("button", { name: "Sprawdź poprawki" }));
    await expect(cells.first(), at).toBeFocused();
    await press(
      page,
      page
        .getByRole("region", { name: /^Podgląd/ })
        .getByRole("link")
        .first(),
    );
    await expect(page, at).toHaveURL(/\/sellers\/[0-9a-f-]{36}/);
  }
});

test("A double click on a name or a row's menu is one click", async ({ page }) => {
  await visit(page, "/sellers");
  await rows(page).getByRole("button", { name: "Działania" }).first().dblclick({ delay: PRESSED_MS });
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");

  const reached = await page.evaluateHandle(() => {
    const targets: string[] = [];
    document.addEventListener("click", ({ target }) => targets.push((target as Element).closest("a")?.protocol ?? ""));
    return targets;
  });
  await sellerLinks(page).nth(3).click();
  // From a list of memory the seller is there within the time of a double click.
  await page.getByRole("main").locator("a[href^='mailto:']").hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await reached.jsonValue()).toEqual(["http:"]);

  const next = page.locator("main a[rel=next]");
  await next.click();
  for (const clickCount of [2, 3]) {
    const shown = (await next.textContent()) as string;
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect(next).not.toHaveText(shown);
  }
});

test("Clicks on crosses remove a filter each, unless a second is too quick", async ({ page }) => {
  const crosses = page.getByRole("list", { name: "Wybrane filtry" }).getByRole("link", { name: "Usuń filtr" });
  /** A busy machine would make the pause between two clicks longer. */
  const click = (detail: number, timeStamp: number) =>
    crosses.first().evaluate(
      (cross, init) => {
        const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: init.detail });
        cross.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: init.timeStamp }));
      },
      { detail, timeStamp },
    );
  for (const { pause, left } of [
    { pause: 300, left: [2, 1, 0] },
    { pause: 150, left: [2, 2, 2] },
  ]) {
    await visit(page, "/sellers?q=a&mpk=0&names=none");
    for (const [at, count] of left.entries()) {
      await click(at + 1, at * pause);
      await arrived(page);
      await expect(crosses).toHaveCount(count);
    }
  }
});
