import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserSession } from "../support/browser-session";
import { countOf } from "../support/job-pages";
import type { Page } from "../support/page";
import type { World } from "../support/world";

/** An open page asks so often whether its session goes on (app/auth/session/watch). */
const CHECK_EVERY_MS = 2_000;
const WORK_EVERY_MS = 8_000;
/** Attempts at one request, a second apart. */
const MAX_TRIES = 120;
const IMPORT_ROWS = 40;
const RESUME = "form:has([value=resume])";

/** What the panel told people about their work. */
export class Told {
  /** People who were signed in and were asked to sign in. */
  readonly signedOut = new Set<Person>();
  readonly faults: string[] = [];
  /** Forms and items that the panel said it saved. */
  writes = 0;
  /** The last first name that the panel said it saved, by the seller's id. */
  readonly saved = new Map<string, string>();
  /** Addresses of sellers that the panel said it added. */
  readonly added = new Set<string>();
  /** Addresses of sellers whose addition failed or has an unknown outcome; each may exist once. */
  readonly unsure = new Set<string>();
  /** Whether a seller's last batch, which was done as a whole, left the account enabled. */
  readonly enabled = new Map<string, boolean>();
}

/** Somebody with the panel open, until `isOver()`. */
export class Person {
  readonly #world: World;
  readonly #browser: BrowserSession;
  readonly #told: Told;
  readonly #isOver: () => boolean;
  constructor(world: World, told: Told, isOver: () => boolean) {
    this.#world = world;
    this.#browser = world.browser();
    this.#told = told;
    this.#isOver = isOver;
  }

  async signIn(account: { login: string; password: string }): Promise<void> {
    await this.#browser.signIn(account, "/sellers");
  }

  /** Checks the session, as each open tab does by itself. */
  async keepTabOpen(): Promise<void> {
    await wait(randomInt(CHECK_EVERY_MS));
    while (!this.#isOver()) {
      const page = await this.#browser.get("/auth/session", { follow: false }).catch(() => undefined);
      if (page?.status === 401) this.#told.signedOut.add(this);
      await wait(CHECK_EVERY_MS);
    }
  }

  async read(paths: string[], leastExported: number): Promise<void> {
    while (!this.#isOver()) {
      await wait(randomInt(2 * WORK_EVERY_MS));
      const path = paths[randomInt(paths.length)] as string;
      const { text } = await this.#insist(() => this.#browser.get(path));
      const rows = text.trim().split("\n").length - 1;
      if (path.endsWith(".csv") && rows < leastExported) this.#told.faults.push(`${path} has ${rows} rows`);
    }
  }

  /** Changes one seller, whom nobody else changes, again and again. */
  async edit(id: string): Promise<void> {
    for (let version = 1; !this.#isOver(); version++) {
      await wait(randomInt(2 * WORK_EVERY_MS));
      const firstName = `Wersja ${version}`;
      if (await this.#save(`/sellers/${id}/edit`, { firstName })) this.#told.saved.set(id, firstName);
    }
  }

  async add(name: string): Promise<void> {
    for (let count = 1; !this.#isOver(); count++) {
      await wait(randomInt(2 * WORK_EVERY_MS));
      const email = `${name}-${count}@example.pl`;
      const isSaved = await this.#save("/sellers/new", { displayName: `Dodany ${email}`, email, mpk: "00777" });
      (isSaved ? this.#told.added : this.#told.unsure).add(email);
    }
  }

  /** Disables and enables the same accounts, one batch after the other. */
  async batch(ids: string[]): Promise<void> {
    for (let enable = false; !this.#isOver(); enable = !enable) {
      const chosen = new URLSearchParams([["action", enable ? "enable" : "disable"], ...ids.map((id) => ["ids", id])]);
      const question = await this.#insist(() => this.#browser.post("/sellers/bulk", chosen));
      const { done, skipped } = await this.#runJob(question, "form:has(input[name=confirm])");
      for (const id of ids) {
        if (done + skipped === ids.length) this.#told.enabled.set(id, enable);
        else this.#told.enabled.delete(id);
      }
    }
  }

  async import(name: string): Promise<void> {
    for (let count = 1; !this.#isOver(); count++) {
      const emails = Array.from({ length: IMPORT_ROWS }, (_, at) => `${name}-${count}-${at}@example.pl`);
      const rows = emails.map((email) => `;Z pliku ${email};${email};00001;tak`);
      const file = new File([["id;Nazwa wyświetlana;Adres e-mail;MPK;Konto aktywne", ...rows].join("\n")], "plik.csv");
      const form = await this.#insist(() => this.#browser.get("/sellers/import"));
      const preview = await this.#insist(() => this.#browser.upload(form, file, "form[enctype]"));
      if (!preview.document.querySelector("form:has(input[name=plan])")) continue;
      const { done } = await this.#runJob(preview, "form:has(input[name=plan])");
      for (const email of emails) (done === IMPORT_ROWS ? this.#told.added : this.#told.unsure).add(email);
    }
  }

  /**
   * Fills in a form and sends it, and any form that comes back, until the seller's page comes.
   * @returns whether it did
   */
  async #save(path: string, fields: Record<string, string>): Promise<boolean> {
    const form = "main form:has([name=email])";
    let page = await this.#insist(() => this.#browser.get(path));
    for (let left = 20; left > 0 && page.document.querySelector(form); left--) {
      const filled = page;
      page = await this.#insist(() => this.#browser.submit(filled, fields, form), form);
      // The address is taken: the seller was added before, by the form whose answer was lost.
      if (page.status === 409 && path === "/sellers/new") return false;
      if (page.document.querySelector(form)) await wait(500);
    }
    const isSaved = !page.document.querySelector(form) && page.url.pathname.startsWith("/sellers/");
    if (isSaved) this.#told.writes += 1;
    else this.#told.faults.push(`${path} can't be saved: ${page.status} ${page.textOf("main")?.slice(0, 300)}`);
    return isSaved;
  }

  /** Starts a job by a form, follows it to its end, and resumes it where it waits for its owner. */
  async #runJob(question: Page, form: string): Promise<{ done: number; skipped: number }> {
    const { path } = await this.#insist(() => this.#browser.submit(question, {}, form));
    for (let left = 600; left > 0; left--) {
      const page = await this.#insist(() => this.#browser.get(path));
      if (page.document.querySelector(RESUME)) {
        await this.#insist(() => this.#browser.submit(page, { intent: "resume" }, RESUME));
      }
      if (page.textOf("main p [role=status]") === "Zakończono") {
        const [done, skipped] = [countOf(page, "Wykonane"), countOf(page, "Pominięte")];
        this.#told.writes += done;
        return { done, skipped };
      }
      await wait(1_000);
    }
    this.#told.faults.push(`${path} doesn't end`);
    return { done: 0, skipped: 0 };
  }

  /**
   * Repeats a request until its answer is below 500, as a person does who tries again.
   * @param form an answer with this form in it is used, whatever its status
   */
  async #insist(request: () => Promise<Page>, form?: string): Promise<Page> {
    for (let left = MAX_TRIES; ; left--) {
      const page = await request().catch(() => undefined);
      if (page && (page.status < 500 || (form && page.document.querySelector(form)))) {
        if (page.url.origin !== this.#world.appUrl) this.#told.signedOut.add(this);
        return page;
      }
      if (left === 0) throw new Error(`${page?.url.pathname} answers ${page?.status}, again and again`);
      await wait(1_000);
    }
  }
}
