import { request } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type * as Guard from "../../app/auth/for-franchisee.server";
import { screens } from "../../app/route-table";
import { root } from "../../scripts/lib/project.mjs";
import type { BrowserSession } from "../support/browser-session";
import { type BuiltRoute, builtRoutes } from "../support/manifest";
import type { Page } from "../support/page";
import { sharedWorld } from "../support/world";
import { giveWorld, takeRole } from "./support/given-world";

/** docs/product.md §2 and §6, written out here: the app's own table is what is being checked. */
const PUBLIC =
  /^(\/en-US)?(\/auth(\/(login|logout|signed-out|silent-renew|unauthorized|session|backchannel-logout))?|\/logout|\/silent-refresh|\/error(\/(:code|report))?|\/\*|\/style|\/language|\/no-scripts|\/accessibility|\/privacy|\/healthz|\/readyz|\/metrics)$/;

/** The loaders and actions that `forFranchisee` made in the route modules, and `noAction`. */
const made = vi.hoisted(() => new WeakSet<object>());

vi.mock("../../app/auth/for-franchisee.server", async (load) => {
  const guard = await load<typeof Guard>();
  const forFranchisee = (...given: Parameters<typeof guard.forFranchisee>) => {
    const handler = guard.forFranchisee(...given);
    made.add(handler);
    return handler;
  };
  made.add(guard.noAction);
  return { ...guard, forFranchisee };
});

const UNSAFE = ["POST", "PUT", "PATCH", "DELETE"];

const all = builtRoutes();
const kept = all.filter(({ path }) => !PUBLIC.test(path));

const { world, control } = giveWorld();
let outsider: BrowserSession;

beforeAll(async () => {
  outsider = world.browser();
  await outsider.signIn(world.sandbox.accounts.outsider, "/dashboard");
  control().clearRequests();
});

const concrete = (path: string) => path.replaceAll(/:\w+/g, "x1").replace("*", "none");
const dataPath = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);
const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

/** Each way to request a route: its page, both kinds of data request, each unsafe method. */
function* waysIn({ id, path }: BuiltRoute): Generator<[method: string, path: string, headers: Record<string, string>]> {
  const page = concrete(path);
  const plain = [page, dataPath(page)];
  const odd = [`${page}?_data=${id}`, `${dataPath(page)}?_routes=${id}`, `${page}?index`];
  const own = { origin: world.appUrl, "sec-fetch-site": "same-origin" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  // The other language's routes are the same modules.
  const addresses = path.startsWith("/en-US") ? plain : [...plain, ...odd];
  for (const address of addresses) {
    yield ["GET", address, HTML];
    yield ["HEAD", address, HTML];
    yield ["GET", address, { accept: "*/*" }];
    for (const method of UNSAFE) yield [method, address, { ...HTML, ...own, ...form }];
  }
}

/** The address to which an answer redirects, in any of Remix's three ways. */
function leadsTo(page: Page): string {
  const redirect = page.location || page.headers.get("x-remix-redirect");
  if (redirect) return redirect;
  return page.status === 202 ? page.text : "";
}

async function ask(browser: BrowserSession, [method, path, headers]: [string, string, Record<string, string>]) {
  const body = UNSAFE.includes(method) && method !== "DELETE" ? "displayName=x&intent=delete" : undefined;
  return browser.send(method, path, { headers, body, follow: false });
}

/** Sends all requests at once, because none of them may change anything. */
function askAll(route: BuiltRoute, browser: () => BrowserSession) {
  return Promise.all([...waysIn(route)].map(async (way) => ({ way, answer: await ask(browser(), way) })));
}

it("The built manifest has routes to keep, and public ones", () => {
  expect(kept.length).toBeGreaterThan(1);
  expect(all.length).toBeGreaterThan(kept.length);
});

describe.each(kept.map((route) => [route.id, route] as const))("%s", (_id, route) => {
  it("A protected route gives nothing to a person who isn't signed in", async () => {
    for (const { way, answer } of await askAll(route, () => world.browser())) {
      const said = `${way[0]} ${way[1]} answered ${answer.status}`;
      const turnedAway = [401, 404].includes(answer.status) || /\/auth\/login\b/.test(leadsTo(answer));
      expect(turnedAway, said).toBe(true);
      if (UNSAFE.includes(way[0])) expect([401, 404], said).toContain(answer.status);
    }
  });

  it("A protected route gives nothing to a person who isn't a franchisee", async () => {
    for (const { way, answer } of await askAll(route, () => outsider)) {
      const said = `${way[0]} ${way[1]} answered ${answer.status}`;
      const turnedAway =
        [403, 404, 405].includes(answer.status) ||
        /\/error\?title=Brak\+autoryzacji|\/error\?title=No\+/.test(leadsTo(answer));
      expect(turnedAway, said).toBe(true);
      // A refused post redirects by 303, or for a script by Remix's own 202 or 204.
      if (UNSAFE.includes(way[0])) expect([202, 204, 303, 403, 404, 405], said).toContain(answer.status);
    }
  });

  it("A protected route's data can't be fetched through another page", async () => {
    for (const through of ["/healthz", "/auth/signed-out", "/error", "/none"]) {
      const way = ["GET", `${through}?_data=${route.id}`, { accept: "*/*" }] as [
        string,
        string,
        Record<string, string>,
      ];
      for (const browser of [world.browser(), outsider]) {
        const answer = await ask(browser, way);
        expect(answer.status, `${way[1]} answered`).toBeGreaterThanOrEqual(400);
      }
    }
  });
});

const modules = new Map(kept.map(({ id }) => [fileOf(id), id]));

function fileOf(id: string): string {
  const name = id.split("___")[0];
  return screens.find((screen) => screen.name === name)?.file ?? `no module of ${id}`;
}

describe.each([...modules])("%s", (file, id) => {
  it("A protected route's loader and action let in only franchisees", async () => {
    const module = await import(/* @vite-ignore */ join(root, "app", file));
    const route = all.find((each) => each.id === id);
    expect({ hasLoader: "loader" in module, hasAction: "action" in module }).toEqual({
      hasLoader: route?.hasLoader,
      hasAction: route?.hasAction,
    });
    for (const name of ["loader", "action"]) {
      if (name in module) expect(made.has(module[name]), name).toBe(true);
    }
  });
});

const JSON_BODY = { "content-type": "application/json", body: '{"displayName":"x"}' };
const ways: [method: string, path: string, sent: { "content-type"?: string; body?: string }][] = [
  ["POST", "/", {}],
  ["POST", "/?index", {}],
  ["POST", "/_root.data", {}],
  ["POST", "/dashboard", {}],
  ["POST", "/profile", {}],
  ["POST", "/help", JSON_BODY],
  ["POST", "/en-US/help", {}],
  ["POST", "/sellers/5", {}],
  ["PUT", "/sellers/5", JSON_BODY],
  ["PATCH", "/sellers/5", JSON_BODY],
  ["DELETE", "/sellers/5", {}],
  ["POST", "/profile/image", {}],
  ["POST", "/sellers/new", JSON_BODY],
  ["POST", "/sellers/new", { "content-type": "text/plain", body: "x" }],
  ["POST", "/sellers/new", { "content-type": "multipart/form-data; boundary=x", body: "no part" }],
  ["POST", "/sellers/new.data", JSON_BODY],
  ["PUT", "/sellers/5/edit", JSON_BODY],
  ["POST", "/nope", {}],
  ["PUT", "/nope", JSON_BODY],
  ["PATCH", "/en-US/nope/a", JSON_BODY],
  ["DELETE", "/nope", {}],
];
const sendAs = (browser: BrowserSession, [method, path, { body, ...type }]: (typeof ways)[number], origin: string) =>
  browser.send(method, path, { headers: { ...HTML, ...type, origin }, body, follow: false });

it("A request that is no form of a page gets 401 without a session", async () => {
  const madeUp = { "content-type": "application/x-www-form-urlencoded", body: "formKey=made-up" };
  for (const way of [...ways, ["POST", "/sellers/new", madeUp] satisfies (typeof ways)[number]]) {
    const dead = world.browser();
    dead.setCookie("session", "x".repeat(43));
    for (const browser of [world.browser(), dead]) {
      const answer = await sendAs(browser, way, world.appUrl);
      expect(answer.headers.get("clear-site-data")).toBe(browser === dead ? '"storage"' : null);
      expect(answer.status, `${way[0]} ${way[1]}`).toBe(401);
      expect(answer.text).not.toContain("Unexpected Server Error");
    }
    expect((await sendAs(dead, way, "https://evil.example")).status, `${way[0]} ${way[1]}`).toBe(403);
  }
});

it("A request that is no form of a page is refused with a session, too", async () => {
  const browser = world.browser();
  await browser.signIn(world.sandbox.accounts.franchisee, "/help");
  for (const way of ways) {
    const [method, path, { body }] = way;
    const answer = await sendAs(browser, way, world.appUrl);
    const takesForms = /new|edit/.test(path);
    const refusal = path.includes("nope") ? 404 : !takesForms ? 405 : body === "no part" ? 400 : 415;
    expect(answer.status, `${method} ${path}`).toBe(refusal);
    if (path === "/help") expect(answer.textOf("h1")).toBe("Wewnętrzny błąd serwera");
    if (path === "/profile/image") expect(answer.text).toBe("");
    if (path === "/nope") expect(answer.textOf("h1")).toBe("Nie znaleziono strony");
  }
  expect((await browser.get("/help")).status).toBe(200);
});

it("Public pages tell a visitor nothing about anybody", async () => {
  const answer = await world.browser().data("/auth/signed-out");
  expect(answer.text).toContain('"applicationStatus","initial","userProfile","flash"');
});

it("Public pages call no backend for people who may not come in", async () => {
  expect(control().requests("sellers")).toEqual([]);
  expect(control().requests("image")).toEqual([]);
});

/** The application status in a document, within a script's string. */
const UNAUTHORIZED = /"unauthorized\\?"/;

it("The refusing page offers sign-out and another account after a restart", async () => {
  const elsewhere = world.browser();
  await elsewhere.signIn(world.sandbox.accounts.outsider, "/dashboard").catch(() => undefined);
  await world.restart();
  const refusal = "/error?title=Brak+autoryzacji&message=Nie+masz+dost%C4%99pu+do+tej+strony";
  for (const browser of [outsider, elsewhere]) {
    for (const path of [refusal, "/auth/unauthorized"]) {
      const page = await browser.get(path);
      expect(page.hrefOf("Zaloguj się na inne konto"), path).toBe("/auth/login?prompt=login");
      expect(page.hrefOf("Wyloguj się"), path).toBe("/auth/logout");
      expect(page.textOf("main")).not.toContain("FRANCZYZOBIORCA");
      expect(page.text).not.toMatch(UNAUTHORIZED);
    }
  }
});

it("A person without the role can sign out after a failed second sign-in", async () => {
  const page = await outsider.get("/error/503?reason=signIn&prompt=login&from=%2F");
  expect(page.hrefs()).toEqual(["/auth/login?returnTo=%2F&prompt=login", "/auth/logout"]);
});

it("The refusing page keeps its ways out when its language changes", async () => {
  const refusal = await outsider.get("/dashboard");
  expect(refusal.textOf("h1")).toBe("Brak autoryzacji");
  const page = await outsider.get(`/language?${new URLSearchParams({ locale: "en-US", returnTo: refusal.path })}`);
  expect([page.url.pathname, page.textOf("h1")]).toEqual(["/en-US/error", "No authorization"]);
  expect(page.textOf("main")).toContain("You don’t have access to this page");
  const links = page.hrefs();
  expect(links).toEqual(["/dashboard", "/en-US/auth/login?prompt=login", "/en-US/auth/logout"]);
  outsider.setCookie("i18n_redirected", "");
});

it("A refused person gets in by „Sprawdź ponownie” with the title", async () => {
  const giveBack = takeRole(world.sandbox.accounts.imageless);
  const calls = () => control().requests("profile").length;
  const browser = world.browser();
  const refused = await browser.signIn(world.sandbox.accounts.imageless, "/sellers?q=lodz");
  for (const page of [refused, await browser.get("/auth/unauthorized")]) {
    const words = page.textOf("main");
    expect(words).toContain("Zalogowane konto: jan.wisniewski@example.pl");
    expect(words).toContain("Stanowisko „franczyzobiorca” nadaje administrator firmowego katalogu.");
    expect(page.textOf("main strong[translate=no]")).toBe("jan.wisniewski@example.pl");
    expect(page.textOf("header")).toContain("Jan Wiśniewski");
  }
  const before = calls();
  const again = await browser.follow(refused, "Sprawdź ponownie");
  expect([again.url.pathname, calls() - before]).toEqual(["/error", 1]);

  giveBack();
  const page = await browser.follow(again, "Sprawdź ponownie");
  expect([page.path, page.textOf("h1")]).toEqual(["/sellers?q=lodz", "Sprzedawcy"]);
});

it("The refusing page offers an anonymous person to sign in, not out", async () => {
  for (const path of ["/error?title=Brak+autoryzacji", "/auth/unauthorized"]) {
    const page = await world.browser().get(path);
    expect(page.hrefOf("Zaloguj się"), path).toBe("/auth/login?prompt=login");
    const words = page.textOf("main");
    expect(words).not.toContain("Wyloguj się");
    expect(words).toContain("Panel jest tylko dla franczyzobiorców.");
    expect(words).not.toMatch(/Zalogowane konto|Sprawdź ponownie/);
  }
});

it("A person without access gets no file read, however large it is", async () => {
  const url = new URL("/sellers/import", world.appUrl);
  const headers = {
    origin: world.appUrl,
    cookie: outsider.cookieHeader,
    "content-type": "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
    "content-length": String(5 * 1024 * 1024),
  };
  // Only its first byte is sent: a server that reads the body waits for the rest.
  const sent = request(url, { method: "POST", headers, agent: false });
  const answer = new Promise<string | undefined>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (response) => resolve(response.headers.location));
  });
  sent.write("-");
  expect(decodeURIComponent((await answer) ?? "")).toContain("/error?title=Brak+autoryzacji");
  sent.destroy();
});

it("A person who lost the role while typing gets the form back", async () => {
  const mine = await sharedWorld({ env: { PROFILE_TTL_SECONDS: "0" } });
  onTestFinished(() => mine.close());
  const browser = mine.browser();
  const form = await browser.signIn(mine.sandbox.accounts.franchisee, "/sellers/new");
  const giveBack = takeRole(mine.sandbox.accounts.franchisee);
  const typed = { displayName: "Żółta Łódź", email: "zolta@example.pl", mpk: "00777" };
  const refused = await browser.submit(form, typed, "form:has(input[name=displayName])");
  expect(refused.url.pathname).toBe("/error");
  expect(refused.textOf("h1")).toBe("Brak autoryzacji");
  expect(refused.text).toContain("Nie masz dostępu do tej strony");
  expect(refused.text).toContain("Zachowaliśmy dane wpisane w formularzu.");
  expect(mine.sandbox.control.requests("sellers").filter(({ method }) => method === "POST")).toEqual([]);
  // Pages that are neither errors nor about signing in have the status.
  const elsewhere = await browser.get("/nope");
  expect(elsewhere.text).toMatch(UNAUTHORIZED);

  giveBack();
  const again = await browser.get(refused.hrefs().find((href) => href?.includes("draft=")) ?? "");
  for (const [name, value] of Object.entries(typed))
    expect(again.attribute(`input[name=${name}]`, "value")).toBe(value);
});
