import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type App, startApp } from "../support/app";
import { BrowserSession } from "../support/browser-session";
import { runCommand } from "../support/built-command";
import { type CompanyNetwork, startCompanyNetwork } from "../support/company-network";
import { expectAnswer } from "../support/expect-answer";
import { giveFolder } from "../support/own-folder";
import { addSeller, editSeller } from "../support/seller-pages";
import { giveWorld } from "./support/given-world";

describe("A company's proxy and a backend that its own authority vouches for", () => {
  const { world } = giveWorld({ isOwn: true, sandbox: { sellers: { count: 5 } } });
  let network: CompanyNetwork;
  let outside: Record<string, string>;
  const apps: App[] = [];
  beforeAll(async () => {
    const { SELLERS_API_URL = "", PROFILE_API_URL = "" } = world.sandbox.env;
    network = await startCompanyNetwork({
      "https://sellers.test": SELLERS_API_URL,
      "http://directory.test": PROFILE_API_URL,
    });
    outside = {
      SELLERS_API_URL: "https://sellers.test",
      PROFILE_API_URL: "http://directory.test",
      HTTPS_PROXY: network.proxyUrl,
      http_proxy: network.proxyUrl,
    };
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop("SIGKILL")));
    await network?.close();
  });

  /** Replaces the server by one with other variables, at the same address. */
  const restarted = async (more: Record<string, string>) => {
    await Promise.all(apps.splice(0).map((app) => app.stop("SIGKILL")));
    await world.app.stop("SIGKILL");
    network.tunnels.length = 0;
    const app = await startApp({ ...world.env, ...outside, ...more }, { port: Number(new URL(world.appUrl).port) });
    apps.push(app);
    return app;
  };
  const signIn = async (path = "/sellers") => {
    const browser = world.browser();
    return { browser, page: await browser.signIn(world.sandbox.accounts.franchisee, path) };
  };

  it("People behind a proxy sign in, read and save through it", async () => {
    const app = await restarted({ NODE_EXTRA_CA_CERTS: network.authority });
    const { browser, page } = await signIn();
    expect(page).toMatchObject({ status: 200, path: "/sellers" });
    const [seller] = world.sandbox.control.sellers();
    const saved = await editSeller(browser, seller?.id ?? "", { displayName: "Przez pośrednika" });
    expect(saved.status).toBe(200);
    expect(world.sandbox.control.sellers()[0]?.displayName).toBe("Przez pośrednika");
    const provider = new URL(world.sandbox.env.OIDC_ISSUER ?? "").host;
    expect([...new Set(network.tunnels)].sort()).toEqual([provider, "directory.test:80", "sellers.test:443"].sort());
    expect(app.logs()).not.toContain("company");
  });

  it("The contract command examines a backend through the proxy", async () => {
    const variables = { HTTPS_PROXY: network.proxyUrl, NODE_EXTRA_CA_CERTS: network.authority };
    const { stderr } = await runCommand("contract", ["--url", "https://sellers.test", "--token", "none"], variables);
    expect(stderr).toContain("answers 401");
  });

  it("Hosts of NO_PROXY are reached without the proxy", async () => {
    await restarted({ NODE_EXTRA_CA_CERTS: network.authority, NO_PROXY: "127.0.0.1,.internal.test" });
    expect((await signIn()).page.status).toBe(200);
    expect([...new Set(network.tunnels)].sort()).toEqual(["directory.test:80", "sellers.test:443"]);
  });

  it("A backend isn't believed without its authority's certificate", async () => {
    await restarted({});
    expect((await signIn()).page).toMatchObject({
      status: 503,
      path: expect.stringMatching(/^\/error\/503\?from=%2Fsellers&/),
    });
  });

  it("A form that a proxy doesn't pass on is shown as not saved", async () => {
    await restarted({ NODE_EXTRA_CA_CERTS: network.authority, PROFILE_TTL_SECONDS: "3600" });
    // No tunnel to the sellers may be open yet, because a form sent into one could have arrived.
    const { browser } = await signIn("/preferences");
    const form = await browser.get("/sellers/new");
    expect(network.tunnels).not.toContain("sellers.test:443");
    network.closeProxy(true);
    const fields = { displayName: "Nowy za bramą", email: "brama@example.pl", mpk: "00772" };
    const page = await browser.submit(form, fields, "form:has([name=mpk])");
    network.closeProxy(false);
    expectAnswer(page, 503, "Wróć do formularza", "main");
    expect((await browser.get("/history")).text).not.toContain("Nie wiadomo");
  });
});

describe("IPv6", () => {
  const { world, browser } = giveWorld({ host: "::", isOwn: true, sandbox: { sellers: { count: 5 } } });

  it("People sign in and save by IPv6, and IPv4 is answered too", async () => {
    expect(world.appUrl).toMatch(/^http:\/\/\[::1\]:/);
    expect(await browser.get("/sellers")).toMatchObject({ status: 200, path: "/sellers" });
    const fields = { displayName: "Szósta rodzina", email: "szosta@example.pl", mpk: "00773" };
    expect((await addSeller(browser, fields)).text).toContain("Szósta rodzina");
    const other = new BrowserSession(`http://127.0.0.1:${new URL(world.appUrl).port}`);
    expect((await other.get("/healthz")).status).toBe(200);
  });
});

describe("Secrets in files", () => {
  const { world, browser } = giveWorld({ isOwn: true, sandbox: { sellers: { count: 5 } } });
  const folder = giveFolder();

  it("Sessions go on when a server's secrets move into files", async () => {
    await world.app.stop();
    const { OIDC_CLIENT_SECRET = "", SESSION_SECRET = "", DATABASE_URL = "", ...plain } = world.env;
    const secrets = { OIDC_CLIENT_SECRET, SESSION_SECRET, DATABASE_URL, METRICS_TOKEN: "a-token-from-a-file" };
    const files: Record<string, string> = {};
    for (const [name, value] of Object.entries(secrets)) {
      files[`${name}_FILE`] = join(folder, name);
      await writeFile(join(folder, name), `${value}\n`);
    }
    const app = await startApp({ ...plain, ...files }, { port: Number(new URL(world.appUrl).port) });
    onTestFinished(async () => void (await app.stop("SIGKILL")));
    expect(await browser.get("/sellers")).toMatchObject({ status: 200, via: [] });
    expect((await world.browser().signIn(world.sandbox.accounts.listed, "/sellers")).path).toBe("/sellers");
    const headers = { authorization: "Bearer a-token-from-a-file" };
    expect((await browser.get("/metrics", { headers })).status).toBe(200);
  });
});
