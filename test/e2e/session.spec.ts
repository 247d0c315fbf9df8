import type { Page } from "@playwright/test";
import { HostileWorld } from "../integration/support/hostile-world";
import { startFaultServer } from "../support/fault-server";
import { checkFile, effectsRun, enterPassword, expect, requestsOf, signIn, test, visit } from "./fixtures";
import { expectSeller, fillSeller, saveButton, sellerLinks } from "./parts";

/**
 * The browser's own notes about the 401 that the session check is about, and a picture that isn't
 * there.
 */
const NOTED = /status of 401|status of 404.*\/profile\/image/;
test.beforeEach(({ problems }) => problems.expect(NOTED));

/** What a page counts for a test: the sum of its layout shifts. */
type Shifting = { shift: number };

test("A sign-out takes the other tabs to the provider's sign-in page", async ({ pageOf, world }) => {
  const first = await pageOf("imageless", { fresh: true });
  const other = await first.context().newPage();
  await other.goto("/profile");
  await first.goto("/auth/logout");
  await first.getByRole("button", { name: "Wyloguj się" }).click();
  await other.bringToFront();
  await other.waitForURL((url) => url.origin === world.sandbox.issuer);
  await enterPassword(other, world.sandbox.accounts.imageless);
  await expect(other).toHaveURL(/\/profile$/);
});

test.describe("A slow provider", () => {
  /** The sign-ins that a page's own scripts began because they found the session over. */
  const anew = (page: Page) => requestsOf(page, (request) => /\/auth\/login\?.*prompt=login/.test(request.url()));

  // Longer than an open page takes to find out that its session is over.
  const SLOW_MS = 4_500;

  test("A link to sign out keeps the tab on its way at a slow provider", async ({ pageOf, control }) => {
    const page = await pageOf("imageless", { fresh: true });
    await visit(page, "/profile");
    const begun = anew(page);
    control.fault({ target: "provider", path: "/session/end", delayMs: SLOW_MS });
    await page.locator('main a[href="/auth/logout"]').click();
    await expect(page.getByText("Wylogowano Cię z panelu i z systemu logowania")).toBeVisible();
    expect(begun).toEqual([]);
  });

  test("A sign-in under way keeps its target, though the page lost its session", async ({ pageOf, control }) => {
    const page = await pageOf("imageless", { fresh: true });
    await visit(page, "/profile");
    const begun = anew(page);
    control.clearRequests();
    control.fault({ target: "provider", path: /^\/token$/, times: 1, delayMs: SLOW_MS });
    const signingIn = page.goto("/auth/login?returnTo=/history");
    const calls = () => control.requests("provider").filter(({ path }) => path === "/token");
    await expect.poll(() => calls().length).toBe(1);
    // A sign-out would revoke the grant that this sign-in is about to use.
    await page.context().clearCookies({ name: "session" });
    await signingIn;
    await expect(page).toHaveURL(/\/history$/);
    expect(begun).toEqual([]);
  });
});

type End = () => Promise<number>;
const LEAVE: Record<string, (page: Page, end: End) => Promise<void>> = {
  "a link": async (page, end) => {
    await end();
    await page.getByRole("link", { name: "Historia zmian" }).click();
  },
  "a record": async (page, end) => {
    await end();
    await sellerLinks(page).first().click();
  },
  "the next page": async (page, end) => {
    await end();
    await page.getByRole("link", { name: "Następna" }).click();
  },
  "a saved form": async (page, end) => {
    await page.getByRole("link", { name: "Dodaj sprzedawcę" }).click();
    await fillSeller(page);
    await end();
    await saveButton(page).click();
  },
};

for (const [what, leave] of Object.entries(LEAVE)) {
  test(`Nothing but a spinner is shown after ${what} while a slow provider asks to sign in`, async ({
    pageOf,
    control,
    world,
  }) => {
    const page = await pageOf("imageless", { fresh: true });
    await visit(page, "/sellers?size=10");
    // The session check would find out by itself.
    await page.route("**/auth/session", () => undefined);
    control.fault({ target: "provider", path: /^\/auth/, times: 1, delayMs: 3_500 });
    // Playwright looks at no page that is on its way to another document, so the page itself tells.
    const shown: { text: string; at: number }[] = [];
    await page.exposeFunction("tell", (text: string) => shown.push({ text: text.trim(), at: Date.now() }));
    await page.evaluate(() => {
      const { tell } = window as unknown as { tell: (text: string) => void };
      setInterval(() => tell(document.body.innerText), 100);
    });
    const asked = page.waitForRequest(/\/auth\/login/);
    await leave(page, () => control.endSession(world.sandbox.accounts.imageless.login));
    await asked;
    const leftAt = Date.now();
    await expect(page.getByLabel("Hasło")).toBeVisible();
    const later = shown.filter(({ at }) => at > leftAt + 1_000);
    expect(new Set(later.map(({ text }) => text))).toEqual(new Set(["Przekierowujemy…"]));
    expect(later.at(-1)!.at - leftAt).toBeGreaterThan(2_500);
  });
}

test("A page that gave its person a file goes on watching its session", async ({ pageOf, control, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  await visit(page, "/sellers/import");
  const downloading = page.waitForEvent("download");
  await page.locator('main a[href$="template.csv"]').click();
  await downloading;
  expect(await control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByLabel("Hasło")).toBeVisible();
});

test("Faulty cells that nobody typed hold no page back from signing in anew", async ({ pageOf, control, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  await checkFile(page, "nazwa;email;mpk\nZły;zły@;1");
  const cell = page.getByLabel("Adres e-mail, wiersz 2");
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  expect(await control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByLabel("Hasło")).toBeVisible();
});

test("A search that is being typed isn't taken away by a sign-out elsewhere", async ({ pageOf, control, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  const field = page.getByRole("main").getByRole("searchbox");
  await visit(page, "/");
  await field.fill("Żółta");
  expect(await control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByRole("alert").filter({ hasText: "Sesja wygasła" })).toBeVisible();
  await expect(field).toHaveValue("Żółta");
});

test("A form that is being filled in survives a sign-out elsewhere", async ({ pageOf, control, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  await page.clock.install();
  await page.goto("/sellers/new");
  const field = page.getByLabel(/Nazwa wyświetlana/);
  await field.fill("Żółta Łódź");
  const place = await field.boundingBox();
  await page.evaluate(() => {
    const watched = window as unknown as Shifting;
    watched.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift" });
  });
  const { login } = world.sandbox.accounts.imageless;
  expect(await control.endSession(login)).toBeGreaterThan(0);
  const notice = page.getByRole("alert").filter({ hasText: "Sesja wygasła" });
  await expect(notice).toBeVisible();
  await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("Żółta Łódź");
  // In view, over the page, which stays where it was; and what is known isn't asked any more.
  await expect(notice).toBeInViewport();
  expect(await field.boundingBox()).toEqual(place);
  expect(await page.evaluate(() => (window as unknown as Shifting).shift)).toBe(0);
  const asked = requestsOf(page, (request) => request.url().endsWith("/auth/session"));
  await page.clock.runFor(10_000);
  await effectsRun(page);
  expect(asked).toEqual([]);

  const opening = page.context().waitForEvent("page");
  await notice.getByRole("link", { name: "Zaloguj się w nowej karcie" }).click();
  const tab = await opening;
  await enterPassword(tab, world.sandbox.accounts.imageless);
  await tab.waitForURL(/\/sellers\/new$/);
  await tab.close();
  await page.bringToFront();
  // A headless browser's pages are all in view at once; a person's comes back into view here.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(notice).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Żółta Łódź");
});

test("Typed text is shown to nobody who signs in later in this browser", async ({ pageOf, control, world }) => {
  test.slow();
  const page = await pageOf("imageless", { fresh: true });
  const field = page.getByLabel(/Nazwa wyświetlana/);
  const typed = async () => {
    await visit(page, "/sellers/new");
    await field.fill("Poufny salon");
  };
  await typed();
  expect(await control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByRole("alert").filter({ hasText: "Sesja wygasła" })).toBeVisible();
  // In another tab: the form that stands open gives way, without asking whoever is there now.
  const tab = await page.context().newPage();
  await signIn(tab, world, "listed", "/profile");
  await page.bringToFront();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Łukasz Żółkiewski").first()).toBeVisible();
  await expect(field).toHaveValue("");
  await tab.close();

  // In the same tab, from which the form was left: it isn't filled in again at its address. The
  // cookies' time is over.
  await page.context().clearCookies();
  await signIn(page, world, "imageless");
  await typed();
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(page, world, "listed", "/profile");
  await visit(page, "/sellers/new");
  await expect(page.getByText("Łukasz Żółkiewski").first()).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(page.getByText("Przywróciliśmy wpisane dane")).toHaveCount(0);
});

test("Back after a sign-out shows nothing", async ({ pageOf, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  await page.goto("/sellers");
  await page.goto("/auth/logout");
  await page.getByRole("button", { name: "Wyloguj się" }).click();
  await page.waitForURL((url) => url.origin === world.sandbox.issuer || url.pathname === "/auth/signed-out");
  for (let step = 0; step < 4; step++) {
    await page.goBack().catch(() => null);
    await page.waitForLoadState();
    await expect(page.getByText("Jan Wiśniewski")).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
  }
});

test("A form sent after the session's end comes back filled in, and unsent", async ({ pageOf, control, world }) => {
  const page = await pageOf("imageless", { fresh: true });
  const { login } = world.sandbox.accounts.imageless;
  await page.goto("/sellers/new");
  await fillSeller(page);
  await control.endSession(login);
  control.clearRequests();
  await saveButton(page).click();
  await enterPassword(page, world.sandbox.accounts.imageless);
  await expect(page).toHaveURL(/\/sellers\/new\?draft=/);
  await expectSeller(page);
  const writes = () => control.requests("sellers").filter(({ method }) => method === "POST");
  expect(writes()).toEqual([]);
  await saveButton(page).click();
  await expect(page.getByText("Dodano sprzedawcę „Żółta Łódź”")).toBeVisible();
  expect(writes()).toHaveLength(1);
});

test("A form sent after the session's end gets past two providers @nojs", async ({ browser }) => {
  let issuer = "";
  // The provider's own page leads on to its partner, whose origin no document names, and that one
  // back.
  const pages = await startFaultServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", partner);
    const location = pathname === "/partner" ? `${issuer}/authorize${search}` : `${partner}/partner${search}`;
    response.writeHead(302, { location }).end();
  });
  const partner = pages.url.replace("127.0.0.1", "localhost");
  const discovery = (document: object) => ({ ...document, authorization_endpoint: `${pages.url}/authorize` });
  const brokered = await HostileWorld.start({ OIDC_ORIGINS: partner }, { discovery });
  try {
    issuer = brokered.provider.issuer;
    const page = await browser.newPage();
    await page.goto(`${brokered.appUrl}/sellers/new`);
    await fillSeller(page);
    const token = { logout_token: await brokered.provider.logoutToken() };
    await brokered.browser().post("/auth/backchannel-logout", token);
    await saveButton(page).click();
    await expect(page).toHaveURL(/\/sellers\/new\?draft=/);
    await expectSeller(page);
    await page.close();
  } finally {
    await brokered.close();
    await pages.close();
  }
});
