import type { Page } from "@playwright/test";
import type { StoredSeller } from "../sandbox/types";
import { startWorld, type World } from "../support/world";
import { test as base, expect, type Role } from "./fixtures";

/**
 * A backend that shows each person only their own sellers, and people who each changed one of
 * theirs.
 */
const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
    async ({}, use) => {
      const world = await startWorld({ sandbox: { sellers: { count: 60, scoped: true } } });
      await use(world);
      await world.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

/** Gives one of a person's own sellers another name and MPK. */
async function change({ sandbox, browser }: World, who: Role, word: string) {
  const session = browser();
  await session.signIn(sandbox.accounts[who]);
  const [seller] = sandbox.control.sellers(sandbox.accounts[who].login) as [StoredSeller];
  const form = await session.get(`/sellers/${seller.id}/edit`);
  await session.submit(form, { mpk: `MPK-${word}`, displayName: `Nazwa ${word}` }, "form#seller");
  return { seller, session };
}

/** All that the app says to a page's scripts, and the documents that it went to. */
function overhear(page: Page) {
  const texts: Promise<string>[] = [];
  const documents: string[] = [];
  const data: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().isNavigationRequest()) documents.push(pathname);
    else if (pathname.endsWith(".data")) data.push(pathname);
    else return;
    // What gave way to another page has no text.
    texts.push(response.text().catch(() => ""));
  });
  return { documents, data, said: async () => (await Promise.all(texts)).join("\n") };
}

test("what others do with sellers that the backend doesn't show reaches neither page nor its scripts, one's own does", async ({
  pageOf,
  world,
}) => {
  const { seller: theirs, session: anna } = await change(world, "franchisee", "ANNY");
  const { seller: own } = await change(world, "listed", "ŁUKASZA");
  const page = await pageOf("listed");
  const { documents, data, said } = overhear(page);
  const go = page.getByRole("navigation", { name: "Główna nawigacja" });
  const latest = page.getByRole("region", { name: "Ostatnie zmiany" });

  await page.goto("/");
  await expect(latest).toContainText("Nazwa ŁUKASZA");
  await expect(page.locator("main")).not.toContainText("ANNY");
  await go.getByRole("link", { name: "Historia zmian" }).click();
  await expect(page.getByRole("article")).toContainText(["MPK-ŁUKASZA"]);
  await expect(page.locator("main")).not.toContainText("ANNY");
  await go.getByRole("link", { name: "Pulpit" }).click();
  await expect(latest).toContainText("Nazwa ŁUKASZA");
  await expect(page.locator("main")).not.toContainText("ANNY");

  // Pages don't fetch others ahead today; a page that did would ask like this.
  await page.evaluate(async () => {
    for (const path of ["/history.data", "/_root.data"]) {
      await fetch(path, { headers: { Purpose: "prefetch" } }).then((answer) => answer.text());
    }
  });
  expect(documents).toEqual(["/"]);
  expect(data).toContain("/history.data");
  const heard = await said();
  expect(heard).toContain("MPK-ŁUKASZA");
  expect(heard).toContain(own.id);
  for (const secret of ["ANNY", theirs.id, theirs.email]) expect(heard).not.toContain(secret);

  // Whoever made it is told.
  const hers = (await anna.get("/history")).textOf("main");
  expect(hers).toContain("MPK-ANNY");
  expect(hers).not.toContain("ŁUKASZA");
});
