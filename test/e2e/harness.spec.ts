import type { Page } from "@playwright/test";
import { axe, expect, test } from "./fixtures";
import { Problems } from "./problems";

/** Serves a made-up page at the app's own address. */
async function show(page: Page, body: string, headers: Record<string, string> = {}): Promise<void> {
  await page.route("**/made-up", (route) => route.fulfill({ body, contentType: "text/html", headers }));
  await page.goto("/made-up");
}

const page = (content: string) =>
  `<!doctype html><html lang="pl"><title>t</title><link rel="icon" href="data:,"><main><h1>h</h1>${content}</main></html>`;

test.describe("What makes a test fail", () => {
  const cases = [
    {
      title: "A style that the policy forbids fails a test",
      html: "<style>p{}</style>",
      header: "content-security-policy",
    },
    {
      title: "A style that a report-only policy forbids fails a test",
      html: "<style>p{}</style>",
      header: "content-security-policy-report-only",
    },
    {
      title: "An uncaught exception fails a test",
      html: "<script>throw new Error('boo')</script>",
      message: /uncaught: .*boo/,
    },
    { title: "A console error fails a test", html: "<script>console.error('boo')</script>", message: /console: boo/ },
  ];
  for (const { title, html, header, message = /Content Security Policy|securitypolicyviolation/ } of cases) {
    test(title, async ({ browser, baseURL }) => {
      const context = await browser.newContext();
      const problems = new Problems(baseURL as string);
      await problems.watch(context);
      await show(await context.newPage(), page(html), header ? { [header]: "default-src 'none'; img-src data:" } : {});
      await expect(async () => expect(() => problems.check()).toThrow(message)).toPass();
      problems.expect(message);
      problems.check();
      await context.close();
    });
  }

  test("A fault that axe finds fails a test", async ({ anonymous }) => {
    await show(anonymous, page(`<p>a</p>`));
    await axe(anonymous);
    await show(anonymous, page(`<img src="data:,">`));
    await expect(axe(anonymous)).rejects.toThrow("image-alt");
  });
});

test("A script doesn't run where the title says so @nojs", async ({ anonymous }) => {
  await show(anonymous, page("<p>a</p><script>document.title = 'b'</script>"));
  await expect(anonymous).toHaveTitle("t");
});
