import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCommand } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import { type Sandbox, startSandbox } from "../sandbox/sandbox";
import { type App, startApp } from "../support/app";
import { BrowserSession } from "../support/browser-session";
import { countsOf } from "../support/job-pages";
import { nextVersion } from "../support/next-version";
import { startNginx } from "../support/nginx";
import type { Page } from "../support/page";
import { createDatabase, type Postgres, startPostgres } from "../support/postgres";
import { checkFile, startImport } from "../support/seller-pages";

const SELLERS = 300;
const IMPORTED = 120;
/** How many items of a job are sent at once. */
const CONCURRENCY = 4;

describe.skipIf(!findCommand("nginx"))("Three processes behind nginx", () => {
  let sandbox: Sandbox;
  let postgres: Postgres;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let env: Record<string, string>;
  let ports: [number, number, number];
  const apps: App[] = [];
  let appUrl: string;

  beforeAll(async () => {
    const front = await freePort();
    appUrl = `http://127.0.0.1:${front}`;
    // A token is renewed 60 s before it expires, so here every 6 s.
    sandbox = await startSandbox({ appUrl, sellers: { count: SELLERS }, tokens: { accessTokenSeconds: 66 } });
    postgres = await startPostgres();
    env = {
      ...sandbox.env,
      APP_URL: appUrl,
      SESSION_SECRET: randomBytes(32).toString("base64url"),
      DATABASE_URL: await createDatabase(postgres.port),
      BACKEND_TIMEOUT_MS: "1000",
    };
    ports = [await freePort(), await freePort(), await freePort()];
    for (const port of ports) apps.push(await startApp(env, { port }));
    nginx = await startNginx(front, ports);
  });
  afterAll(async () => {
    await nginx?.close();
    await Promise.all(apps.map((app) => app.stop("SIGKILL")));
    await sandbox?.close();
    await postgres?.remove();
  });

  /** Ends one process by the signal, and starts the next version in its place. */
  async function roll(at: 0 | 1 | 2, signal: NodeJS.Signals): Promise<void> {
    await apps[at]?.stop(signal);
    apps[at] = await startApp(env, { port: ports[at], build: nextVersion });
  }

  const sent = (method: string) => sandbox.control.requests("sellers").filter((request) => request.method === method);
  const FORM = "main form:has([name=email])";

  /**
   * Repeats a request until the app answers it: nginx itself answers 502 or 504, and the app 503. A
   * form that comes back counts as an answer.
   */
  async function again(ask: () => Promise<Page>): Promise<Page> {
    for (let left = 100; ; left--) {
      const page = await ask().catch(() => undefined);
      if (page && (page.status < 500 || page.document.querySelector(FORM))) return page;
      if (left === 0) throw new Error(`Nothing but ${page?.status}: ${page?.text.slice(0, 2000)}`);
      await wait(200);
    }
  }

  async function finished(browser: BrowserSession, path: string): Promise<Page> {
    for (let left = 400; left > 0; left--) {
      const page = await again(() => browser.get(path));
      if (page.textOf("main p [role=status]") === "Zakończono") return page;
      await wait(300);
    }
    throw new Error(`${path} doesn't end`);
  }

  /** Adds a seller by sending the form again until the seller's page comes. */
  async function add(browser: BrowserSession, form: Page, email: string): Promise<void> {
    const fields = { displayName: `Sklep ${email}`, email, mpk: "00777" };
    let page = form;
    for (let tries = 0; tries < 20; tries++) {
      const answer = await again(() => browser.submit(page, fields, FORM));
      // 409: the answer was lost with its process, and the seller's address is taken now.
      const made = answer.document.querySelector(FORM) === null;
      if (made || answer.status === 409) return;
      page = answer;
      await wait(300);
    }
    throw new Error(`${email} isn't added: ${page.status} ${page.textOf("main")}`);
  }

  it("Replicas that are killed and replaced lose nothing and do nothing twice", async () => {
    const people = Array.from({ length: 3 }, () => new BrowserSession(appUrl));
    const [one, two, three] = people as [BrowserSession, BrowserSession, BrowserSession];
    await one.signIn(sandbox.accounts.franchisee, "/sellers");
    await two.signIn(sandbox.accounts.listed, "/sellers");
    await three.signIn(sandbox.accounts.imageless, "/sellers");
    const signIns = () => sandbox.control.requests("provider").filter(({ path }) => path === "/auth").length;
    const begun = signIns();

    for (const { id } of sandbox.control.sellers()) sandbox.control.changeSeller(id, { accountEnabled: true });
    // Before anything happens: an open page and running jobs of the old version.
    const oldForm = await three.get("/sellers/new");
    const oldScript = /\/assets\/[\w.-]+\.js/.exec(oldForm.text)?.[0] as string;
    sandbox.control.fault({ target: "sellers", method: "PATCH", delayMs: 60 });
    const question = await one.post("/sellers/bulk", { action: "disable", all: "1" });
    const batch = (await one.submit(question, {}, "form:has(input[name=confirm])")).path;
    const rows = Array.from({ length: IMPORTED }, (_, at) => `;Import ${at};import-${at}@example.pl;00001;tak`);
    const file = ["id;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne", ...rows].join("\n");
    const imported = (await startImport(two, await checkFile(two, file))).path;

    let done = false;
    const added: string[] = [];
    const working = (async () => {
      for (let at = 0; !done; at++) {
        const email = `dodany-${at}@example.pl`;
        await add(three, await again(() => three.get("/sellers/new")), email);
        added.push(email);
      }
    })();
    const reading = (async () => {
      while (!done) {
        for (const browser of people) {
          const page = await again(() => browser.get("/sellers"));
          expect(page.textOf("h1")).toBe("Sprzedawcy");
        }
        await wait(250);
      }
    })();

    await expect.poll(() => sent("PATCH").length).toBeGreaterThan(30);
    await roll(0, "SIGKILL");
    // While both versions run, a page's script comes from the process that has it.
    const newScript = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(`${apps[0]?.url}/accessibility`)).text());
    expect(newScript?.[0]).not.toBe(oldScript);
    for (let turn = 0; turn < 6; turn++) {
      for (const script of [oldScript, newScript?.[0]])
        await expect.poll(async () => (await fetch(appUrl + script)).status).toBe(200);
    }
    await postgres.stop("SIGQUIT");
    await expect.poll(async () => (await fetch(`${apps[1]?.url}/readyz`)).status).toBe(503);
    await postgres.start();
    await roll(1, "SIGTERM");
    await roll(2, "SIGKILL");
    const enough = Math.max(added.length + 2, 5);
    await expect.poll(() => added.length, { timeout: 300_000 }).toBeGreaterThan(enough);
    done = true;
    await Promise.all([working, reading]);

    // Items that were in flight when a process or PostgreSQL died are settled by the history as done.
    for (const [browser, path, count] of [[one, batch, SELLERS] as const, [two, imported, IMPORTED] as const])
      expect(countsOf(await finished(browser, path))).toEqual([count, 0, 0, 0]);
    await add(three, oldForm, "stary@example.pl");

    const sellers = sandbox.control.sellers();
    const expected = [...rows.map((_, at) => `import-${at}@example.pl`), ...added, "stary@example.pl"];
    const there = sellers.map(({ email }) => email).filter((email) => /^(?:import|dodany|stary)/.test(email));
    expect(there.sort()).toEqual(expected.sort());
    // Each of the batch's sellers is disabled once, except those in flight when a process died.
    const seeded = sellers.filter(({ email }) => !expected.includes(email));
    expect(seeded.filter(({ accountEnabled }) => accountEnabled)).toEqual([]);
    const each = new Map<string, number>();
    for (const { path } of sent("PATCH")) each.set(path, (each.get(path) ?? 0) + 1);
    expect([...each.values()].filter((times) => times > 1).length).toBeLessThanOrEqual(2 * CONCURRENCY);

    // Each person's first session goes on, although its tokens were renewed meanwhile.
    for (const browser of people) expect((await browser.get("/sellers")).textOf("h1")).toBe("Sprzedawcy");
    expect(signIns()).toBe(begun);
    const renewals = sandbox.control.requests("provider").filter(({ path }) => path.startsWith("/token")).length;
    expect(renewals).toBeGreaterThan(people.length);
  });
});
