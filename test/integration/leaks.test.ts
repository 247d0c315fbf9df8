import { expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import { giveHostileWorld, HostileWorld } from "./support/hostile-world";

const world = await giveHostileWorld(HostileWorld.start({ LOG_LEVEL: "trace" }));
const pages: Page[] = [];

/** All of an answer except `Location`, because a code or a hint has to be in the provider's address. */
function said({ headers, text, status, url }: Page): string {
  const shown = [...headers].filter(([name]) => name !== "location" && name !== "set-cookie");
  const location = headers.get("location") ?? "";
  const within = status >= 300 && status < 400 && location.startsWith("/") ? location : "";
  return `${url.pathname} ${JSON.stringify(shown)} ${within} ${text}`;
}

async function visit(browser: BrowserSession, path: string): Promise<void> {
  pages.push(await browser.get(path, { follow: false }));
}

it("No token, code, verifier, session id or secret gets out anywhere", async () => {
  const secrets = new Set([
    world.provider.clientSecret,
    world.env.SESSION_SECRET as string,
    Buffer.from(`panel:${world.provider.clientSecret}`).toString("base64"),
  ]);

  const browser = world.browser();
  const callback = await world.callbackUrl(browser, "/sellers");
  pages.push(await browser.get(callback.href, { follow: false }));
  secrets.add(browser.cookie("session") as string);

  for (const path of ["/", "/sellers", "/profile", "/preferences", "/sellers/new", "/history", "/none", "/error/500"]) {
    await visit(browser, path);
    pages.push(await browser.data(path, { follow: false }));
  }
  await visit(browser, "/?_data=root");
  await visit(browser, "/auth/silent-renew");
  await visit(browser, callback.href);
  await visit(browser, "/auth?error=access_denied&error_description=x");
  await visit(browser, `/auth?code=${[...world.provider.secrets][0]}&state=x`);

  // Each kind of failure, during a sign-in and after it.
  for (const script of [
    { idToken: { signing: "garbled" } as const },
    { idToken: { claims: (claims: object) => ({ ...claims, sub: "" }) } },
    { token: () => ({ status: 500 }) },
    { token: (truth: object) => ({ status: 400, json: { ...truth, error: "invalid_grant" } }) },
    { token: (truth: object) => ({ json: { ...truth, token_type: "odd" } }) },
    { token: (truth: object) => ({ html: JSON.stringify(truth) }) },
    { userinfo: () => ({ json: { sub: "somebody-else" } }) },
  ]) {
    world.provider.script = script;
    pages.push(await world.browser().get("/profile"));
  }
  world.provider.script = {};
  for (const status of [400, 401, 403, 404, 500]) {
    world.backendStatus = status;
    const other = world.browser();
    pages.push(await other.get("/sellers"));
  }
  world.backendStatus = undefined;
  pages.push(await (await world.signedIn()).signOut());
  await world.browser().send("POST", "/auth/backchannel-logout", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `logout_token=${await world.provider.logoutToken({ signing: "garbled" })}`,
  });
  for (const call of world.provider.callsTo("/token")) {
    const verifier = call.body.get("code_verifier");
    if (verifier) secrets.add(verifier);
  }
  for (const secret of world.provider.secrets) secrets.add(secret);

  expect(secrets.size).toBeGreaterThan(20);
  expect(pages.length).toBeGreaterThan(25);
  const last = (await world.browser().get("/none")).headers.get("x-request-id") as string;
  await expect.poll(() => world.logs()).toContain(last);
  const logs = world.logs();
  expect(logs.length).toBeGreaterThan(1_000);
  for (const secret of secrets) {
    // A part of a secret is a leak, too.
    const part = secret.slice(0, 24);
    expect(logs, "the log").not.toContain(part);
    for (const page of pages) expect(said(page), `${page.url.pathname} (${page.status})`).not.toContain(part);
  }
});

it("A sign-in's log has the callback's path and not its query", () => {
  const lines = world.logs().split("\n");
  expect(lines.some((line) => /"route":"auth___/.test(line))).toBe(true);
  expect(lines.filter((line) => /[?&](code|state|id_token_hint|logout_token)=/.test(line))).toEqual([]);
  // remix-serve's own lines, which are dropped, would name each address.
  expect(lines.filter((line) => /^(GET|HEAD|POST) /.test(line))).toEqual([]);
});
