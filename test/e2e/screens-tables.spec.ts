import { awake, axeInEveryAppearance, checkFile, expect, test } from "./fixtures";
import { setLetters } from "./letters";
import { overflow } from "./overflow";
import { beyondWindow, heading, rowBoxes } from "./parts";

const FITS = { narrow: 0, largeText: 0 };

test("Fifty rows to import take less than 3,000 px, and fit a phone", async ({ page, control }) => {
  test.slow();
  const known = control.sellers().slice(0, 20);
  const added = Array.from({ length: 30 }, (_none, at) => `;Sklep Żółty ${at};podglad${at}@example.pl;Zofia;${at}`);
  const changed = known.map(({ id }, at) =>
    `${id};;;;${70_000 + at}`.replace(/^(.*?);;;/, "$1;Nowa Łódź;$1x@example.pl;"),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await checkFile(page, ["id;nazwa;email;imię;mpk", ...added, ...changed, ";Zły;zły@;;7"].join("\n"));
  await expect(heading(page)).toHaveText("Import sprzedawców: podgląd");
  const preview = page.getByRole("region", { name: "Podgląd zmian" });
  await expect(preview.getByRole("row")).toHaveCount(51);
  await expect(preview.getByRole("row", { name: "Sklep Żółty 7" })).toContainText("podglad7@example.pl");
  const renamed = preview.getByRole("row", { name: known[0]!.displayName });
  await expect(renamed).toContainText(`${known[0]!.displayName} → Nowa Łódź`);
  expect((await preview.boundingBox())?.height).toBeLessThan(2_500);
  expect(await overflow(page)).toEqual(FITS);
  await page.setViewportSize({ width: 390, height: 844 });
  await setLetters(page, 32);
  expect(await beyondWindow(page)).toBe(0);
  await setLetters(page, 16);
  await axeInEveryAppearance(page);
});

test("Pages of jobs fit a phone and large letters", async ({ page, control }) => {
  test.slow();
  const [seller] = control.sellersWith(({ accountEnabled }) => accountEnabled);
  await page.goto(`/sellers?q=${encodeURIComponent(seller!.email)}`);
  // The bar of ticked rows moves once scripts run, also under a pointer that is about to press it.
  await awake(page);
  await rowBoxes(page).first().check({ force: true });
  await page.getByRole("button", { name: "Wyłącz konta" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Czy wyłączyć kont/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: seller!.email, exact: true })).toBeVisible();
  expect(await overflow(page)).toEqual(FITS);
  await axeInEveryAppearance(page);
  await page.getByRole("button", { name: "Wyłącz konta (1)" }).click();
  await expect(page.getByText("Zakończono", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Wyłączono 1 konto" })).toBeVisible();
  expect(await overflow(page)).toEqual(FITS);
  await axeInEveryAppearance(page);
  await page.getByRole("link", { name: "Twoje operacje zbiorcze" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Operacje zbiorcze" })).toBeVisible();
  expect(await overflow(page)).toEqual(FITS);
  await axeInEveryAppearance(page);
  control.changeSeller(seller!.id, { accountEnabled: true });
});

test("A page that only says something fits, and its drawing is seen", async ({ anonymous: page, problems }) => {
  problems.expect(/status of (403|500|503)/);
  for (const path of ["/error/503", "/error/500", "/error/403", "/auth/signed-out", "/auth/unauthorized"]) {
    await page.goto(path);
    await expect(page.locator("main svg").first(), path).toBeVisible();
    expect(await overflow(page), path).toEqual(FITS);
  }
  await axeInEveryAppearance(page);
});

test("One way out of an error page stands out", async ({ page, problems }) => {
  problems.expect(/status of (401|403|404|500|503|507)/);
  const codes = ["401", "403", "500", "503", "503?from=/sellers", "507?from=/sellers"];
  for (const path of ["/nope", ...codes.map((code) => `/error/${code}`)]) {
    await page.goto(path);
    const links = page.getByRole("main").getByRole("link");
    const grounds = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).backgroundColor));
    const [first, ...others] = grounds.map((ground) => ground !== "rgba(0, 0, 0, 0)");
    expect([first, others], path).toEqual([true, others.map(() => false)]);
  }
});
