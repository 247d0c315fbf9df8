import type { Page } from "@playwright/test";
import { jobPages } from "../support/job-pages";
import { addSeller, editSeller } from "../support/seller-pages";
import type { World } from "../support/world";

export type Scene = {
  name: string;
  who?: "franchisee" | "outsider" | "anonymous";
  /** The scene's backend has no sellers, and its history no changes. */
  isEmpty?: true;
  path: string;
  /** Clicks or types on the page before the picture is taken. */
  act?: (stage: Stage) => Promise<unknown>;
};
type Stage = { page: Page; world: World };

export const scenes: Scene[] = [
  { name: "home", path: "/" },
  { name: "home-empty", path: "/", isEmpty: true },
  { name: "list", path: "/sellers" },
  { name: "list-filtered", path: "/sellers?q=an&status=inactive" },
  { name: "list-ticked", path: "/sellers", act: tickRows },
  { name: "list-nothing-found", path: "/sellers?q=zzzzz" },
  { name: "list-empty", path: "/sellers", isEmpty: true },
  { name: "detail", path: "/sellers", act: openFirst },
  { name: "new", path: "/sellers/new" },
  {
    name: "new-errors",
    path: "/sellers/new",
    act: async ({ page }) => {
      await page.getByLabel("Adres e-mail").fill("to nie adres");
      await save(page);
      await page.getByRole("alert").first().waitFor();
    },
  },
  { name: "edit", path: "/sellers", act: openEdit },
  { name: "edit-conflict", path: "/sellers", act: conflict },
  {
    name: "status",
    path: "/sellers?status=active",
    act: async (stage) => {
      await openFirst(stage);
      await stage.page.getByRole("link", { name: "Wyłącz konto" }).click();
      await stage.page.getByRole("heading", { level: 1, name: /\?$/ }).waitFor();
    },
  },
  {
    name: "seller-history",
    path: "/history",
    act: async ({ page }) => {
      await page.getByRole("article").first().getByRole("link").first().click();
      await page.getByRole("link", { name: "Historia", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: /^Historia: / }).waitFor();
    },
  },
  { name: "history", path: "/history" },
  { name: "history-filtered", path: "/history?from=01.11.2026&kind=update&field=firstName" },
  { name: "history-empty", path: "/history", isEmpty: true },
  {
    name: "bulk",
    path: "/sellers",
    act: async (stage) => {
      await tickRows(stage);
      await stage.page.getByRole("button", { name: "Wyłącz konta" }).first().click();
      await stage.page.getByRole("heading", { level: 1, name: /\?$/ }).waitFor();
    },
  },
  { name: "job-list", path: "/sellers/bulk" },
  { name: "job", path: "/sellers/bulk", act: ({ page }) => openJob(page, "Wyłączono 3 konta") },
  { name: "job-partial", path: "/sellers/bulk", act: ({ page }) => openJob(page, /^Wyłączono 3 z/) },
  {
    name: "undo-question",
    path: "/sellers/bulk",
    act: async ({ page }) => {
      await openJob(page, "Wyłączono 3 konta");
      await page.getByRole("link", { name: "Cofnij" }).click();
      await page.getByRole("heading", { name: "Przywrócić 3 konta?" }).waitFor();
    },
  },
  { name: "import", path: "/sellers/import" },
  { name: "import-plan", path: "/sellers/import", act: ({ page }) => upload(page, "sprzedawcy.csv", FILE) },
  { name: "import-refused", path: "/sellers/import", act: ({ page }) => upload(page, "notatki.csv", "tylko tekst\n") },
  { name: "profile", path: "/profile" },
  { name: "preferences", path: "/preferences" },
  { name: "help", path: "/help" },
  { name: "accessibility", path: "/accessibility", who: "anonymous" },
  { name: "privacy", path: "/privacy", who: "anonymous" },
  { name: "menu", path: "/help", act: ({ page }) => page.getByRole("banner").locator("summary").click() },
  { name: "style", path: "/style" },
  {
    name: "palette",
    path: "/sellers",
    act: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "unsaved",
    path: "/sellers/new",
    act: async ({ page }) => {
      await page.getByLabel("Adres e-mail").fill("lodz@example.pl");
      await page.getByRole("link", { name: "Anuluj" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "unauthorized", path: "/", who: "outsider" },
  { name: "signed-out", path: "/auth/signed-out", who: "anonymous" },
  { name: "error-404", path: "/nie-ma-takiej" },
  { name: "error-500", path: "/error/500?from=/sellers" },
  { name: "error-503", path: "/error/503?from=/sellers" },
  // The last scene, because after a failure the app doesn't call the backend for a while.
  { name: "home-away", path: "/", act: sellersAway },
];

/** Three good rows, one with a wrong e-mail address, and one row twice. */
const FILE = `Nazwa wyświetlana;Adres e-mail;Imię;Nazwisko;MPK
Sklep Źródlana;zrodlana@example.pl;Zofia;Źrebiec;2001
Kiosk Łąkowa;lakowa@example.pl;Łukasz;Łęcki;2002
Punkt Ćwiklińskiej;cwik@example.pl;;;2003
Bez adresu;to-nie-adres;;;2004
Sklep Źródlana;zrodlana@example.pl;Zofia;Źrebiec;2001
`;

const save = (page: Page) => page.getByRole("button", { name: "Zapisz", exact: true }).click();

async function tickRows({ page }: Stage): Promise<void> {
  const boxes = page.getByRole("table").getByRole("row").getByRole("checkbox", { name: "Zaznacz:" });
  for (const at of [0, 1, 3]) await boxes.nth(at).check({ force: true });
}

async function openFirst({ page }: Stage): Promise<void> {
  await page.getByRole("rowheader").first().getByRole("link").click();
  await page.getByRole("link", { name: "Edytuj" }).waitFor();
  // A seller's place in the list comes last.
  await page.getByText(/^1\sz\s\d/).waitFor();
}

async function openJob(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: title }).first().click();
  await page.getByText("Zakończono").waitFor();
}

async function openEdit(stage: Stage): Promise<void> {
  await openFirst(stage);
  await stage.page.getByRole("link", { name: "Edytuj" }).click();
  await stage.page.getByLabel("Imię").waitFor();
}

async function conflict(stage: Stage): Promise<void> {
  await openEdit(stage);
  const id = new URL(stage.page.url()).pathname.split("/")[2] as string;
  const displayName = `Zmieniona gdzie indziej ${Date.now() % 1000}`;
  stage.world.sandbox.control.changeSeller(id, { displayName, mpk: "77001" });
  await stage.page.getByLabel("Nazwa wyświetlana").fill("Moja nowa nazwa");
  await save(stage.page);
  await stage.page.getByRole("alert").first().waitFor();
}

async function sellersAway({ page, world }: Stage): Promise<void> {
  world.sandbox.control.fault({ target: "sellers", drop: true });
  await page.reload();
  await page.getByRole("note").first().waitFor();
  world.sandbox.control.clearFaults();
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Plik CSV, XLSX, XLS albo ODS").setInputFiles(file);
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
  const refused = page.getByRole("main").getByRole("alert").filter({ hasText: /./ });
  await Promise.race([page.waitForURL(/plan=/), refused.first().waitFor()]);
}

/** Changes of several kinds, so that lists, histories and the dashboard have something to show. */
export async function liveThrough(world: World): Promise<void> {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee);
  const sellers = world.sandbox.control.sellersWith(({ accountEnabled }) => accountEnabled);
  const jobs = jobPages(world, browser);
  const disable = async (chosen: typeof sellers) => {
    const batch = await jobs.confirm(await jobs.chooseSellers(chosen));
    await jobs.becomes(batch.path, "Zakończono");
  };
  await disable(sellers.slice(1, 4));
  // Three are done, two fail, and one is disabled already.
  const refusal = world.sandbox.control.fault({ target: "sellers", method: "PATCH", status: 403, times: 2 });
  await disable(sellers.slice(3, 9));
  world.sandbox.control.clearFaults(refusal);
  await addSeller(browser, { displayName: "Sklep Żółta Łódź", email: "lodz@example.pl", mpk: "1234" });
  await editSeller(browser, sellers[0]!.id, { firstName: "Anna" });
}
