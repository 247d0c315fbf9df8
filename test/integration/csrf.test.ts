import { beforeAll, beforeEach, expect, it } from "vitest";
import { giveWorld } from "./support/given-world";

const { world, browser, writes, signedIn, control } = giveWorld();
let fields: URLSearchParams;

const EVIL = "https://evil.example";
const HTML = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

beforeAll(async () => {
  const page = await browser.get("/sellers/new");
  fields = page.form("main form[method=post]").fields;
  fields.set("displayName", "Podstawiony");
  fields.set("email", "podstawiony@example.pl");
  fields.set("mpk", "00777");
});
beforeEach(() => control().clearRequests());

/** Every address and method by which an action can be reached. */
const ways = ["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
  ["/sellers/new", "/sellers/new.data", "/sellers/new?_data=sellers-new___pl___default", "/en-US/sellers/new"].map(
    (path) => [method, path] as const,
  ),
);

/** Headers of another site's request that has the cookies and a stolen form key. */
const foreign: [string, Record<string, string>][] = [
  ["no Origin at all", {}],
  [
    "another origin and headers that agree with it",
    {
      origin: EVIL,
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example;proto=https",
      "x-original-host": "evil.example",
    },
  ],
];

it.each(foreign)("A request with %s gets 403 everywhere, and nothing is written", async (_name, headersOf) => {
  for (const [method, path] of ways) {
    const body = method === "DELETE" ? undefined : fields.toString();
    const headers = { ...HTML, ...FORM, ...headersOf };
    const answer = await browser.send(method, path, { headers, body, follow: false });
    expect(answer.status, `${method} ${path}`).toBe(403);
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
  expect(writes()).toEqual([]);
});

it("A form with a seller's fields alone is written, each time anew", async () => {
  const add = (mpk: string) =>
    browser.post("/sellers/new", { displayName: `Goły ${mpk}`, email: `goly${mpk}@example.pl`, mpk });
  const [first, second] = [await add("00778"), await add("00779")];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.path).not.toBe(second.path);
  const of = (to: string) => browser.post(`${first.path}/status?to=${to}`, {}, { follow: false });
  expect([(await of("inactive")).status, (await of("active")).status]).toEqual([303, 303]);
  const patches = writes().filter(({ method }) => method === "PATCH");
  expect(patches.map(({ body }) => body)).toEqual([{ accountEnabled: false }, { accountEnabled: true }]);
  expect((await of("nothing")).status).toBe(400);
});

it("The refusal of a request from elsewhere is a Polish page", async () => {
  const answer = await browser.send("POST", "/sellers/new", {
    headers: { ...HTML, ...FORM, origin: EVIL },
    body: "a=1",
  });
  expect(answer.text).toContain("Brak dostępu");
  expect(answer.text).not.toMatch(/Error:|at \w+ \(/);
});

it.each<[string, Record<string, string>]>([
  [
    "a picture on another site",
    { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" },
  ],
  ["a link on another site", { ...HTML, "sec-fetch-site": "cross-site" }],
  ["a neighbouring site", { ...HTML, "sec-fetch-site": "same-site" }],
  ["the address bar", { ...HTML, "sec-fetch-site": "none" }],
  ["a browser that says nothing", { ...HTML }],
  ["another site, with its address alone", { ...HTML, referer: `${EVIL}/` }],
  ["a picture of our own", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" }],
  ["a page fetched ahead", { ...HTML, "sec-fetch-site": "same-origin", "sec-purpose": "prefetch;prerender" }],
  ["another site, with a script's request", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "empty" }],
])("A sign-out by a GET from %s is asked about first", async (_name, headers) => {
  for (const path of ["/auth/logout", "/logout", "/auth/logout.data", "/en-US/auth/logout"]) {
    await browser.send("GET", path, { headers });
  }
  const question = await browser.send("GET", "/auth/logout", { headers });
  expect(question.status).toBe(200);
  expect(question.textOf("form button")).toBe("Wyloguj się");
  expect(await browser.isSignedIn()).toBe(true);
});

it.each<[string, Record<string, string>]>([
  ["by a browser's word", { "sec-fetch-site": "same-origin" }],
  ["by its Referer, where the browser has no such word", { referer: "/sellers" }],
])("A sign-out by a GET from a page of ours happens at once: %s", async (_how, headers) => {
  const own = await signedIn("franchisee");
  const referer = headers.referer && { referer: `${world.appUrl}${headers.referer}` };
  const answer = await own.send("GET", "/auth/logout", { headers: { ...headers, ...referer }, follow: false });
  expect(answer.status).toBe(302);
  expect(await own.isSignedIn()).toBe(false);
});

it("A sign-out by a post from another site doesn't happen", async () => {
  const headers = { ...HTML, ...FORM, origin: EVIL, "sec-fetch-site": "cross-site" };
  for (const path of ["/auth/logout", "/logout", "/auth/logout.data"]) {
    const answer = await browser.send("POST", path, { headers, body: "scope=everywhere", follow: false });
    expect(answer.status).toBe(403);
  }
  expect(await browser.isSignedIn()).toBe(true);
});

const headers = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "444",
  forwarded: "host=evil.example",
};

it("An attacker's Host changes neither the redirect URI nor any Location", async () => {
  const login = await world.browser().get("/auth/login", { headers, follow: false });
  const asked = new URL(login.location);
  expect(asked.origin).toBe(world.sandbox.issuer);
  expect(asked.searchParams.get("redirect_uri")).toBe(`${world.appUrl}/auth`);
  for (const path of ["/profile", "/logout", "/dashboard", "/auth?error=x", "/silent-refresh"]) {
    const answer = await world.browser().get(path, { headers, follow: false });
    expect(answer.location, path).toMatch(/^\/(?!\/)/);
    expect(JSON.stringify([...answer.headers]), path).not.toContain("evil");
  }
});

it.each([
  "/sellers/..%2fadmin",
  "/sellers/..%2F..%2Fadmin",
  "/sellers/a%2F..%2F..%2Fadmin",
  "/sellers/..%5C..%5Cadmin",
  "/sellers/a%252Fb",
  "/en-US/sellers/a%252Fb%2Fc",
])("The address %s is no page, and no backend gets it", async (path) => {
  for (const address of [path, `${path}/edit`, `${path}/history`]) {
    expect((await browser.get(address)).status, address).toBe(404);
  }
  const paths = control()
    .requests("sellers")
    .map((request) => request.path);
  expect(paths.filter((each) => each !== "/api/sellers")).toEqual([]);
});
