import type { StoredSeller } from "../sandbox/types";
import type { BrowserSession, RequestOptions } from "./browser-session";
import type { Page } from "./page";
import type { World } from "./world";

const RESULTS = ["Wykonane", "Pominięte", "Nieudane", "Nie wiadomo"];

/** How many of a job's items have an outcome such as „Wykonane”; the page doesn't show a zero. */
export function countOf(page: Page, result: string): number {
  const facts = page.texts("main p:has([role=status]) > span").join("|");
  const isAllDone = !/wykonan/.test(facts) && !RESULTS.some((other) => facts.includes(other));
  // If all items are done, only the heading says how many: „Import z pliku „7.csv”: dodano 19 …”.
  if (isAllDone)
    return result === "Wykonane" ? sumOfNumbers((page.textOf("main h1") ?? "").replace(/„[^”]*”/g, "")) : 0;
  const progress = result === "Wykonane" ? /(\d[\d\s]*) z [\d\s]+ wykonan/.exec(facts) : null;
  return sumOfNumbers((progress ?? new RegExp(`${result} (\\d[\\d\\s]*)`).exec(facts))?.[1] ?? "");
}

function sumOfNumbers(text: string): number {
  const numbers = text.match(/\d[\d\s]*/g) ?? [];
  return numbers.reduce((sum, number) => sum + Number(number.replace(/\s/g, "")), 0);
}

export const countsOf = (page: Page): number[] => RESULTS.map((result) => countOf(page, result));

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
