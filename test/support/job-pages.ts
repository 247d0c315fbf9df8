import type { StoredSeller } from "../sandbox/types";
import type { BrowserSession, RequestOptions } from "./browser-session";
import type { Page } from "./page";
import type { World } from "./world";

const countPatterns: Record<string, RegExp> = {
  Wykonane: /([\d\s]+) z [\d\s]+ wykonan/,
  Pominięte: /pominięte: ([\d\s]+)/,
  Nieudane: /([\d\s]+) nieudan/,
  "Nie wiadomo": /nie wiadomo: ([\d\s]+)/,
};

/** How many of a job's items have an outcome such as „Wykonane”; the page doesn't show a zero. */
export function countOf(page: Page, result: string): number {
  const facts = page.texts("main p:has([role=status]) > span").join("|");
  return Number(countPatterns[result]!.exec(facts)?.[1]?.replace(/\s/g, "") ?? 0);
}

export const countsOf = (page: Page): number[] =>
  ["Wykonane", "Pominięte", "Nieudane", "Nie wiadomo"].map((result) => countOf(page, result));

/** Functions with which tests of the built server start jobs and read their pages. */
export function jobPages(world: Pick<World, "sandbox">, browser: BrowserSession) {
  const control = () => world.sandbox.control;
  const form = "form:has(input[name=confirm])";

  return {
    /** The form that asks for confirmation. */
    form,

    /** Enables all accounts, and removes faults and recorded requests. */
    reset(): void {
      control().clearFaults();
      control().reset();
      for (const { id } of control().sellers()) control().changeSeller(id, { accountEnabled: true });
      control().clearRequests();
    },

    /** Posts a choice of sellers to disable. @returns the page that asks for confirmation */
    choose: (fields: Record<string, string | undefined>, as = browser): Promise<Page> =>
      as.post("/sellers/bulk", { action: "disable", ...fields }),

    /** The same with these sellers ticked. */
    chooseSellers: (sellers: { id: string }[], action = "disable"): Promise<Page> =>
      browser.post("/sellers/bulk", new URLSearchParams([["action", action], ...sellers.map(({ id }) => ["ids", id])])),

    confirm: (question: Page, options: RequestOptions = {}, as = browser): Promise<Page> =>
      as.submit(question, {}, form, options),

    /** Reads a job's page until it shows a state such as „Zakończono”. */
    async becomes(path: string, state: string, within = 300_000): Promise<Page> {
      const giveUpAt = Date.now() + within;
      for (;;) {
        const page = await browser.get(path);
        if (page.textOf("main p [role=status]") === state) return page;
        if (Date.now() > giveUpAt) throw new Error(`${path} isn't ${state}: ${page.textOf("main")}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },

    firstTwo(): [StoredSeller, StoredSeller] {
      const [first, second] = control().sellers();
      if (!first || !second) throw new Error("There are no two sellers");
      return [first, second];
    },

    writes: () => control().requests("sellers", ({ method }) => method === "PATCH" || method === "PUT"),

    enabled: () => control().sellersWith(({ accountEnabled }) => accountEnabled).length,
  };
}
