import { type BrowserContext, expect } from "@playwright/test";

/**
 * Printed by the listener below, so that a violation is caught where the browser itself prints none
 * (report-only).
 */
const VIOLATION = "securitypolicyviolation";

/**
 * Collects what a page complains of: `console.error`, uncaught exceptions, and violations of the
 * security policy. Only the app's own pages count, not those of the sandbox's provider.
 */
export class Problems {
  readonly #appUrl: string;
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(appUrl: string) {
    this.#appUrl = appUrl;
  }

  /**
   * Says that such a complaint is part of the test, e.g. `/status of 404/` for a page that is meant
   * to be missing.
   */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on("console", (message) => {
      const { url } = message.location();
      const ours = (url || (message.page()?.url() ?? "")).startsWith(this.#appUrl);
      if (message.type() === "error" && ours) this.#seen.push(`console: ${message.text()} (${url})`);
    });
    context.on("weberror", (error) => {
      const thrown = error.error();
      if (error.page()?.url().startsWith(this.#appUrl)) this.#seen.push(`uncaught: ${thrown.stack ?? thrown.message}`);
    });
    await context.addInitScript((label) => {
      addEventListener(label, (event) => {
        const { effectiveDirective, blockedURI, sourceFile } = event as SecurityPolicyViolationEvent;
        console.error(`${label}: ${effectiveDirective} ${blockedURI} ${sourceFile ?? ""}`);
      });
    }, VIOLATION);
  }

  /** Fails the test with every complaint that wasn't expected. */
  check(): void {
    const unexpected = this.#seen.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
    expect(unexpected, "problems reported by the browser").toEqual([]);
  }
}
