import type { Page } from "@playwright/test";
import { HostileWorld } from "../integration/support/hostile-world";
import { startFaultServer } from "../support/fault-server";
import type { World } from "../support/world";
import { awake, checkFile, choose, effectsRun, expect, signIn, test } from "./fixtures";

/**
 * The browser's own notes about the 401 that the session check is about, and a picture that isn't
 * there.
 */
const NOTED = /status of 401|status of 404.*\/profile\/image/;
/**
 * Just above the minute before expiry at which a token is renewed, so that a test needn't wait long
 * for it.
 */
const SHORT_TOKEN_SECONDS = 66;

/** What a page counts for a test: the sum of its layout shifts. */
type Shifting = { shift: number };

const calls = (world: World, path: string, params: Record<string, string>) =>
  world.sandbox.control.requests("provider").filter((request) => {
    const given = { ...request.query, ...(request.body as Record<string, string> | undefined) };
    return request.path === path && Object.entries(params).every(([name, value]) => given[name] === value);
  });

test("A sign-out takes the other tabs to the provider's sign-in page", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
  const first = await pageOf("imageless", { fresh: true });
  const other = await first.context().newPage();
  await other.goto("/profile");
  await first.goto("/auth/logout");
  await first.getByRole("button", { name: "Wyloguj się" }).click();
  await other.bringToFront();
  await other.waitForURL((url) => url.origin === world.sandbox.issuer);
  await other.getByLabel("Login").fill(world.sandbox.accounts.imageless.login);
  await other.getByLabel("Hasło").fill(world.sandbox.accounts.imageless.password);
  await other.getByRole("button", { name: "Zaloguj się" }).click();
  await expect(other).toHaveURL(/\/profile$/);
});

test.describe("A slow provider", () => {
  /** The sign-ins that a page's own scripts began because they found the session over. */
  const anew = (page: Page) => {
    const begun: string[] = [];
    page.on("request", (request) => {
      if (/\/auth\/login\?.*prompt=login/.test(request.url())) begun.push(request.url());
    });
    return begun;
  };

  // Longer than an open page takes to find out that its session is over.
  const SLOW_MS = 6_000;

  test("A link to sign out keeps the tab on its way at a slow provider", async ({ pageOf, problems, world }) => {
    problems.expect(NOTED);
    const page = await pageOf("imageless", { fresh: true });
    await page.goto("/profile");
    await awake(page);
    const begun = anew(page);
    world.sandbox.control.fault({ target: "provider", path: "/session/end", delayMs: SLOW_MS });
    await page.locator('main a[href="/auth/logout"]').click();
    await expect(page.getByText("Wylogowano Cię z panelu i z systemu logowania")).toBeVisible({ timeout: 30_000 });
    expect(begun).toEqual([]);
  });

  test("A sign-in under way keeps its target, though the page lost its session", async ({
    pageOf,
    problems,
    world,
  }) => {
    problems.expect(NOTED);
    const page = await pageOf("imageless", { fresh: true });
    await page.goto("/profile");
    await awake(page);
    const begun = anew(page);
    world.sandbox.control.clearRequests();
    world.sandbox.control.fault({ target: "provider", path: /^\/token$/, times: 1, delayMs: SLOW_MS });
    const signingIn = page.goto("/auth/login?returnTo=/history", { timeout: 60_000 });
    await expect.poll(() => calls(world, "/token", {}).length).toBe(1);
    // A sign-out would revoke the grant that this sign-in is about to use.
    await page.context().clearCookies({ name: "session" });
    await signingIn;
    await expect(page).toHaveURL(/\/history$/);
    expect(begun).toEqual([]);
  });
});

test("A page that gave its person a file goes on watching its session", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
  const page = await pageOf("imageless", { fresh: true });
  await page.goto("/sellers/import");
  await awake(page);
  const downloading = page.waitForEvent("download");
  await page.locator('main a[href$="template.csv"]').click();
  await downloading;
  expect(await world.sandbox.control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByLabel("Hasło")).toBeVisible();
});

test("Faulty cells that nobody typed hold no page back from signing in anew", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
  const page = await pageOf("imageless", { fresh: true });
  await checkFile(page, "nazwa;email;mpk\nZły;zły@;1");
  const cell = page.getByLabel("Adres e-mail, wiersz 2");
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  expect(await world.sandbox.control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByLabel("Hasło")).toBeVisible();
});

test("A search that is being typed isn't taken away by a sign-out elsewhere", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
  const page = await pageOf("imageless", { fresh: true });
  const field = page.getByRole("main").getByRole("searchbox");
  await page.goto("/");
  await awake(page);
  await field.fill("Żółta");
  expect(await world.sandbox.control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
  await expect(page.getByRole("alert").filter({ hasText: "Sesja wygasła" })).toBeVisible();
  await expect(field).toHaveValue("Żółta");
});

test("A form that is being filled in survives a sign-out elsewhere", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
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
  expect(await world.sandbox.control.endSession(login)).toBeGreaterThan(0);
  const notice = page.getByRole("alert").filter({ hasText: "Sesja wygasła" });
  await expect(notice).toBeVisible();
  await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("Żółta Łódź");
  // In view, over the page, which stays where it was; and what is known isn't asked any more.
  await expect(notice).toBeInViewport();
  expect(await field.boundingBox()).toEqual(place);
  expect(await page.evaluate(() => (window as unknown as Shifting).shift)).toBe(0);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/session")) asked += 1;
  });
  await page.clock.runFor(10_000);
  await effectsRun(page);
  expect(asked).toBe(0);

  const opening = page.context().waitForEvent("page");
  await notice.getByRole("link", { name: "Zaloguj się w nowej karcie" }).click();
  const tab = await opening;
  await tab.getByLabel("Login").fill(login);
  await tab.getByLabel("Hasło").fill(world.sandbox.accounts.imageless.password);
  await tab.getByRole("button", { name: "Zaloguj się" }).click();
  await tab.waitForURL(/\/sellers\/new$/);
  await tab.close();
  await page.bringToFront();
  // A headless browser's pages are all in view at once; a person's comes back into view here.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(notice).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Żółta Łódź");
});

test("Typed text is shown to nobody who signs in later in this browser", async ({ pageOf, problems, world }) => {
  test.slow();
  problems.expect(NOTED);
  const page = await pageOf("imageless", { fresh: true });
  const field = page.getByLabel(/Nazwa wyświetlana/);
  const typed = async () => {
    await page.goto("/sellers/new");
    await awake(page);
    await field.fill("Poufny salon");
  };
  await typed();
  expect(await world.sandbox.control.endSession(world.sandbox.accounts.imageless.login)).toBeGreaterThan(0);
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
  await page.goto("/sellers/new");
  await awake(page);
  await expect(page.getByText("Łukasz Żółkiewski").first()).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(page.getByText("Przywróciliśmy wpisane dane")).toHaveCount(0);
});

test("Tabs left open renew the session ahead of its end by one call", async ({ pageOf, world }) => {
  world.sandbox.control.config({ accessTokenSeconds: SHORT_TOKEN_SECONDS });
  const page = await pageOf("listed", { fresh: true });
  await page.goto("/");
  // Only this one ends soon: however long it takes to look, there is one call to count.
  world.sandbox.control.config({ accessTokenSeconds: 3600 });
  const other = await page.context().newPage();
  await other.goto("/profile");
  const renewals = () => calls(world, "/token", { grant_type: "refresh_token" }).length;
  await expect.poll(renewals, { timeout: 120_000 }).toBe(1);
  const isCheck = (response: { url(): string }) => response.url().endsWith("/auth/session");
  for (const _check of [1, 2]) await page.context().waitForEvent("response", isCheck);
  expect(renewals()).toBe(1);
  expect(await page.context().request.get("/auth/session")).toBeTruthy();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("Tabs of one browser ask together whether the session lives", async ({ franchisee: page }) => {
  const asked: number[] = [];
  page.context().on("request", (request) => {
    if (request.url().endsWith("/auth/session")) asked.push(Date.now());
  });
  const other = await page.context().newPage();
  await Promise.all([page.goto("/profile"), other.goto("/profile")]);
  await expect.poll(() => asked.length, { timeout: 120_000 }).toBeGreaterThan(5);
  // One of them alone asks every 2 s; both, each for itself, would have asked the sixth time after
  // 5 s or 6 s.
  expect((asked[5] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(7_000);
});

test("A page that is asked for anew all the while watches its session", async ({ pageOf, world }) => {
  test.slow();
  const { control } = world.sandbox;
  // Due for renewal after 20 s, by the frame alone.
  control.config({ accessTokenSeconds: 80, refresh: false });
  const page = await pageOf("listed", { fresh: true });
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  const chosen = control.sellersWith(({ accountEnabled }) => accountEnabled);
  await choose(
    page,
    "disable",
    chosen.slice(-2).map(({ id }) => id),
  );
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(page.locator("main section").getByRole("status")).toHaveText("Trwa");
  const asked = { session: 0, job: 0 };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/auth/session") asked.session += 1;
    if (/^\/sellers\/jobs\/.*\.data$/.test(pathname)) asked.job += 1;
  });
  // The frame gets no answer: it stands until it is given up, after 10 s.
  await page.route("**/auth/silent-renew", () => undefined);
  const frame = page.locator("iframe");
  await expect(frame).toBeAttached({ timeout: 60_000 });
  const first = await frame.elementHandle();
  const before = asked.job;
  await expect.poll(() => asked.job - before, { timeout: 8_000 }).toBeGreaterThanOrEqual(2);
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
  await expect.poll(() => asked.session, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  control.clearFaults(held);
});

test("The frame signs in again without a word or a refresh token", async ({ pageOf, world }) => {
  // Less than a minute is left when the page arrives, so it is renewed at once.
  world.sandbox.control.config({ accessTokenSeconds: 61, refresh: false });
  const page = await pageOf("listed", { fresh: true });
  await page.goto("/");
  const silent = () => calls(world, "/auth", { prompt: "none" }).length;
  await expect.poll(silent, { timeout: 120_000 }).toBeGreaterThan(0);
  await expect.poll(() => calls(world, "/token", { grant_type: "authorization_code" }).length).toBeGreaterThan(1);
  world.sandbox.control.config({ accessTokenSeconds: 3600 });
  await expect(page.locator("iframe")).toHaveCount(0);
  const { status } = await page.evaluate(async () => ({ status: (await fetch("/auth/session")).status }));
  expect(status).toBe(204);
});

test("Back after a sign-out shows nothing", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
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

test("A form sent after the session's end comes back filled in, and unsent", async ({ pageOf, problems, world }) => {
  problems.expect(NOTED);
  const page = await pageOf("imageless", { fresh: true });
  const { login, password } = world.sandbox.accounts.imageless;
  await page.goto("/sellers/new");
  await page.getByLabel(/Nazwa wyświetlana/).fill("Gęsia Skórka");
  await page.getByLabel(/Adres e-mail/).fill("gesia@example.pl");
  await page.getByLabel(/MPK/).fill("00778");
  await world.sandbox.control.endSession(login);
  world.sandbox.control.clearRequests();
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await page.getByLabel("Login").fill(login);
  await page.getByLabel("Hasło").fill(password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
  await expect(page).toHaveURL(/\/sellers\/new\?draft=/);
  await expect(page.getByLabel(/Nazwa wyświetlana/)).toHaveValue("Gęsia Skórka");
  const writes = () => world.sandbox.control.requests("sellers").filter(({ method }) => method === "POST");
  expect(writes()).toEqual([]);
  await page.getByRole("button", { name: "Zapisz", exact: true }).click();
  await expect(page.getByText("Dodano sprzedawcę „Gęsia Skórka”")).toBeVisible();
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
    await page.getByLabel("Nazwa wyświetlana").fill("Łódź Fabryczna");
    await page.getByLabel("Adres e-mail").fill("lodz@example.pl");
    const token = { logout_token: await brokered.provider.logoutToken() };
    await brokered.browser().post("/auth/backchannel-logout", token);
    await page.getByRole("button", { name: "Zapisz", exact: true }).click();
    await expect(page).toHaveURL(/\/sellers\/new\?draft=/);
    await expect(page.getByLabel("Nazwa wyświetlana")).toHaveValue("Łódź Fabryczna");
    await page.close();
  } finally {
    await brokered.close();
    await pages.close();
  }
});
