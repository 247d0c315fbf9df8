import {
  type APIRequest,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from "@playwright/test";
import type { SandboxControl } from "../sandbox/sandbox";
import { Page as Answer } from "../support/page";
import { startWorld, type World } from "../support/world";
import { hasScripts } from "./axe";
import { Problems } from "./problems";
import { translatePages } from "./translated-page";

export { axe, axeInEveryAppearance } from "./axe";
export { expect };

/** Whom error pages say to ask. */
export const SUPPORT_EMAIL = "pomoc@example.pl";
export const SUPPORT_URL = "https://desk.example.pl/panel";

/** The parts of the sandbox's people, each signed in once per worker. */
export type Role = "franchisee" | "listed" | "imageless";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

type WorkerFixtures = {
  /** The sandbox and the app that this worker's tests share. */
  world: World;
  /** What a person's browser keeps once they are signed in: the same for the whole worker. */
  signedIn: (role: Role) => Promise<StorageState>;
};

/** The ends of the two titles of a test that runs with scripts and without. */
export const BOTH = ["@js", "@nojs"];

/** `page` is a franchisee's. */
type Fixtures = Record<Exclude<Role, "franchisee">, Page> & {
  /** Nobody is signed in. */
  anonymous: Page;
  /**
   * A page of its own browser context, still blank, for that person; `fresh` signs in anew instead
   * of sharing the session.
   */
  pageOf: (role: Role | "anonymous", options?: { fresh?: boolean }) => Promise<Page>;
  /** What the test changes and looks up in the sandbox. */
  control: SandboxControl;
  /** What went wrong in any page of the test; it fails the test unless it was expected. */
  problems: Problems;
  /** Each test begins with a sandbox as it was started, and leaves nothing that hangs. */
  asStarted: undefined;
};

/** Fills in the provider's own form and sends it. */
export async function enterPassword(page: Page, { login, password }: { login: string; password: string }) {
  await page.getByLabel("Login").fill(login);
  await page.getByLabel("Hasło").fill(password);
  await page.getByRole("button", { name: "Zaloguj się" }).click();
}

/** Signs in by the provider's own form and returns when the app has its page again. */
export async function signIn(page: Page, world: World, role: Role, path = "/"): Promise<void> {
  await page.goto(new URL(path, world.appUrl).href);
  await enterPassword(page, world.sandbox.accounts[role]);
  await page.waitForURL((url) => url.origin === world.appUrl && !url.pathname.startsWith("/auth"));
}

/**
 * Signs in without a browser, which takes a tenth of the time. @returns what a browser would keep
 */
async function signInByHttp(request: APIRequest, world: World, role: Role): Promise<StorageState> {
  const { login, password } = world.sandbox.accounts[role];
  const browser = await request.newContext({ extraHTTPHeaders: { "Accept-Language": "pl-PL" } });
  const answer = await browser.get(world.appUrl);
  const page = new Answer(new URL(answer.url()), answer.status(), new Headers(answer.headers()), await answer.text());
  const { action, fields } = page.form("form:has(input[name=password])");
  const form = { ...Object.fromEntries(fields), login, password };
  const landed = await browser.post(action.href, { form });
  expect(new URL(landed.url()).origin, await landed.text()).toBe(world.appUrl);
  const state = await browser.storageState();
  await browser.dispose();
  return state;
}

/** Resolves when the page's own scripts, where they run, have taken over its links and forms. */
export async function awake(page: Page): Promise<void> {
  if (!hasScripts()) return;
  await page.waitForFunction(() => {
    const root = document.getElementById("page") as unknown as Record<string, ReactRoot | undefined> | null;
    const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer"));
    const { current, pendingLanes } = root?.[key ?? ""]?.stateNode ?? {};
    // Parts of the page are hydrated after its root, as work that is still pending.
    return current?.memoizedState?.isDehydrated === false && pendingLanes === 0;
  });
  await effectsRun(page);
}

/** Opens a page and resolves when its own scripts, where they run, have taken it over. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/**
 * Resolves when the page's router is on its way nowhere, and React has shown where it has come to.
 */
export async function arrived(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __remixRouter: router } = window as unknown as {
      __remixRouter?: { state: { navigation: { state: string } } };
    };
    const root = document.getElementById("page") as unknown as Record<string, ReactRoot | undefined> | null;
    const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer"));
    const { pendingLanes } = root?.[key ?? ""]?.stateNode ?? {};
    return router?.state.navigation.state === "idle" && pendingLanes === 0;
  });
  await effectsRun(page);
}

type ReactRoot = { stateNode: { pendingLanes: number; current: { memoizedState?: { isDehydrated?: boolean } } } };

/**
 * React runs the effects of what it has just shown in a task of its own, which it has posted by
 * now.
 */
export async function effectsRun(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let task = 0; task < 2; task += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
    }
  });
}

/**
 * Has messages stay that would leave by themselves, for tests of what stands in them: a busy
 * machine may be later.
 */
export async function messagesStay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const after = window.setTimeout.bind(window);
    const SHOWN_FOR_MS = [4_500, 3_000];
    window.setTimeout = ((run: () => void, ms?: number) =>
      after(run, ms !== undefined && SHOWN_FOR_MS.includes(ms) ? 60_000 : ms)) as typeof after;
  });
}

/** Has this browser's pages link their sheets, as they do once a first page has led to another. */
export async function pastFirstPage(page: Page): Promise<void> {
  await visit(page, "/help");
  await page.getByRole("link", { name: "Historia zmian" }).first().click();
  await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === "sheets")).toBe(true);
}

/**
 * Fills in a field of a page that has just come: scripts that take it over between two steps may
 * leave the old text in it.
 */
export async function typeInto(wanted: Locator, value: string): Promise<void> {
  await expect(async () => {
    await wanted.fill(value);
    expect(await wanted.inputValue()).toBe(value);
  }).toPass();
}

/** The addresses of such requests of a page from now on. */
export function requestsOf(page: Page, isMeant: (request: Request) => boolean = () => true): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (isMeant(request)) urls.push(request.url());
  });
  return urls;
}

/** The kinds of questions that the browser itself asks from now on; each is answered with yes. */
export function nativeQuestions(page: Page): string[] {
  const kinds: string[] = [];
  page.on("dialog", (dialog) => {
    kinds.push(dialog.type());
    void dialog.accept();
  });
  return kinds;
}

/** Keeps such requests of a page back until `release`; the first one resolves `requested`. */
export async function holdRequests(page: Page, which: RegExp) {
  let release = () => {};
  let note = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requested = new Promise<void>((resolve) => {
    note = resolve;
  });
  await page.route(which, async (route) => {
    note();
    await released;
    await route.continue();
  });
  return { requested, release };
}

/**
 * Changes a seller by its form over HTTP, as the page's person, for tests that need a change in the
 * history.
 */
export async function saveSeller(page: Page, id: string, changes: Record<string, string>): Promise<void> {
  const path = `/sellers/${id}/edit`;
  const form = await page.request.get(path);
  const url = new URL(form.url());
  const { fields } = new Answer(url, form.status(), new Headers(), await form.text()).form("form#seller");
  const headers = { Origin: url.origin };
  const saved = await page.request.post(path, { form: { ...Object.fromEntries(fields), ...changes }, headers });
  expect(new URL(saved.url()).pathname).toBe(`/sellers/${id}`);
}

/** Chooses a file on the import's page. */
export async function chooseFile(page: Page, content: string | Buffer, name = "plik.csv"): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel("Plik CSV, XLSX, XLS albo ODS").setInputFiles(file);
}

/** Has a file checked on the import's page. */
export async function checkFile(page: Page, content: string | Buffer, name?: string): Promise<void> {
  await visit(page, "/sellers/import");
  await chooseFile(page, content, name);
  await page.getByRole("button", { name: "Sprawdź plik" }).click();
}

/** Sends the choice of sellers as the list's own form does. */
export async function choose(
  page: Page,
  action: "enable" | "disable" | "change",
  sellers: { id: string }[],
): Promise<void> {
  await page.goto("/sellers");
  await page.evaluate(
    ([action, ids]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/sellers/bulk" });
      for (const [name, value] of [["action", action], ...ids.map((id) => ["ids", id])] as [string, string][]) {
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
      }
      document.body.append(form);
      form.submit();
    },
    [action, sellers.map(({ id }) => id)] as const,
  );
}

/** Starts a batch that disables these accounts, and resolves on its page. */
export async function startDisabling(page: Page, sellers: { id: string }[]): Promise<void> {
  await choose(page, "disable", sellers);
  await page.waitForURL(/\/sellers\/bulk/);
  // On a translated page React draws the button anew, and a click in this moment is lost.
  await awake(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /Wyłącz/ })
    .first()
    .click();
  await page.waitForURL(/\/sellers\/jobs\//);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  javaScriptEnabled: async ({}, use, { tags }) => use(!tags.includes("@nojs")),

  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const world = await startWorld({
        env: { STYLE_GUIDE: "on", BACKEND_TIMEOUT_MS: "60000", SUPPORT_EMAIL, SUPPORT_URL },
      });
      await use(world);
      await world.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],

  signedIn: [
    async ({ playwright, world }, use) => {
      const states = new Map<Role, Promise<StorageState>>();
      await use((role) => {
        const state = states.get(role) ?? signInByHttp(playwright.request, world, role);
        states.set(role, state);
        return state;
      });
    },
    { scope: "worker" },
  ],

  baseURL: async ({ world }, use) => use(world.appUrl),
  control: async ({ world }, use) => use(world.sandbox.control),

  problems: [
    async ({ world }, use) => {
      const problems = new Problems(world.appUrl);
      await use(problems);
      problems.check();
    },
    { auto: true },
  ],

  asStarted: [
    async ({ control }, use) => {
      control.clearRequests();
      control.reset();
      await use(undefined);
      control.clearFaults();
      control.config({ accessTokenSeconds: 3600, refresh: true });
    },
    { auto: true },
  ],

  pageOf: async ({ baseURL, browser, playwright, problems, signedIn, world }, use, { project, tags }) => {
    const isTranslated = project.name === "translated" || tags.includes("@translated");
    const contexts: BrowserContext[] = [];
    const stateOf = (role: Role, fresh: boolean) =>
      fresh ? signInByHttp(playwright.request, world, role) : signedIn(role);
    await use(async (role, { fresh = false } = {}) => {
      const storageState = role === "anonymous" ? undefined : await stateOf(role, fresh);
      const context = await browser.newContext({ baseURL, storageState });
      contexts.push(context);
      await problems.watch(context);
      if (isTranslated) await translatePages(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },

  context: async ({ context, problems }, use) => {
    await problems.watch(context);
    await use(context);
  },

  page: async ({ pageOf }, use) => use(await pageOf("franchisee")),
  anonymous: async ({ pageOf }, use) => use(await pageOf("anonymous")),
  listed: async ({ pageOf }, use) => use(await pageOf("listed")),
  imageless: async ({ pageOf }, use) => use(await pageOf("imageless")),
});
