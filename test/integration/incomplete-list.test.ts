import { it } from "vitest";
import { expectAnswer } from "../support/expect-answer";
import { checkFile } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

/* A list that changes while it is read, or is ordered at random: some sellers are on no page. */

const COUNT = 240;
const { browser, control, pages } = giveWorld({
  sandbox: { sellers: { count: COUNT } },
  env: { SELLERS_PAGE_MAX: "100" },
});

/** Makes the list hold fewer sellers than its total, however often it is read. */
function loseSellers(count: number) {
  for (let page = 1; page <= 3; page += 1) {
    const sellers = control()
      .sellers()
      .slice((page - 1) * 100, Math.min(page * 100, COUNT - count));
    const path = { regex: `page=${page}&pageSize=100$` };
    control().fault({ target: "sellers", path, body: { sellers, total: COUNT } });
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
