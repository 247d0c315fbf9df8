import type { Page } from "@playwright/test";
import { awake, chooseFile, expect, holdRequests, test } from "./fixtures";
import { field, rowBoxes, saveButton, searchField, selectionBar } from "./parts";

type Marked = Element & { isFromServer?: boolean };

/** Opens a page whose scripts are kept back until `release`; its header is marked. */
async function openWithoutScripts(page: Page, path: string) {
  const held = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("contentinfo").waitFor();
  await page.evaluate(() => {
    (document.querySelector("header") as Marked).isFromServer = true;
  });
  return {
    release: async () => {
      held.release();
      await awake(page);
    },
  };
}

const isHeaderFromServer = (page: Page) =>
  page.evaluate(() => (document.querySelector("header") as Marked).isFromServer === true);

/** Adds what a dark-mode extension and others add around the page. */
async function surround(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.head.prepend(document.createElement("style"));
    document.body.prepend(document.createElement("ext-before"));
    document.body.append(document.createElement("ext-behind"));
    document.documentElement.append(document.createElement("ext-outside"));
  });
}

/** Adds a password manager's element beside each field. */
async function addBesideFields(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const input of document.querySelectorAll("main :is(input:not([type=hidden]), textarea)")) {
      input.after(document.createElement("ext-password"));
    }
  });
}

/** What a person does on a page before its scripts have come, and what must be there after. */
const WORK: Record<string, { act: (page: Page) => Promise<void>; check: (page: Page) => Promise<void> }> = {
  "/sellers": {
    act: async (page) => {
      await rowBoxes(page).nth(1).check();
      await searchField(page).pressSequentially("s");
    },
    check: async (page) => {
      await expect(selectionBar(page).getByRole("status")).toContainText("1 zaznaczony");
      await expect(searchField(page)).toHaveValue("s");
      await expect(searchField(page)).toBeFocused();
    },
  },
  "/sellers/new": {
    act: async (page) => {
      await field(page, "Nazwa wyświetlana").fill("Żółta Łódź");
      await field(page, "MPK").pressSequentially("0077");
    },
    check: async (page) => {
      await expect(field(page, "Nazwa wyświetlana")).toHaveValue("Żółta Łódź");
      await expect(field(page, "MPK")).toHaveValue("0077");
      await expect(field(page, "MPK")).toBeFocused();
    },
  },
  "/sellers/import": {
    act: async (page) => {
      await chooseFile(page, "Nazwa wyświetlana;Adres e-mail;MPK\nSklep A;a@example.pl;1");
      await page.getByLabel("Albo wklej wiersze").pressSequentially("Sklep B");
    },
    check: async (page) => {
      await expect(page.getByLabel("Albo wklej wiersze")).toHaveValue("Sklep B");
      await expect(page.getByLabel("Albo wklej wiersze")).toBeFocused();
      await page.getByLabel("Albo wklej wiersze").fill("");
      await page.getByRole("button", { name: "Sprawdź plik" }).click();
      await expect(page.getByRole("main")).toContainText("Sklep A");
    },
  },
};

for (const [path, { act, check }] of Object.entries(WORK)) {
  test(`Elements around the page leave ${path} as the server sent it`, async ({ page, problems }) => {
    // An extension's own style needs no nonce.
    problems.expect(/inline style|style-src-elem/);
    const scripts = await openWithoutScripts(page, path);
    await surround(page);
    await act(page);
    await scripts.release();
    expect(await isHeaderFromServer(page)).toBe(true);
    for (const name of ["ext-before", "ext-behind", "ext-outside"]) await expect(page.locator(name)).toBeAttached();
    await expect(page.locator("html")).toHaveAttribute("data-js");
    await check(page);
  });

  test(`Elements beside fields of ${path} lose nothing typed before the scripts`, async ({ page, problems }) => {
    problems.expect(/Minified React error/);
    const reported = page.waitForRequest("**/error/report");
    const scripts = await openWithoutScripts(page, path);
    await addBesideFields(page);
    await act(page);
    await scripts.release();
    expect(await isHeaderFromServer(page)).toBe(true);
    await expect(page.locator("html")).toHaveAttribute("data-js");
    await check(page);
    expect((await reported).postDataJSON()).toMatchObject({ name: "Error", react: "418" });
  });
}

test("A form that was drawn anew saves what was typed before", async ({ page, problems, control }) => {
  problems.expect(/Minified React error/);
  const seller = control.sellers()[0]!;
  const scripts = await openWithoutScripts(page, `/sellers/${seller.id}/edit`);
  await addBesideFields(page);
  await field(page, "MPK").fill("0077");
  await scripts.release();
  await saveButton(page).click();
  await expect(page.getByText("Zapisano zmiany")).toBeInViewport();
  expect(control.seller(seller.id)).toMatchObject({ mpk: "0077", displayName: seller.displayName });
});
