import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { arrived, awake, axe, expect, holdRequests, test, visit } from "./fixtures";
import { busyParts, heading, pressMenu, rowBoxes, searchField, selectionBar, sellerNames } from "./parts";

test("The list follows what is typed, and Back leads to where typing began", async ({ page, control }) => {
  const active = control.sellers().find(({ accountEnabled }) => accountEnabled)!;
  control.changeSeller(active.id, { displayName: "Żółta Łódź" });
  await visit(page, "/sellers?status=active&size=10&page=2");
  await searchField(page).pressSequentially("zolta", { delay: 30 });
  await expect(page).toHaveURL(/\/sellers\?q=zolta&status=active&size=10$/);
  await expect(sellerNames(page)).toHaveText(["Żółta Łódź"]);
  await expect(searchField(page)).toBeFocused();
  await searchField(page).press("Home");
  await page.keyboard.type("lodz ");
  await expect(page).toHaveURL(/\/sellers\?q=lodz(\+|%20)zolta&/);
  await expect(sellerNames(page)).toHaveText(["Żółta Łódź"]);
  const caret = await searchField(page).evaluate((input: HTMLInputElement) => [input.value, input.selectionStart]);
  expect(caret).toEqual(["lodz zolta", 5]);
  // A menu that is open meanwhile stays so.
  await page.keyboard.type("zz");
  await pressMenu(page, "Filtry");
  await expect(page.getByRole("heading", { name: "Brak wyników wyszukiwania" })).toBeVisible();
  await expect(page.getByLabel("MPK zaczyna się od")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/sellers\?status=active&size=10&page=2$/);
  await expect(searchField(page)).toHaveValue("");
});

test("Text typed before the scripts come is searched for once they are there", async ({ page, control }) => {
  control.changeSeller(control.sellers()[0]!.id, { displayName: "Żółta Łódź" });
  const held = await holdRequests(page, /\/assets\/root-[^/]*\.js$/);
  await page.goto("/sellers?size=10", { waitUntil: "commit" });
  await searchField(page).fill("zolta");
  await expect(sellerNames(page)).toHaveCount(10);
  held.release();
  await expect(sellerNames(page)).toHaveText(["Żółta Łódź"]);
  await expect(searchField(page)).toHaveValue("zolta");
  await expect(page).toHaveURL(/\/sellers\?q=zolta&size=10$/);
  await page.goBack();
  await expect(sellerNames(page)).toHaveCount(10);
  await expect(searchField(page)).toHaveValue("");
});

test("A link that breaks off a search's answer leaves the console empty", async ({ page }) => {
  // A body whose headers alone have come, and which an abort breaks off as a browser does.
  await page.addInitScript(() => {
    const plain = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await plain(input, init);
      const { signal } = init ?? {};
      if (!signal || !/sellers\.data\?.*q=/.test(answer.url)) return answer;
      Object.assign(window, { isAnswered: true });
      const body = new ReadableStream({
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
      });
      return new Response(body, answer);
    };
  });
  await visit(page, "/sellers");
  await searchField(page).fill("lodz");
  await page.waitForFunction(() => "isAnswered" in window);
  await page.getByRole("link", { name: "Historia zmian" }).click();
  await expect(heading(page)).toHaveText("Historia zmian");
  await arrived(page);
});

test("An answer that comes late overwrites neither a newer one nor the text", async ({ page, control }) => {
  control.changeSeller(control.sellers()[0]!.id, { displayName: "Gżegżółka Pierwsza" });
  await visit(page, "/sellers");
  const held = control.fault({ target: "sellers", method: "GET", path: "/api/sellers", hold: true, times: 1 });
  const sent = page.waitForRequest(/q=gze(&|$)/);
  await searchField(page).pressSequentially("gze");
  const late = await sent;
  await searchField(page).pressSequentially("gzolka");
  await expect(sellerNames(page)).toHaveText(["Gżegżółka Pierwsza"]);
  control.clearFaults(held);
  await (await late.response())?.finished();
  await arrived(page);
  await expect(page).toHaveURL(/q=gzegzolka/);
  await expect(searchField(page)).toHaveValue("gzegzolka");
  await searchField(page).fill("nikt taki");
  await searchField(page).press("Enter");
  await expect(page.getByRole("heading", { name: "Brak wyników wyszukiwania" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/sellers$/);
});

test("The list comes before its tabs' numbers, and the earlier ones are dimmed", async ({ page, control }) => {
  control.changeSeller(control.sellers()[0]!.id, { displayName: "Gżegżółka Pierwsza" });
  await visit(page, "/sellers");
  const tabs = page.getByRole("navigation", { name: "Stan konta" });
  await expect(tabs).toContainText(/Wszyscy\s320/);
  const held = control.fault({ target: "sellers", method: "GET", path: /[?&]pageSize=1(&|$)/, hold: true });
  await searchField(page).pressSequentially("gzegzolka");
  await expect(sellerNames(page)).toHaveText(["Gżegżółka Pierwsza"]);
  await expect(tabs).toHaveAttribute("aria-busy");
  control.clearFaults(held);
  await expect(tabs).toContainText(/Wszyscy\s1/);
  await expect(tabs).not.toHaveAttribute("aria-busy");
});

test("A list stays when the network breaks off before its tabs' numbers", async ({ page, control, problems }) => {
  // Remix leaves the rejections of parts that nobody awaits yet.
  problems.expect(/ERR_INCOMPLETE_CHUNKED_ENCODING|^uncaught: $/);
  control.changeSeller(control.sellers()[0]!.id, { displayName: "Gżegżółka Pierwsza" });
  await visit(page, "/sellers");
  const pageData = new Map<string, string>();
  const breaksOff = createServer(({ url = "" }, response) => {
    response.writeHead(200, { "Content-Type": "text/x-script", "X-Remix-Response": "yes" });
    response.write(pageData.get(url));
  }).listen(0, "127.0.0.1");
  await once(breaksOff, "listening");
  await page.route(/sellers\.data\?/, async (route) => {
    // The page's data are the first line; those of deferred parts follow.
    const { pathname, search } = new URL(route.request().url());
    pageData.set(pathname + search, `${(await (await route.fetch()).text()).split("\n")[0]}\n`);
    await route.continue({
      url: `http://127.0.0.1:${(breaksOff.address() as AddressInfo).port}${pathname}${search}`,
    });
  });
  await searchField(page).pressSequentially("gzegzolka");
  await expect(sellerNames(page)).toHaveText(["Gżegżółka Pierwsza"]);
  breaksOff.closeAllConnections();
  const tabs = page.getByRole("navigation", { name: "Stan konta" });
  await expect(tabs).toHaveText(/^Wszyscy\s?1AktywniNieaktywni$/);
  await expect(tabs).not.toHaveAttribute("aria-busy");
  await expect(sellerNames(page)).toHaveText(["Gżegżółka Pierwsza"]);
  breaksOff.close();
});

const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");

test("A search that the backend fails says why and keeps the list", async ({ page, control, problems }) => {
  problems.expect(/status of 500/);
  await visit(page, "/sellers");
  const before = await sellerNames(page).allInnerTexts();
  const told = alertOf(page);
  control.fault({ target: "sellers", method: "GET", status: 500 });
  await searchField(page).pressSequentially("zolta");
  await expect(told).toContainText(
    `Nie udało się wyszukać sprzedawcówSystem sprzedawców odpowiedział błędem. Poniżej jest nadal poprzednia lista.`,
  );
  await expect(page).toHaveTitle(/^Błąd: Sprzedawcy/);
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("zolta");
  await expect(sellerNames(page)).toHaveText(before);
  await axe(page, "main [role=alert]");
  const [above, below] = [await page.locator("main summary").last().boundingBox(), await told.boundingBox()];
  expect(below!.y - above!.y - above!.height).toBeGreaterThanOrEqual(8);
  await Promise.all([page.waitForResponse(/sellers\.data/), searchField(page).press("Enter")]);
  await expect(told).toBeVisible();
  await expect(searchField(page)).toHaveValue("zolta");

  // Back shows what the list is about again, in its field, too.
  control.clearFaults();
  await page.goBack();
  await expect(told).toHaveCount(0);
  await expect(searchField(page)).toHaveValue("");
  await expect(sellerNames(page)).toHaveText(before);
  await expect(busyParts(page)).toHaveCount(0);
});

test("A failed search can be tried again", async ({ page, control, problems }) => {
  problems.expect(/status of 503/);
  control.changeSeller(control.sellers()[0]!.id, { displayName: "Żółta Łódź" });
  await visit(page, "/sellers");
  const told = alertOf(page);
  control.fault({ target: "sellers", method: "GET", drop: true });
  await searchField(page).pressSequentially("zolta");
  await expect(told).toContainText("System sprzedawców nie odpowiada.");
  control.clearFaults();
  await told.getByRole("link", { name: "Spróbuj ponownie" }).click();
  await expect(sellerNames(page)).toHaveText(["Żółta Łódź"]);
  await expect(told).toHaveCount(0);
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue("zolta");
});

test("A list that fails on the way from another page leads to the error page", async ({ page, control, problems }) => {
  problems.expect(/status of 500/);
  await visit(page, "/");
  control.fault({ target: "sellers", method: "GET", path: "page=1", status: 500 });
  const held = await holdRequests(page, /\/error\/500\.data/);
  await page.getByRole("link", { name: "Sprzedawcy", exact: true }).click();
  await expect(heading(page)).toHaveText("Sprzedawcy");
  await expect(page.getByRole("main")).toContainText("Nie udało się wczytać listy sprzedawców");
  held.release();
  await expect(page).toHaveURL(/\/error\/500\?from=%2Fsellers/);
  control.clearFaults();
});

test("A change of nobody's accounts says so, and the list stays as it is", async ({ page }) => {
  await page.goto("/sellers?status=active&page=2&size=10");
  const shown = await sellerNames(page).allInnerTexts();
  await awake(page);
  // The bar comes with the first tick; Enter on a row's box sends the form all the same.
  await rowBoxes(page).first().focus();
  await page.keyboard.press("Enter");
  const told = selectionBar(page).getByRole("alert");
  await expect(told).toContainText("Zaznacz co najmniej jednego sprzedawcę");
  await expect(told).toBeFocused();
  await expect(told).toBeInViewport();
  await expect(page).toHaveURL(/\/sellers\?status=active&page=2&size=10$/);
  await expect(sellerNames(page)).toHaveText(shown);
  await axe(page, "fieldset[aria-label='Zaznaczeni sprzedawcy']");
  await rowBoxes(page).first().check();
  await expect(told).toHaveCount(0);
});

test("Filters apply at once as one step of Back, and keep the focus", async ({ page }) => {
  await visit(page, "/sellers?status=active&page=2&sort=-mpk");
  await pressMenu(page, "Filtry");
  const mpk = page.getByRole("textbox", { name: "MPK zaczyna się od", includeHidden: true });
  await mpk.pressSequentially("0");
  await expect(page).toHaveURL(/\/sellers\?status=active&mpk=0&sort=-mpk$/);
  await expect(mpk).toBeFocused();
  const names = page.getByRole("checkbox", { name: "Bez imienia i nazwiska" });
  await names.press("Space");
  await expect(page).toHaveURL(/\/sellers\?status=active&mpk=0&names=none&sort=-mpk$/);
  await expect(names).toBeFocused();
  await expect(page.getByRole("button", { name: "Zastosuj" })).toBeHidden();
  await expect(page.getByRole("list", { name: "Wybrane filtry" }).getByRole("link")).toHaveCount(3);
  await arrived(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/sellers\?status=active&page=2&sort=-mpk$/);
  // Back closes the menu.
  await expect(page.locator("input[type=checkbox][name=names]")).not.toBeChecked();
  await expect(mpk).toHaveValue("");
});
