import { type ChildProcess, spawn } from "node:child_process";
import { findWebKit } from "../../scripts/lib/machine.mjs";
import { freePort } from "../../scripts/lib/process.mjs";
import type { Hand } from "../support/main-job";

const WITHIN_MS = 45_000;
const PAUSE_MS = 150;
/** The key of an element's reference (WebDriver §12). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** WebDriver's key for Control (WebDriver §15.4.2). */
const CONTROL = "\uE009";

type Element = { [ELEMENT]: string };

/** A WebKit that is driven over WebDriver (W3C), on a virtual display. */
export class WebKit implements Hand {
  readonly #server: ChildProcess;
  readonly #session: string;

  private constructor(server: ChildProcess, session: string) {
    this.#server = server;
    this.#session = session;
  }

  static async start(): Promise<WebKit> {
    const paths = findWebKit();
    if (!paths) throw new Error("This machine has no WebKit with its driver and xvfb-run");
    const port = await freePort();
    // A process group, so that ending the driver ends the display, too.
    const server = spawn(paths.xvfbRun, ["-a", paths.driver, `--port=${port}`], { stdio: "ignore", detached: true });
    const browserOptions = { binary: paths.browser, args: ["--automation"] };
    const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } };
    const address = `http://127.0.0.1:${port}/session`;
    try {
      const { sessionId } = await eventually("a session", () =>
        call<{ sessionId: string }>("POST", address, { capabilities }),
      );
      return new WebKit(server, `${address}/${sessionId}`);
    } catch (error) {
      stop(server);
      throw error;
    }
  }

  async close(): Promise<void> {
    await call("DELETE", this.#session).catch(() => undefined);
    stop(this.#server);
  }

  goto(url: string): Promise<unknown> {
    return call("POST", `${this.#session}/url`, { url });
  }

  /** @throws Error that says what was looked for */
  sees(xpath: string): Promise<Element> {
    return eventually(xpath, () => this.#shown(xpath));
  }

  async presses(xpath: string): Promise<void> {
    await eventually(xpath, async () => {
      const { [ELEMENT]: id } = await this.#shown(xpath);
      await call("POST", `${this.#session}/element/${id}/click`, {});
    });
  }

  async fills(xpath: string, value: string): Promise<void> {
    await eventually(`"${value}" in ${xpath}`, async () => {
      const { [ELEMENT]: id } = await this.#shown(xpath);
      const element = `${this.#session}/element/${id}`;
      await call("POST", `${element}/value`, { text: `${CONTROL}a${CONTROL}${value}` });
      const typed = await call<string>("GET", `${element}/property/value`);
      if (typed !== value) throw new Error(`"${typed}" stands there`);
    });
  }

  counts(xpath: string, count: number): Promise<void> {
    return eventually(`${count} ${xpath}`, async () => {
      const elements = await call<Element[]>("POST", `${this.#session}/elements`, { using: "xpath", value: xpath });
      if (elements.length !== count) throw new Error(`There are ${elements.length}`);
    });
  }

  async #shown(xpath: string): Promise<Element> {
    const element = await call<Element>("POST", `${this.#session}/element`, { using: "xpath", value: xpath });
    const isShown = await call<boolean>("GET", `${this.#session}/element/${element[ELEMENT]}/displayed`);
    if (!isShown) throw new Error("It isn't shown");
    return element;
  }
}

/** Tries until `attempt` succeeds: for a moment a page that is being left can't be read. */
async function eventually<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + WITHIN_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (Date.now() > giveUpAt) throw new Error(`No ${what}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: T & { message?: string } };
  if (!answer.ok) throw new Error(value.message);
  return value;
}

function stop({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGTERM");
}
