import type { Locator, Page } from "@playwright/test";
import { awake, expect, pastFirstPage, test } from "./fixtures";

test.beforeEach(({ world }) => {
  world.sandbox.control.clearFaults();
  world.sandbox.control.reset();
});

/** What the page asks for, but for the watch on the session, which asks by itself; and how much of it is on its way. */
function traffic(page: Page) {
  let asked: string[] = [];
  let open = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/auth/session") return;
    asked.push(pathname);
    open += 1;
  });
  const end = (request: { url(): string }) => {
    if (new URL(request.url()).pathname !== "/auth/session") open -= 1;
  };
  page.on("requestfinished", end).on("requestfailed", end);
  return {
    asked: () => asked,
    clear: () => {
      asked = [];
    },
    settled: () => expect.poll(() => open).toBe(0),
  };
}

const WAYS: [way: string, sign: (link: Locator) => Promise<void>, follow: (link: Locator) => Promise<void>][] = [
  ["a pointer over", (link) => link.hover(), (link) => link.click()],
  ["the focus on", (link) => link.focus(), (link) => link.press("Enter")],
];

for (const [way, sign, follow] of WAYS) {
  test(`@js ${way} a seller's link brings the page's parts and nothing else; following it asks for the data alone`, async ({
    franchisee: page,
    world,
  }) => {
    await pastFirstPage(page);
    await page.goto("/sellers");
    await awake(page);
    await page.waitForLoadState("networkidle");
    const { asked, clear, settled } = traffic(page);
    const link = page.locator("tbody th a").nth(1);
    world.sandbox.control.clearRequests();

    await sign(link);
    await expect(page.locator('link[href^="/assets/detail.route-"]')).toHaveCount(1);
    await settled();
    expect(asked()).toContainEqual(expect.stringMatching(/^\/assets\/detail\.route-/));
    expect(asked().filter((path) => !path.startsWith("/assets/"))).toEqual([]);
    expect(world.sandbox.control.requests()).toEqual([]);

    const ahead = asked();
    clear();
    const name = await link.innerText();
    await follow(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await settled();
    expect(asked().filter((path) => ahead.includes(path))).toEqual([]);
    // On a busy machine the navigation is slow enough for its bar, which brings its own parts.
    const isSlow = asked().some((path) => path.includes("/progress-bar-"));
    const rest = asked().filter((path) => !(isSlow && path.startsWith("/assets/")));
    expect(rest).toEqual([expect.stringMatching(/^\/sellers\/[0-9a-f-]{36}\.data$/)]);
  });
}

test("@js who saves data has nothing loaded ahead", async ({ franchisee: page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto("/sellers");
  await awake(page);
  await page.waitForLoadState("networkidle");
  await page.locator("tbody th a").nth(1).hover();
  await expect(page.locator('link[href^="/assets/detail.route-"]')).toHaveCount(0);
});
