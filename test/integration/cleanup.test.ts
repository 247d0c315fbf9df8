import { afterEach, expect, it } from "vitest";
import type { Page } from "../support/page";
import { giveWorld } from "./support/given-world";

const { world, browser, control, signedIn } = giveWorld({
  isOwn: true,
  sandbox: { sellers: { count: 60 } },
  env: { BACKEND_TIMEOUT_MS: "120000" },
});
/** Five sellers with two MPKs, in the order of the list. */
let doubles: string[];

afterEach(() => control().reset());

const cleanup = (page: Page) => page.wordsOf("Do uporządkowania") ?? "";

function double(): void {
  const names = new Intl.Collator("pl", { numeric: true });
  const [a, b, c, d, e] = control()
    .sellers()
    .toSorted((one, other) => names.compare(one.displayName, other.displayName))
    .map(({ id }) => id) as [string, string, string, string, string];
  for (const id of [a, d, e]) control().changeSeller(id, { mpk: id === d ? "dup-1" : "DUP-1" });
  for (const id of [b, c]) control().changeSeller(id, { mpk: "DUP-2" });
  doubles = [a, d, e, b, c];
}

it("The dashboard counts repeated and missing values and leads to them", async () => {
  double();
  const nameless = control().sellersWith(({ firstName, surname }) => !firstName && !surname).length;
  // The first page may be shown before all are counted.
  const counted = `Do uporządkowaniaPowtórzony MPK: 5Bez imienia i nazwiska: ${nameless}Policzono przed chwilą.`;
  await expect.poll(async () => cleanup(await browser.get("/"))).toBe(counted);
  const links = (await browser.get("/"))
    .region("Do uporządkowania")
    ?.querySelectorAll("a")
    .map((a) => a.getAttribute("href"));
  expect(links).toEqual(["/sellers?same=mpk", "/sellers?names=none"]);

  const list = await browser.get("/sellers?same=mpk&size=10");
  expect(list.sellerIds).toEqual(doubles);
  expect(list.textOf("[aria-label='Wybrane filtry']")).toContain("Powtórzony MPK");
  const csv = (await browser.get("/sellers/export.csv?same=mpk")).text.trim().split("\r\n");
  expect(csv.slice(1).map((line) => line.split(";")[0])).toEqual(doubles);
});

it("The dashboard says what isn't counted yet, and that the backend is away", async () => {
  await world.restart();
  const held = control().fault({ target: "sellers", path: "pageSize=500", hold: true });
  const page = await browser.get("/");
  expect(cleanup(page)).toMatch(/Powtórzony MPK: —.*Liczymy, to potrwa najwyżej minutę\. <a href="\/">Odśwież/);
  control().clearFaults(held);
  await expect.poll(async () => cleanup(await browser.get("/"))).toContain("Policzono");

  control().fault({ target: "sellers", status: 500 });
  const other = await signedIn("listed");
  await expect.poll(async () => (await other.get("/")).region("Do uporządkowania")).toBeUndefined();
});
