import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserSession } from "../support/browser-session";
import type { Page } from "../support/page";
import type { World } from "../support/world";

/**
 * An open page asks so often whether its session goes on (app/auth/session/watch/watch-session.ts).
 */
const CHECK_EVERY_MS = 2_000;
const READ_EVERY_MS = 8_000;
const EDIT_EVERY_MS = 10_000;
/** Of one request, a second apart. */
const MAX_TRIES = 120;
/** Accounts that one batch changes. */
export const BATCH_SIZE = 30;
const IMPORT_ROWS = 40;
/** Of the seller that an editor changes. */
const FIELD = "firstName";

const RESUME = "form:has([value=resume])";
const RESULTS = ["Wykonane", "Pominięte", "Nieudane", "Nie wiadomo"] as const;

const noItems = () => ({ Wykonane: 0, Pominięte: 0, Nieudane: 0, "Nie wiadomo": 0 });

export const nothingTold = () => ({
  requests: 0,
  checks: 0,
  /**
   * Answers of the 500s, and 0 for connections that broke, by how many: each was asked for again.
   */
  troubles: new Map<string, number>(),
  /** Who was signed in and was asked to sign in. */
  signedOut: new Set<Person>(),
  /** What went as it must not. */
  wrong: [] as string[],
  /** By the id of an edited seller, the last value that was told to be saved. */
  saved: new Map<string, string>(),
  edits: 0,
  /** Addresses of sellers that were told to be added, one by one or by an import. */
  added: new Set<string>(),
  /**
   * Of those whose outcome was told to be unknown, or to have failed: they may be there or not, but
   * not twice.
   */
  unsure: new Set<string>(),
  jobs: 0,
  /** The state of each job that hasn't ended, by its page. */
  open: new Map<string, string>(),
  /** Items of jobs by their outcome. */
  items: noItems(),
  /** By seller, whether its batches left its account enabled. */
  enabled: new Map<string, boolean>(),
  exports: 0,
});

/** What people did, as the panel told them. */
export type Told = ReturnType<typeof nothingTold>;

/** Somebody with the panel open, until `over()`. */
export class Person {
  readonly #world: World;
  readonly #browser: BrowserSession;
  readonly #told: Told;
  readonly #over: () => boolean;
  constructor(world: World, told: Told, over: () => boolean) {
    this.#world = world;
    this.#browser = world.browser();
    this.#told = told;
    this.#over = over;
  }

  async signIn(account: { login: string; password: string }): Promise<void> {
    await this.#browser.signIn(account, "/sellers");
  }

  /** What each open tab does by itself. */
  async keepTabOpen(): Promise<void> {
    await wait(randomInt(CHECK_EVERY_MS));
    while (!this.#over()) {
      const status = await this.#check().catch(() => undefined);
      this.#told.checks += 1;
      if (status === 401) this.#told.signedOut.add(this);
      else if (status === undefined || status >= 500) this.#trouble("check", status);
      await wait(CHECK_EVERY_MS);
    }
  }

  async read(): Promise<void> {
    const places = ["/", "/sellers", "/sellers?q=an", "/sellers?status=active&page=2", "/history", "/profile"];
    await wait(randomInt(READ_EVERY_MS));
    while (!this.#over()) {
      await this.#again(() => this.#browser.get(places[randomInt(places.length)] ?? "/"));
      await wait(READ_EVERY_MS);
    }
  }

  /** Changes one seller, which is theirs alone, again and again. */
  async edit(id: string): Promise<void> {
    for (let version = 1; !this.#over(); version++) {
      await wait(randomInt(EDIT_EVERY_MS));
      const value = `Wersja ${version}`;
      if (await this.#send(`/sellers/${id}/edit`, { [FIELD]: value })) {
        this.#told.saved.set(id, value);
        this.#told.edits += 1;
      }
    }
  }

  async add(name: string): Promise<void> {
    for (let turn = 1; !this.#over(); turn++) {
      await wait(randomInt(EDIT_EVERY_MS));
      const email = `${name}-${turn}@example.pl`;
      const fields = { displayName: `Dodany ${email}`, email, mpk: "00777" };
      if (await this.#send("/sellers/new", fields)) this.#told.added.add(email);
      else this.#told.unsure.add(email);
    }
  }

  /** Disables and enables the same accounts, one batch after the other. */
  async batch(ids: string[]): Promise<void> {
    for (let enable = false; !this.#over(); enable = !enable) {
      const chosen = new URLSearchParams([["action", enable ? "enable" : "disable"], ...ids.map((id) => ["ids", id])]);
      const question = await this.#again(() => this.#browser.post("/sellers/bulk", chosen));
      const job = await this.#again(() => this.#browser.submit(question, {}, "form:has(input[name=confirm])"));
      const outcome = await this.#finished(job.url.pathname);
      const whole = outcome.Wykonane + outcome.Pominięte === ids.length;
      for (const id of ids) {
        if (whole) this.#told.enabled.set(id, enable);
        else this.#told.enabled.delete(id);
      }
    }
  }

  async import(name: string): Promise<void> {
    for (let turn = 1; !this.#over(); turn++) {
      const emails = Array.from({ length: IMPORT_ROWS }, (_, at) => `${name}-${turn}-${at}@example.pl`);
      const rows = emails.map((email) => `;Z pliku ${email};${email};00001;tak`);
      const file = new File([["id;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne", ...rows].join("\n")], "plik.csv");
      const form = await this.#again(() => this.#browser.get("/sellers/import"));
      const checked = await this.#again(() => this.#browser.upload(form, file, "form[enctype]"));
      if (!checked.document.querySelector("form:has(input[name=plan])")) continue;
      const job = await this.#again(() => this.#browser.submit(checked, {}, "form:has(input[name=plan])"));
      const outcome = await this.#finished(job.url.pathname);
      const sure = outcome.Wykonane === IMPORT_ROWS ? this.#told.added : this.#told.unsure;
      for (const email of emails) sure.add(email);
    }
  }

  async export(least: number): Promise<void> {
    for (const path of ["/sellers/export.csv", "/sellers/export.xlsx"]) {
      while (!this.#over()) {
        const page = await this.#again(() => this.#browser.get(path));
        const rows = page.text.trim().split("\n").length - 1;
        if (path.endsWith("csv") && rows < least) this.#told.wrong.push(`${path} has ${rows} of ${least} rows`);
        this.#told.exports += 1;
        await wait(READ_EVERY_MS);
        if (path.endsWith("xlsx") || this.#told.exports % 2) break;
      }
    }
    if (!this.#over()) return this.export(least);
  }

  /**
   * Fills in a form and sends it, and whatever form comes instead of the seller's page, until that
   * comes.
   * @returns whether it did
   */
  async #send(path: string, fields: Record<string, string>): Promise<boolean> {
    const form = "main form:has([name=email])";
    let page = await this.#again(() => this.#browser.get(path));
    for (let left = 20; left > 0; left--) {
      if (!page.document.querySelector(form)) return page.url.pathname.startsWith("/sellers/");
      const before = page;
      page = await this.#again(() => this.#browser.submit(before, fields, form), form);
      // Taken already: by the very seller that was added when the answer was lost.
      if (page.status === 409 && path === "/sellers/new") return false;
      if (page.document.querySelector(form)) await wait(500);
    }
    this.#told.wrong.push(`${path} can't be saved: ${page.status} ${page.textOf("main")?.slice(0, 300)}`);
    return false;
  }

  /** Follows a job to its end, and has it go on where it waits for its owner. */
  async #finished(path: string): Promise<Told["items"]> {
    this.#told.jobs += 1;
    for (let left = 600; left > 0; left--) {
      const page = await this.#again(() => this.#browser.get(path));
      const state = page.textOf("main section [role=status]") ?? "none";
      this.#told.open.set(path, state);
      if (page.document.querySelector(RESUME)) {
        await this.#again(() => this.#browser.submit(page, { intent: "resume" }, RESUME));
      }
      if (state === "Zakończono") {
        this.#told.open.delete(path);
        const outcome = Object.fromEntries(RESULTS.map((result) => [result, counted(page, result)])) as Told["items"];
        for (const result of RESULTS) this.#told.items[result] += outcome[result];
        return outcome;
      }
      await wait(1_000);
    }
    this.#told.wrong.push(`${path} doesn't end`);
    return noItems();
  }

  /**
   * Asks until it is answered with less than 500, as a person does who tries again.
   * @param form an answer that holds this one is to go on with, whatever went wrong
   */
  async #again(ask: () => Promise<Page>, form?: string): Promise<Page> {
    for (let left = MAX_TRIES; ; left--) {
      this.#told.requests += 1;
      const page = await ask().catch(() => undefined);
      if (page && (page.status < 500 || (form && page.document.querySelector(form)))) {
        if (page.url.origin !== this.#world.appUrl) this.#told.signedOut.add(this);
        return page;
      }
      this.#trouble(page ? page.url.pathname.replace(/[0-9a-f-]{36}|[\w-]{22}/, ":id") : "connection", page?.status);
      if (left === 0) throw new Error(`${page?.url.pathname} answers ${page?.status}, again and again`);
      await wait(1_000);
    }
  }

  #trouble(where: string, status = 0): void {
    const kind = `${where} ${status}`;
    this.#told.troubles.set(kind, (this.#told.troubles.get(kind) ?? 0) + 1);
  }

  async #check(): Promise<number> {
    const url = this.#browser.resolve("/auth/session");
    const headers = { cookie: this.#browser.cookieHeader, "sec-fetch-site": "same-origin" };
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(30_000) });
    this.#browser.cookies.store(url, response.headers.getSetCookie());
    return response.status;
  }
}

function counted(page: Page, result: string): number {
  const rows = page.document.querySelectorAll("dl > div");
  const value = rows.find((row) => row.querySelector("dt")?.text === result)?.querySelector("dd")?.text ?? "0";
  return Number(value.replace(/\D/g, ""));
}
