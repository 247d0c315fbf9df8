import { screens } from "../../app/route-table";
import type { BrowserSession } from "../support/browser-session";
import { jobPages } from "../support/job-pages";
import type { Page } from "../support/page";
import { startWorld, type World } from "../support/world";

/** An answer of another build that isn't this build's, and where they part. */
export type Difference = { what: string; here: string; there: string };

/** How much of two answers is shown from where they part. */
const SHOWN = 160;

/**
 * Asks this build and another one for every screen, as HTML and as `.data`, in one world: the same
 * sellers, history, job and views. What is chance or differs with each build (keys, nonces, ids of
 * requests, the hashes of files) is left out.
 * @param build the other build's server file
 */
export async function differences(build: string): Promise<{ compared: number; found: Difference[] }> {
  // Tokens that live long: the seconds to their renewal are a number that nothing else is.
  const world = await startWorld({
    sandbox: { tokens: { accessTokenSeconds: 5_000_000 } },
    env: { LOG_LEVEL: "warn", PROFILE_TTL_SECONDS: "3600", SESSION_IDLE_MINUTES: "60" },
  });
  try {
    const browser = world.browser();
    await browser.signIn(world.sandbox.accounts.franchisee, "/sellers");
    const paths = await everyPath(world, browser);
    const here = await answersOf(browser, paths);
    await world.restart("SIGTERM", build);
    const there = await answersOf(browser, paths);
    const found = [...here].flatMap(([what, text]) => {
      const other = there.get(what) ?? "";
      const at = partAt(text, other);
      return at < 0 ? [] : [{ what, here: text.slice(at, at + SHOWN), there: other.slice(at, at + SHOWN) }];
    });
    return { compared: here.size, found };
  } finally {
    await world.close();
  }
}

/**
 * Every page of the route table in both languages, and the list and the history as they look when
 * asked for more.
 */
async function everyPath(world: World, browser: BrowserSession): Promise<string[]> {
  const seller = world.sandbox.control.sellers()[0];
  if (!seller) throw new Error("There are no sellers");
  const form = "main form:has([name=displayName])";
  await browser.submit(await browser.get(`/sellers/${seller.id}/edit`), { displayName: "Żabka & Syn <1>" }, form);
  const jobs = jobPages(world, browser);
  const job = await jobs.confirm(await jobs.choose({ ids: seller.id }));
  await jobs.becomes(job.path, "Zakończono");
  await browser.submit(
    await browser.get("/sellers?q=a&menu=views"),
    { name: "Widok", intent: "saveView" },
    "form:has(#view-name)",
  );

  // The first list that is asked for with that size has it remembered.
  await browser.get("/sellers?size=50");

  const own: Record<string, string> = { ":id": seller.id, ":job": job.path.split("/").at(-1) ?? "", ":code": "503" };
  const pages = screens.filter(({ layout, name }) => layout !== "none" && name !== "auth" && name !== "auth-logout");
  const plain = pages.map(
    ({ path }) => `/${path.replaceAll(/:\w+/g, (name) => own[name] ?? name).replace("*", "none")}`,
  );
  const lists = [
    "page=2&size=50",
    "q=a&status=active&mpk=1&sort=-email",
    "q=nobodyatall",
    "names=none",
    "size=7&odd=1",
  ];
  const asked = [...lists.map((query) => `/sellers?${query}`), "/history?q=a", "/sellers/bulk?action=disable&all=1"];
  return [...plain, ...asked].flatMap((path) => [path, `/en-US${path === "/" ? "" : path}`]);
}

/** Each page, its `.data`, and what two forms say when they are refused, without chance. */
async function answersOf(browser: BrowserSession, paths: string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  // The language that was read in last decides where the first page leads.
  await browser.get("/sellers");
  for (const path of paths) {
    answers.set(path, steady(await browser.get(path, { follow: false })));
    answers.set(`${path} .data`, steady(await browser.data(path, { follow: false })));
  }
  for (const path of paths.filter((each) => /\/(new|edit)$/.test(each))) {
    const wrong = { displayName: "", email: "wrong", mpk: "" };
    answers.set(
      `${path} refused`,
      steady(await browser.submit(await browser.get(path), wrong, "main form:has([name=displayName])")),
    );
  }
  return answers;
}

/**
 * An answer without what is new each time: the request's id, its nonce, keys of forms, the time,
 * hashes of files.
 */
function steady({ status, headers, text }: Page): string {
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  const chance = [headers.get("x-request-id"), nonce, ...formKeys(text)].filter((each) => each);
  const place = headers.get("location") ?? headers.get("x-remix-redirect") ?? "";
  const body = chance.reduce<string>((rest, each) => rest.replaceAll(each ?? "", "…"), text);
  return `${status} ${place}\n${body}`
    .replaceAll(/\b[45]9\d{5}\b|(?<=now\\?",)\d{13}/g, "…")
    .replaceAll(/(\/assets\/[\w.-]+)-[\w-]{8}\.(js|css|woff2|png|svg)/g, "$1.$2");
}

/** Where a page has them as fields, and where its data has them, escaped or not. */
function formKeys(text: string): string[] {
  const named = /name="formKey" value="([^"]+)"|formKey\\?",\\?"([^"\\]+)/g;
  return [...text.matchAll(named)].map(([, field, datum]) => field ?? datum ?? "");
}

function partAt(one: string, other: string): number {
  if (one === other) return -1;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return Math.max(0, at - SHOWN / 4);
}
