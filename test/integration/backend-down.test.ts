import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { type App, startApp } from "../support/app";
import { BrowserSession } from "../support/browser-session";
import { expectAnswer } from "../support/expect-answer";
import { startFaultServer } from "../support/fault-server";
import { createDatabase } from "../support/postgres";
import { giveWorld } from "./support/given-world";

describe("A sellers backend that hangs", () => {
  const { world, browser } = giveWorld({
    isOwn: true,
    env: { BACKEND_TIMEOUT_MS: "10000", METRICS_TOKEN: "a-token-for-these-metrics" },
    sandbox: { sellers: { count: 5 } },
  });

  const circuit = async () => {
    const headers = { authorization: "Bearer a-token-for-these-metrics" };
    return /backend_circuit_open\{backend="sellers"\} (\d)/.exec(
      (await browser.get("/metrics", { headers })).text,
    )?.[1];
  };
  it("A backend that hangs isn't called any more after five timeouts", async () => {
    const { control } = world.sandbox;
    const form = await browser.get("/sellers/new");
    control.fault({ target: "sellers", hold: true });
    const met = await Promise.all(Array.from({ length: 5 }, () => browser.get("/sellers")));
    expect(met.map(({ status }) => status)).toEqual([504, 504, 504, 504, 504]);
    // From now on the circuit lets one call through at a time, which fails at once, and waits twice
    // as long before the next one.
    control.clearFaults();
    control.fault({ target: "sellers", status: 504 });
    control.clearRequests();
    const countCalls = async () => {
      await browser.get("/sellers");
      return control.requests("sellers").length;
    };
    await expect.poll(countCalls, { timeout: 120_000, interval: 200 }).toBeGreaterThanOrEqual(4);
    control.clearRequests();

    expect(await browser.get("/sellers")).toMatchObject({
      status: 504,
      path: expect.stringMatching(/^\/error\/504\?from=%2Fsellers&/),
    });
    const fields = { displayName: "Nowy za tamą", email: "tama@example.pl", mpk: "00771" };
    const page = await browser.submit(form, fields, "form:has([name=mpk])");
    expectAnswer(page, 504, "Wróć do formularza");
    expect(page.text).not.toContain("Nie wiadomo");
    expect(control.requests("sellers")).toEqual([]);
    expect(await circuit()).toBe("1");
    // Pages that need another backend still work.
    expect((await browser.get("/profile")).status).toBe(200);
    expect(await browser.get("/")).toMatchObject({ status: 200, path: "/" });

    control.clearFaults();
    await expect.poll(async () => (await browser.get("/sellers")).status, { timeout: 60_000, interval: 200 }).toBe(200);
    expect(await circuit()).toBe("0");
    const history = await browser.get("/history");
    expect(history.text).toContain("Nowy za tamą");
    expect(history.text).not.toContain("Nie wiadomo");
  });
});

/** How many answers of the server below haven't ended yet. */
let open = 0;
const dripping = await startFaultServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  // The profile searches the sellers for the person's address, and isn't meant here.
  if (request.url?.includes("%40")) return response.end(JSON.stringify({ sellers: [], total: 0 }));
  open += 1;
  const drip = setInterval(() => response.write(" "), 50);
  response.once("close", () => {
    clearInterval(drip);
    open -= 1;
  });
});
afterAll(() => dripping.close());

describe("Backends that answer a byte at a time", () => {
  const { world, browser, signedIn } = giveWorld({
    isOwn: true,
    env: {
      SELLERS_API_URL: dripping.url,
      BACKEND_TIMEOUT_MS: "60000",
      BACKEND_CONCURRENCY: "8",
      PROFILE_TTL_SECONDS: "0",
    },
  });

  it("A backend that answers a byte at a time holds up no other", async () => {
    const others = [await signedIn("franchisee"), await signedIn("listed")];
    const leaving = new AbortController();
    const tabs = others.flatMap(({ cookieHeader: cookie }) =>
      ["/sellers", "/sellers/s1", "/sellers?q=a", "/sellers/s2/edit"].map((path) =>
        fetch(new URL(path, world.appUrl), { headers: { cookie }, signal: leaving.signal }).catch(() => undefined),
      ),
    );
    await vi.waitFor(() => expect(open).toBeGreaterThanOrEqual(4), 60_000);
    for (let n = 0; n < 3; n += 1) {
      expect(await browser.get("/profile")).toMatchObject({ status: 200, via: [] });
      // The page came although none of these answers had ended.
      expect(open).toBeGreaterThanOrEqual(4);
    }
    leaving.abort();
    await Promise.all(tabs);
    // Because the tabs left: the calls' own deadline is later.
    await vi.waitFor(() => expect(open).toBe(0), 30_000);
  });
});

// PostgreSQL, because two servers share the database.
const databaseUrl = await createDatabase(inject("postgresPort"));

describe("A directory that is down", () => {
  const { world } = giveWorld({ isOwn: true, databaseUrl, sandbox: { sellers: { count: 5 } } });
  let app: App;
  beforeAll(async () => {
    // The shortest time is a minute, so the test moves the clock.
    const more = { PROFILE_TTL_SECONDS: "0", PROFILE_STALE_MINUTES: "1" };
    app = await startApp({ ...world.env, ...more }, { aheadMs: 0 });
  });
  afterAll(() => app?.stop("SIGKILL"));

  const directory = (fault: object) => world.sandbox.control.fault({ target: "profile", ...fault });
  /** A browser whose person was let in a moment ago. */
  const letIn = async (): Promise<BrowserSession> => {
    const person = world.browser();
    await person.signIn(world.sandbox.accounts.franchisee, "/profile");
    const browser = new BrowserSession(app.url);
    for (const each of person.cookieHeader.split("; ")) {
      browser.cookies.store(new URL(app.url), [`${each}; Path=/`]);
    }
    // The test before may have left the circuit open, so that the directory isn't called at all.
    const { control } = world.sandbox;
    control.clearRequests();
    await vi.waitFor(async () => {
      expect(await browser.get("/sellers")).toMatchObject({ status: 200, via: [] });
      expect(control.requests("profile")).not.toEqual([]);
    }, 60_000);
    return browser;
  };

  it.each([
    ["answers 503", { status: 503 }],
    ["answers 500", { status: 500 }],
    ["drops its connections", { drop: true }],
    ["answers with a page of HTML", { html: true }],
  ])("A directory that %s signs out nobody whom it has just let in", async (_name, fault) => {
    const browser = await letIn();
    directory(fault);
    for (let n = 0; n < 7; n += 1) expect(await browser.get("/sellers")).toMatchObject({ status: 200, via: [] });
    expect((await browser.get("/profile")).text).toContain("FRANCZYZOBIORCA");
  });

  it("A directory that is down lets nobody in whom it hasn't let in before", async () => {
    directory({ status: 503 });
    const browser = world.browser();
    expect((await browser.signIn(world.sandbox.accounts.franchisee)).status).toBe(503);
  });

  it.each([
    ["another title", { body: { Value: { directoryObject: { jobTitle: "KSIĘGOWA" } } } }, "/error?"],
    ["404", { status: 404 }, "/error?"],
    ["403", { status: 403 }, "/error/403?"],
  ])("The directory's answer of %s counts at once, also when it is down then", async (_name, said, screen) => {
    const browser = await letIn();
    directory({ ...said, times: 1 });
    directory({ status: 503 });
    expect((await browser.get("/sellers")).path).toContain(screen);
    expect((await browser.get("/sellers")).path).toContain("/error/503?");
  });

  it("A directory that is down is believed for PROFILE_STALE_MINUTES", async () => {
    const browser = await letIn();
    directory({ status: 503 });
    await app.putAhead(45_000);
    expect((await browser.get("/sellers")).status).toBe(200);
    await app.putAhead(61_000);
    expect((await browser.get("/sellers")).path).toContain("/error/503?");
    expect(await browser.isSignedIn()).toBe(true);
    world.sandbox.control.clearFaults();
    await vi.waitFor(async () => expect((await browser.get("/sellers")).status).toBe(200), 60_000);
  });
});
