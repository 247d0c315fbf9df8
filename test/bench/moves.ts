import type { Page } from "@playwright/test";
import { median } from "./load";

/** In ms from the click: until the next page is painted, and until no part of it is still loading. */
type Move = { shownMs: number; completeMs: number };
export type Moves = Record<MoveName, Move>;

const NAMES = ["list → seller", "seller → Back", "next page", "search"] as const;
type MoveName = (typeof NAMES)[number];

/** In ms: a person looks at a page before the next click, while prefetched pages arrive. */
const LOOK_MS = 2_500;
/** How far down the list the person is, in rows. */
const ROW = 20;
const SEARCHED = "sklep";

/** Two scripts for the browser: what to click, and whether the next page is there. */
type Step = { act: string; isShown: string };

const STEPS: Record<MoveName, Step> = {
  "list → seller": {
    act: `const link = document.querySelectorAll('tbody tr')[${ROW}].querySelector('a[href*="/sellers/"]'); window.meant = link.textContent.trim(); window.top0 = scrollY; link.click()`,
    isShown: `document.querySelector("h1")?.textContent.trim() === window.meant`,
  },
  "seller → Back": {
    act: "history.back()",
    isShown: `document.querySelectorAll("tbody tr").length > ${ROW} && Math.abs(scrollY - window.top0) < 2`,
  },
  "next page": {
    act: `window.meant = document.querySelector("tbody a").textContent; document.querySelector('a[rel="next"]').click()`,
    isShown: `document.querySelector("tbody a").textContent !== window.meant`,
  },
  search: {
    act: `window.meant = document.querySelectorAll("tbody tr").length; const field = document.querySelector('input[name="q"]'); field.value = "${SEARCHED}"; field.form.requestSubmit()`,
    isShown: `new URLSearchParams(location.search).get("q") === "${SEARCHED}" && document.querySelector("table, h1")`,
  },
};

/** The moves within an app whose list is open in this page. */
export async function movesOf(page: Page): Promise<Moves> {
  const moves = {} as Moves;
  await page.locator("tbody tr").nth(ROW).scrollIntoViewIfNeeded();
  for (const name of NAMES) {
    await page.waitForTimeout(LOOK_MS);
    moves[name] = await page.evaluate<Move, string>((code) => new Function(code)(), script(STEPS[name]));
  }
  return moves;
}

function script({ act, isShown }: Step): string {
  return `return new Promise((resolve, reject) => {
    const began = performance.now();
    let shownMs;
    const look = () => {
      const now = performance.now() - began;
      if (now > 30000) return reject(new Error("never shown"));
      if (shownMs === undefined && (${isShown})) shownMs = -1;
      if (shownMs === undefined) return requestAnimationFrame(look);
      setTimeout(() => {
        const painted = performance.now() - began;
        if (shownMs < 0) shownMs = painted;
        if (document.querySelector("main [aria-busy=true]")) return requestAnimationFrame(look);
        resolve({ shownMs, completeMs: painted });
      });
    };
    ${act};
    requestAnimationFrame(look);
  });`;
}

/** The visits' medians, as a table's row; undefined where no moves were made. */
export function moveRow(what: string, visits: { moves?: Moves }[]): Record<string, string> | undefined {
  const all = visits.flatMap(({ moves }) => moves ?? []);
  if (all.length === 0) return undefined;
  const cells = NAMES.map((name) => {
    const [shown, complete] = (["shownMs", "completeMs"] as const).map((part) =>
      median(all.map((moves) => moves[name][part])),
    );
    return [name, `${shown?.toFixed(0)} ms, complete ${complete?.toFixed(0)} ms`];
  });
  return { what, ...Object.fromEntries(cells) };
}
