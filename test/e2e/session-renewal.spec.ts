import type { SandboxControl } from "../sandbox/sandbox";
import { arrived, awake, choose, expect, requestsOf, test } from "./fixtures";
import { jobState } from "./parts";

/**
 * Just above the minute before expiry at which a token is renewed, so that a test needn't wait long
 * for it.
 */
const SHORT_TOKEN_SECONDS = 66;

const calls = (control: SandboxControl, path: string, params: Record<string, string>) =>
  control.requests("provider").filter((request) => {
    const given = { ...request.query, ...(request.body as Record<string, string> | undefined) };
    return request.path === path && Object.entries(params).every(([name, value]) => given[name] === value);
  });

test("Tabs left open renew the session ahead of its end by one call", async ({ pageOf, control }) => {
  control.config({ accessTokenSeconds: SHORT_TOKEN_SECONDS });
  const page = await pageOf("listed", { fresh: true });
  // Only this one ends soon: however long it takes to look, there is one call to count.
  control.config({ accessTokenSeconds: 3600 });
  await page.goto("/");
  const other = await page.context().newPage();
  await other.goto("/profile");
  const renewals = () => calls(control, "/token", { grant_type: "refresh_token" }).length;
  await expect.poll(renewals, { timeout: 120_000 }).toBe(1);
  const isCheck = (response: { url(): string }) => response.url().endsWith("/auth/session");
  for (const _check of [1, 2]) await page.context().waitForEvent("response", isCheck);
  expect(renewals()).toBe(1);
  expect((await page.context().request.get("/auth/session")).status()).toBe(204);
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("A page that reloads its data all the time still watches its session", async ({ pageOf, control }) => {
  // Due for renewal after 20 s, by the frame alone.
  control.config({ accessTokenSeconds: 80, refresh: false });
  const page = await pageOf("listed", { fresh: true });
  await page.clock.install();
  const held = control.fault({ target: "sellers", method: "PATCH", hold: true });
  const chosen = control.sellersWith(({ accountEnabled }) => accountEnabled);
  await choose(page, "disable", chosen.slice(-2));
  await page.getByRole("button", { name: "Wyłącz konta" }).click();
  await expect(jobState(page)).toHaveText("Trwa");
  await awake(page);
  // The frame gets no answer: it stands until it is given up, after 10 s.
  await page.route("**/auth/silent-renew", () => undefined);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 21_000);
  const frame = page.locator("iframe");
  await expect(frame).toBeAttached();
  const first = await frame.elementHandle();
  const checks = requestsOf(page, (request) => request.url().endsWith("/auth/session"));
  // The page asks for itself every 1.5 s.
  for (const _poll of [1, 2, 3]) {
    await arrived(page);
    const answered = page.waitForResponse(/\/sellers\/jobs\/[^/]*\.data/);
    await page.clock.runFor(2_000);
    await answered;
  }
  expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return checks.length;
    })
    .toBeGreaterThanOrEqual(2);
  control.clearFaults(held);
});

test("The frame signs in again without a word or a refresh token", async ({ pageOf, control }) => {
  // Less than a minute is left when the page arrives, so it is renewed at once.
  control.config({ accessTokenSeconds: 61, refresh: false });
  const page = await pageOf("listed", { fresh: true });
  await page.goto("/");
  const silent = () => calls(control, "/auth", { prompt: "none" }).length;
  await expect.poll(silent, { timeout: 120_000 }).toBeGreaterThan(0);
  await expect.poll(() => calls(control, "/token", { grant_type: "authorization_code" }).length).toBeGreaterThan(1);
  control.config({ accessTokenSeconds: 3600 });
  await expect(page.locator("iframe")).toHaveCount(0);
  const { status } = await page.evaluate(async () => ({ status: (await fetch("/auth/session")).status }));
  expect(status).toBe(204);
});
