import type { Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures";
import { Problems } from "./problems";

/** Serves a made-up page at the app's own address. */
async function show(page: Page, content: string, headers: Record<string, string> = {}): Promise<void> {
  const head = '<title>t</title><link rel="icon" href="data:,">';
  const body = `<!doctype html><html lang="pl">${head}<main><h1>h</h1>${content}</main></html>`;
  await page.route("**/made-up", (route) => route.fulfill({ body, contentType: "text/html", headers }));
  await page.goto("/made-up");
}

test("Whatever a page's console reports and axe finds fails a test", async ({ browser, baseURL }) => {
  const forbidden = /Content Security Policy|securitypolicyviolation/;
  for (const [html, header, message] of [
    ["<style>p{}</style>", "content-security-policy", forbidden],
    ["<style>p{}</style>", "content-security-policy-report-only", forbidden],
    ["<script>throw new Error('boo')</script>", undefined, /uncaught: .*boo/],
    ["<script>console.error('boo')</script>", undefined, /console: boo/],
  ] as const) {
    const context = await browser.newContext({ baseURL });
    const problems = new Problems(baseURL as string);
    await problems.watch(context);
    await show(await context.newPage(), html, header ? { [header]: "default-src 'none'; img-src data:" } : {});
    await expect(async () => expect(() => problems.check()).toThrow(message)).toPass();
    problems.expect(message);
    problems.check();
    await context.close();
  }
  const page = await browser.newPage({ baseURL });
  await show(page, "<p>a</p>");
  await axe(page);
  await show(page, '<img src="data:,">');
  await expect(axe(page)).rejects.toThrow("image-alt");
  await page.close();
});

test("A script doesn't run where the title says so @nojs", async ({ anonymous }) => {
  await show(anonymous, "<p>a</p><script>document.title = 'b'</script>");
  await expect(anonymous).toHaveTitle("t");
});
