import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, expect, type Page, test } from "@playwright/test";

/** Fails with whatever axe finds on the page as it stands: all its rules, best practices included. */
export async function axe(page: Page): Promise<void> {
  const scriptless = test.info().project.use.javaScriptEnabled === false;
  const copy = scriptless ? await copyForAxe(page) : undefined;
  const { violations } = await new AxeBuilder({ page: copy ?? page }).analyze();
  await copy?.context().close();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * axe itself is a script and can't run where scripts are off. So the page's HTML, as it stands without scripts, is
 * shown once more where they are on, at the same address with the same styles, with its own scripts forbidden.
 */
async function copyForAxe(page: Page): Promise<Page> {
  const html = await page.content();
  const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const context = await (page.context().browser() as Browser).newContext({
    javaScriptEnabled: true,
    storageState: await page.context().storageState(),
    viewport: page.viewportSize(),
    colorScheme: dark ? "dark" : "light",
  });
  const copy = await context.newPage();
  await copy.route(page.url(), (route) =>
    route.fulfill({
      body: html,
      contentType: "text/html",
      headers: { "content-security-policy": "script-src 'none'" },
    }),
  );
  await copy.goto(page.url());
  return copy;
}
