import type { Page } from "@playwright/test";
import type { World } from "../support/world";

/** What a scene is about to be taken of. */
export type Stage = { page: Page; world: World };

export type Scene = {
  name: string;
  /** Who looks; nobody is signed in for `anonymous`. */
  who?: "franchisee" | "outsider" | "anonymous";
  /** Which of the two worlds: one full of sellers and changes, or one with nothing in it. */
  empty?: true;
  path: string;
  /** What is done on the page before the picture. */
  act?: (stage: Stage) => Promise<void>;
};

const TYPED = { displayName: "Sklep Żółta Łódź", email: "lodz@example.pl", mpk: "1234" };

export const scenes: Scene[] = [
  { name: "home", path: "/" },
  { name: "home-empty", path: "/", empty: true },
  { name: "list", path: "/sellers" },
  { name: "list-filtered", path: "/sellers?q=an&status=inactive" },
  { name: "list-ticked", path: "/sellers", act: tickRows },
  { name: "list-nothing-found", path: "/sellers?q=zzzzz" },
  { name: "list-empty", path: "/sellers", empty: true },
  { name: "detail", path: "/sellers", act: ({ page }) => openFirst(page) },
  { name: "new", path: "/sellers/new" },
  {
    name: "new-errors",
    path: "/sellers/new",
    act: async ({ page }) => {
      await page.getByLabel("Adres e-mail").fill("to nie adres");
      await page.getByRole("button", { name: "Zapisz", exact: true }).click();
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "new-offer",
    path: "/sellers/new",
    act: async ({ page }) => {
      await page.getByLabel("Imię").fill("Jan");
      await page.getByLabel("Nazwisko").fill("Kowalski");
    },
  },
  { name: "edit", path: "/sellers", act: ({ page }) => openEdit(page) },
  { name: "edit-conflict", path: "/sellers", act: conflict },
  {
    name: "status",
    path: "/sellers?status=active",
    act: async ({ page }) => {
      await openFirst(page);
      await page.getByRole("link", { name: /^(Wyłącz|Włącz) konto/ }).click();
      await page.getByRole("heading", { level: 1, name: /\?$/ }).waitFor();
    },
  },
  { name: "seller-history", path: "/sellers", act: sellerHistory },
  { name: "history", path: "/history" },
  { name: "history-empty", path: "/history", empty: true },
  { name: "bulk", path: "/sellers", act: bulk },
  { name: "job", path: "/history", act: ({ page }) => followLink(page, 'a[href*="/sellers/jobs/"]') },
  { name: "import", path: "/sellers/import" },
  { name: "import-plan", path: "/sellers/import", act: ({ page }) => upload(page, "sprzedawcy.csv", FILE) },
  { name: "import-refused", path: "/sellers/import", act: ({ page }) => upload(page, "notatki.csv", "tylko tekst\n") },
  { name: "profile", path: "/profile" },
  { name: "preferences", path: "/preferences" },
  { name: "help", path: "/help" },
  { name: "accessibility", path: "/accessibility", who: "anonymous" },
  { name: "privacy", path: "/privacy", who: "anonymous" },
  { name: "menu", path: "/help", act: ({ page }) => page.locator("header summary").click() },
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
      await page.getByLabel("Adres e-mail").fill(TYPED.email);
      await page.getByRole("link", { name: "Anuluj" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "unauthorized", path: "/", who: "outsider" },
  { name: "signed-out", path: "/auth/signed-out", who: "anonymous" },
  { name: "error-404", path: "/nie-ma-takiej" },
  { name: "error-500", path: "/error/500" },
  { name: "error-503", path: "/error/503" },
  // The last one: the app leaves a backend alone for a while after it has failed.
  { name: "home-away", path: "/", act: sellersAway },
];

/** Three good rows, one with a wrong e-mail and one that is there twice. */
const FILE = `Nazwa wyświetlana;Adres e-mail;Imię;Nazwisko;MPK
Sklep Źródlana;zrodlana@example.pl;Zofia;Źrebiec;2001
Kiosk Łąkowa;lakowa@example.pl;Łukasz;Łęcki;2002
Punkt Ćwiklińskiej;cwik@example.pl;;;2003
Bez adresu;to-nie-adres;;;2004
Sklep Źródlana;zrodlana@example.pl;Zofia;Źrebiec;2001
`;

async function tickRows({ page }: Stage): Promise<void> {
  for (const at of [0, 1, 3]) await page.locator('tbody input[type="checkbox"]').nth(at).check({ force: true });
}

async function followLink(page: Page, selector: string): Promise<void> {
  const href = await page.locator(selector).first().getAttribute("href");
  await page.goto(new URL(href as string, page.url()).href);
}

async function openFirst(page: Page): Promise<void> {
  await page.locator("tbody tr a").first().click();
  await page.getByRole("link", { name: "Edytuj" }).waitFor();
  // A seller's place in the list comes last.
  await page.getByText(/^1\sz\s\d/).waitFor();
}

async function openEdit(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole("link", { name: "Edytuj" }).click();
  await page.getByLabel("Imię").waitFor();
}

async function conflict({ page, world }: Stage): Promise<void> {
  await openEdit(page);
  const id = decodeURIComponent(new URL(page.url()).pathname.split("/")[2] as string);
  world.sandbox.control.changeSeller(id, { displayName: `Zmieniona gdzie indziej ${Date.now() % 1000}`, mpk: "77001" });
  await page.locator('input[name="displayName"]').fill("Moja nowa nazwa");
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByRole("alert").first().waitFor();
}

async function sellersAway({ page, world }: Stage): Promise<void> {
  world.sandbox.control.fault({ target: "sellers", drop: true });
  await page.reload();
  await page.getByRole("note").first().waitFor();
  world.sandbox.control.clearFaults();
}

async function sellerHistory({ page }: Stage): Promise<void> {
  await openEdit(page);
  await page.getByLabel("Imię").fill(`Anna ${Date.now() % 1000}`);
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByRole("link", { name: "Edytuj" }).waitFor();
  await page.goto(`${page.url().split("?")[0]}/history`);
}

async function bulk(stage: Stage): Promise<void> {
  await tickRows(stage);
  await stage.page.getByRole("button", { name: "Wyłącz konta" }).first().click();
  await stage.page.getByRole("heading", { level: 1, name: /\?$/ }).waitFor();
}

async function upload(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel("Plik CSV, XLSX, XLS albo ODS")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page
    .locator(
      'form[enctype="multipart/form-data"] button[type="submit"], form[enctype="multipart/form-data"] button:not([type])',
    )
    .first()
    .click();
  const refused = page.getByRole("main").getByRole("alert").filter({ hasText: /./ });
  await Promise.race([page.waitForURL(/plan=/), refused.first().waitFor()]);
  await page.waitForLoadState("networkidle");
}

/** Changes of several kinds, so that lists, histories and the dashboard have something to show. */
export async function liveThrough({ page, world }: Stage): Promise<void> {
  await page.goto(`${world.appUrl}/sellers`);
  await sellerHistory({ page, world });
  await page.goto(`${world.appUrl}/sellers`);
  await bulk({ page, world });
  await page.locator('main form button[type="submit"]').first().click();
  await page.waitForURL(/jobs/);
  await page.goto(`${world.appUrl}/sellers/new`);
  for (const [name, value] of Object.entries(TYPED)) await page.locator(`[name="${name}"]`).fill(value);
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByRole("link", { name: "Edytuj" }).waitFor();
}
