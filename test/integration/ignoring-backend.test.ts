import { afterEach, describe, expect, it } from "vitest";
import { fold } from "../sandbox/folding";
import type { Fault } from "../sandbox/sandbox";
import { giveWorld } from "./support/given-world";

/*
 * Backends that page but ignore a parameter of the list: the app must show and change only sellers
 * that match the request.
 */

const METRICS_TOKEN = "a-token-for-these-metrics";

const sandbox = { sellers: { count: 120 } };
const idsOf = (sellers: { id: string }[]) => sellers.map(({ id }) => id).toSorted();

describe("A backend that ignores search and accountEnabled", () => {
  const { world, browser, control, pages } = giveWorld({ sandbox, env: { METRICS_TOKEN } });
  afterEach(() => pages.reset());

  const inLodz = () =>
    control().sellersWith(({ displayName, email, firstName = "", surname = "", mpk }) =>
      [displayName, email, firstName, surname, mpk].some((text) => fold(text ?? "").includes("lodz")),
    );

  it("A backend that ignores filters has its sellers filtered all the same", async () => {
    control().config({ ignores: ["search", "accountEnabled"] });
    const expected = idsOf(inLodz());
    expect(expected.length).toBeGreaterThan(1);
    expect(expected.length).toBeLessThan(100);
    for (const { id } of control().sellers()) control().changeSeller(id, { accountEnabled: true });
    const [chosen] = inLodz();
    control().changeSeller(chosen!.id, { accountEnabled: false });
    expect((await browser.get("/sellers?status=inactive&size=100")).sellerIds).toEqual([chosen!.id]);

    const question = await pages.choose({ all: "1", q: "lodz" });
    expect(question.textOf("main")).toContain(`Czy wyłączyć konta ${expected.length} sprzedawców?`);
    await pages.becomes((await pages.confirm(question)).path, "Zakończono");
    const disabled = control().sellersWith(({ accountEnabled }) => !accountEnabled);
    expect(idsOf(disabled)).toEqual(expected);
  });

  it("A backend that gives short pages is refused with the variable to set", async () => {
    const body = { sellers: control().sellers().slice(0, 15), total: 120 };
    control().fault({ target: "sellers", path: { regex: "pageSize=50" }, times: 2, body });
    const refused = await browser.get("/sellers?size=50");
    expect([refused.status, refused.sellerIds]).toEqual([502, []]);
    expect(refused.textOf("main")).toContain("odpowiada inaczej, niż mówi konfiguracja panelu");
    expect(refused.textOf("main")).toContain("SELLERS_PAGE_MAX");
    const english = await browser.get("/en-US/sellers?size=50");
    expect(english.textOf("main")).toContain("the variable SELLERS_PAGE_MAX");
  });

  it.each<[what: string, answer: Pick<Fault, "status" | "body">, variable: string]>([
    ["refuses the query", { status: 400 }, "SELLERS_PARAMS"],
    ["refuses the query's values", { status: 422 }, "SELLERS_PARAMS"],
    ["isn't at that address", { status: 404 }, "SELLERS_API_URL"],
    ["has its list elsewhere", { body: { items: [], total: 0 } }, "SELLERS_LIST_KEY"],
  ])("A backend that %s is a 502 page with the variable", async (_what, answer, variable) => {
    control().fault({ target: "sellers", path: { regex: "pageSize=50" }, ...answer });
    const refused = await browser.get("/sellers?size=50");
    expect(refused.status).toBe(502);
    expect(refused.textOf("main")).toContain(variable);
  });

  it("A backend that ignores parameters is told to the panel's operators", async () => {
    const { text } = await browser.get("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    for (const contradiction of ["search", "accountEnabled", "pageTooShort", "query", "address", "list"]) {
      expect(text).toMatch(new RegExp(`backend_contradictions_total{contradiction="${contradiction}"} [1-9]`));
    }
    expect(world.app.logs()).toMatch(/contradicts its configuration: .*SELLERS_PARAMS=accountEnabled=/);
  });
});

describe("SELLERS_SEARCH=backend", () => {
  const { browser, control, pages } = giveWorld({ sandbox, env: { SELLERS_SEARCH: "backend" } });

  it("A batch names all that the backend finds before it changes them", async () => {
    control().config({ ignores: ["search"] });
    expect((await browser.get("/sellers?q=lodz&size=100")).sellerIds).toHaveLength(100);
    const question = await pages.choose({ all: "1", q: "lodz" });
    expect(question.textOf("main")).toContain("Czy wyłączyć konta 120 sprzedawców?");
    for (const { displayName, email } of control().sellers()) {
      expect(question.text).toContain(displayName.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
      expect((question.textOf("main") ?? "").replaceAll("\u200b", "")).toContain(email);
    }
  });
});
