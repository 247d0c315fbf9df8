import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCommand } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import { BrowserSession } from "../support/browser-session";
import { startNginx } from "../support/nginx";
import { startWorld } from "../support/world";
import { HostileWorld, heading } from "./support/hostile-world";

/** Sends a path as it is: `fetch` would resolve `/a/../b`. */
async function rawRequest(origin: string, path: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(origin, { path, agent: false }), "response")) as [IncomingMessage];
  return answer.resume();
}

describe.skipIf(!findCommand("nginx"))("nginx with deploy/nginx.conf", () => {
  let world: HostileWorld;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let front: string;

  beforeAll(async () => {
    world = await HostileWorld.shared();
    const port = await freePort();
    front = `http://127.0.0.1:${port}`;
    // A slow machine can't send 100 requests a second, so the limit is lowered.
    nginx = await startNginx(port, [world.app.port], [["zone=pages:1m rate=100r/s", "zone=pages:1m rate=1r/s"]]);
  });
  afterAll(async () => {
    await nginx?.close();
    await world?.close();
  });

  it("Signing out leads to the provider, however large its ID tokens are", async () => {
    // Many groups and roles make an ID token so long; a longer one isn't sent as a hint.
    world.provider.padding = "x".repeat(2_400);
    const browser = await world.signedIn();
    const out = await browser.signOut(`${front}/auth/logout`);
    expect(out.status).toBe(302);
    const address = new URL(out.location);
    expect(address.pathname).toBe("/end-session");
    expect(address.searchParams.get("id_token_hint")?.length).toBeGreaterThan(3_500);
    expect(await browser.isSignedIn()).toBe(false);
  });

  it("Headers of any size are taken or refused in words", async () => {
    const sent = async (lines: number, bytes: number, path = "/healthz") => {
      const many = Array.from({ length: lines }, (_, at) => [`x-other-${at}`, "x".repeat(bytes)]);
      const page = await world.browser(front).get(path, { follow: false, headers: Object.fromEntries(many) });
      return { status: page.status, title: page.status === 200 ? undefined : heading(page) };
    };
    expect(await sent(2, 16_000)).toMatchObject({ status: 200 });
    expect(await sent(0, 0, "/large-headers")).toMatchObject({ status: 404 });
    const refused = { status: 431, title: "Przeglądarka przysłała zbyt wiele danych naraz" };
    expect(await sent(1, 17_000)).toEqual(refused);
    expect(await sent(0, 0, `/healthz?${"x".repeat(16_000)}`)).toMatchObject({ status: 200 });
    expect(await sent(0, 0, `/healthz?${"x".repeat(17_000)}`)).toEqual(refused);
    for (const lines of [3, 4]) {
      expect(await sent(lines, 16_000)).toEqual(refused);
      for (let each = 0; each < 4; each += 1) expect(await sent(0, 0)).toMatchObject({ status: 200 });
    }
  });

  it("A path that nginx and the app could read in two ways is refused", async () => {
    const statusOf = async (path: string) => {
      const { statusCode, headers } = await rawRequest(front, path);
      return headers["x-request-id"] ? `${statusCode} of the app` : statusCode;
    };
    for (const path of ["/auth\\login", "/\\", "/healthz\\..\\auth\\login"]) expect(await statusOf(path)).toBe(400);
    for (const path of ["/metrics", "/METRICS", "/metrics/", "/metrics.data", "/%6Detrics"]) {
      expect(await statusOf(path)).toBe(404);
    }
    expect(await statusOf("/healthz?a\\b")).toBe("200 of the app");
  });

  it("An address that begins endless sign-ins is refused, others aren't", async () => {
    const login = "/AUTH/login?returnTo=/profile";
    const asked = async (path: string, count: number, forwarded: (at: number) => string) => {
      const answers = Array.from({ length: count }, (_, at) =>
        world.browser(front).get(path, { follow: false, headers: { "x-forwarded-for": forwarded(at) } }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const statuses = async (...given: Parameters<typeof asked>) => new Set(await asked(...given));
    // Each twentieth request is from another address.
    const crowd = await asked(login, 600, (at) => `203.0.113.${at % 20 === 0 ? 2 + at / 20 : 1}`);
    expect(new Set(crowd.filter((_, at) => at % 20 === 0))).toEqual(new Set([308]));
    expect(new Set(crowd)).toEqual(new Set([308, 429]));
    expect(await statuses("/healthz", 400, () => "203.0.113.1")).toEqual(new Set([200]));
    // Only the last address counts, which the TLS proxy wrote; made-up ones before it change nothing.
    expect(await statuses(login, 400, (at) => `198.51.100.${at % 250}, 203.0.113.1`)).toContain(429);
  });

  it("An address that opens endless pages is refused, others aren't", async () => {
    const opened = (count: number, path: string, address: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          world.browser(front).get(path, { follow: false, headers: { "x-forwarded-for": address } }),
        ),
      );
    const [many, others, checks] = await Promise.all([
      opened(900, "/error/404", "203.0.113.50"),
      opened(20, "/error/404", "203.0.113.51"),
      opened(300, "/auth/session", "203.0.113.50"),
    ]);
    const refused = many.filter(({ status }) => status === 429);
    expect(many.filter(({ status }) => status === 404).length).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(100);
    expect(new Set(refused.map(heading))).toEqual(new Set(["Zbyt wiele żądań naraz"]));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it("A file of 10 MB is taken, one of 14 refused, and an export streamed", async () => {
    const port = await freePort();
    const appUrl = `http://127.0.0.1:${port}`;
    const proxied = await startWorld({ sandbox: { appUrl, sellers: { count: 300 } }, env: { APP_URL: appUrl } });
    const at = proxied.app.port;
    const proxy = await startNginx(port, [at]);
    try {
      const browser = new BrowserSession(appUrl);
      const form = await browser.signIn(proxied.sandbox.accounts.franchisee, "/sellers/import");
      const line = ";Duży plik;duzy@example.pl;00001;tak\n";
      const sized = (megabytes: number) => {
        const text = `id;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne\n${line.repeat((megabytes * 1e6) / line.length)}`;
        return new File([text], "plik.csv");
      };
      // The app's own page answers both: too many rows, and too many bytes.
      expect((await browser.upload(form, sized(9.5), "form[enctype]")).textOf("h1")).toBe("Import sprzedawców");
      expect((await browser.upload(form, sized(14), "form[enctype]")).status).toBe(413);
      const exported = await browser.get("/sellers/export.csv");
      expect(exported.text.split("\n").length).toBeGreaterThan(300);
      expect((await fetch(`${appUrl}/metrics`)).status).toBe(404);
    } finally {
      await proxy.close();
      await proxied.close();
    }
  });
});
