import { beforeAll, it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { checkFile } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/* A backend that orders equal names at random, as SQL does without a further column to order by. */

const COUNT = 240;
const { world, browser, pages } = giveWorld({
  sandbox: { sellers: { count: COUNT } },
  env: { SELLERS_PAGE_MAX: "100" },
});
beforeAll(async () => {
  const { control } = world.sandbox;
  for (const { id } of control.sellers()) control.changeSeller(id, { displayName: "Sklep", accountEnabled: true });
  control.config({ isUnstable: true });
});

/** The list has fewer sellers than it counts, however often it is read. */
function loseSellers(count: number) {
  for (let page = 1; page <= 3; page += 1) {
    const sellers = world.sandbox.control.sellers().slice((page - 1) * 100, Math.min(page * 100, COUNT - count));
    const path = { regex: `page=${page}&pageSize=100$` };
    world.sandbox.control.fault({ target: "sellers", path, body: { sellers, total: COUNT } });
  }
}

it("A batch of an incomplete list is refused", async () => {
  const question = await pages.choose({ all: "1" });
  loseSellers(30);
  const refused = await pages.confirm(question);
  expectAnswer(refused, 409, "Lista zmieniała się podczas odczytu, więc niczego nie zmieniono", "main");
});

it("An import compares no file with an incomplete list", async () => {
  const file = (await browser.get("/sellers/export.csv")).text;
  loseSellers(30);
  const refused = await checkFile(browser, file);
  expectAnswer(refused, 503, "Lista zmieniała się podczas odczytu", "main");
});
