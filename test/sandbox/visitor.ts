import { CookieJar } from "../support/cookie-jar";
import type { Account } from "./accounts";

/** A browser without scripts, which follows redirects only when told to. */
export class Visitor {
  readonly cookies = new CookieJar();

  async get(url: string | URL, headers: Record<string, string> = {}): Promise<Response> {
    return this.#request(new URL(url), { method: "GET", headers });
  }

  async post(url: string | URL, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.#request(new URL(url), { method: "POST", body: new URLSearchParams(form), headers });
  }

  /** Follows redirects as long as `goOn` allows. @returns the last answer and its address */
  async follow(url: string | URL, goOn: (next: URL) => boolean): Promise<{ response: Response; url: URL }> {
    let at = new URL(url);
    for (let hops = 0; hops < 20; hops += 1) {
      const response = await this.get(at);
      const location = response.headers.get("location");
      if (!location) return { response, url: at };
      await response.arrayBuffer();
      const next = new URL(location, at);
      if (!goOn(next)) return { response, url: next };
      at = next;
    }
    throw new Error(`Too many redirects, the last to ${at.href}`);
  }

  /** @returns the first address outside the provider, not yet requested */
  async signIn(start: string | URL, issuer: string, account: Pick<Account, "login" | "password">): Promise<URL> {
    const { origin } = new URL(issuer);
    const atProvider = (next: URL) => next.origin === origin;
    const { response, url } = await this.follow(start, atProvider);
    if (!atProvider(url)) return url;
    if (response.status !== 200) throw new Error(`The provider answered ${response.status} at ${url.href}`);
    await response.arrayBuffer();
    const posted = await this.post(url, { login: account.login, password: account.password });
    const location = posted.headers.get("location");
    if (!location) throw new Error(`The provider refused the sign-in with ${posted.status}`);
    return (await this.follow(new URL(location, url), atProvider)).url;
  }

  async #request(url: URL, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const cookie = this.cookies.header(url);
    const headers = cookie ? { ...init.headers, cookie } : init.headers;
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    this.cookies.store(url, response.headers.getSetCookie());
    return response;
  }
}
