import { request as httpRequest } from "node:http";
import { CookieJar } from "./cookie-jar";
import { Page } from "./page";

export type RequestOptions = {
  headers?: Record<string, string>;
  /** False: return a redirect itself instead of following it. */
  follow?: boolean;
};

export type Fields = Record<string, string | undefined> | URLSearchParams;

const MAX_REDIRECTS = 20;
const ANSWER_WITHIN_MS = 60_000;

/** The headers of a browser that opens an address which a person typed or clicked. */
const NAVIGATION = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-language": "pl-PL,pl;q=0.9",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
};

/**
 * For requests with a body: a server that refuses a body before its end would otherwise close the
 * connection, and sending would fail. Browsers send this header, too.
 */
const KEPT_OPEN = { connection: "keep-alive" };

/**
 * A browser without JavaScript: keeps cookies, follows redirects, fills in forms. It makes its own
 * requests, because `fetch` sets `Sec-Fetch-*` and `Host` itself, so that a test couldn't choose them.
 */
export class BrowserSession {
  readonly cookies = new CookieJar();
  readonly #home: () => string;

  /** @param home the origin of the paths: APP_URL, or a replica's own address */
  constructor(home: string | (() => string)) {
    this.#home = typeof home === "string" ? () => home : home;
  }

  get(path: string, options: RequestOptions = {}): Promise<Page> {
    const headers = { ...NAVIGATION, "sec-fetch-site": "none", ...options.headers };
    return this.send("GET", path, { ...options, headers });
  }

  /** Follows a page's first link with that text. */
  follow(page: Page, name: string | RegExp): Promise<Page> {
    const href = page.hrefOf(name);
    if (href === undefined) throw new Error(`No link ${name} at ${page.url.href} (${page.status})`);
    return this.get(new URL(href, page.url).href);
  }

  /** Submits a form from a page of the same origin, urlencoded as a browser does by default. */
  post(path: string, fields: Fields = {}, options: RequestOptions = {}): Promise<Page> {
    const url = this.resolve(path);
    const headers = {
      ...NAVIGATION,
      ...KEPT_OPEN,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      origin: url.origin,
      referer: url.href,
      ...options.headers,
    };
    return this.send("POST", path, { ...options, headers, body: encode(fields) });
  }

  /**
   * Submits the form of a page with some fields changed (`undefined` removes one, as an unticked
   * box does).
   * @param selector which form; the first by default
   */
  submit(page: Page, changes: Fields = {}, selector?: string, options: RequestOptions = {}): Promise<Page> {
    const { action, method, isMultipart, fields } = page.form(selector);
    for (const [name, value] of changes instanceof URLSearchParams ? changes : Object.entries(changes)) {
      if (value === undefined) fields.delete(name);
      else fields.set(name, value);
    }
    if (method === "POST" && isMultipart) return this.#postMultipart(action, fields, options);
    if (method === "POST") return this.post(action.href, fields, options);
    action.search = fields.toString();
    return this.get(action.href, options);
  }

  /**
   * Sends a page's form with a file, as a browser does (RFC 7578).
   * @param file undefined if the person chose no file
   */
  upload(page: Page, file?: File, selector?: string, options: RequestOptions = {}): Promise<Page> {
    const { action, fields } = page.form(selector);
    return this.#postMultipart(action, [...fields, ["file", file ?? new File([], "")]], options);
  }

  async #postMultipart(
    action: URL,
    fields: Iterable<[name: string, value: string | File]>,
    options: RequestOptions,
  ): Promise<Page> {
    const form = new FormData();
    for (const [name, value] of fields) form.set(name, value);
    const encoded = new Response(form);
    const headers = {
      ...NAVIGATION,
      ...KEPT_OPEN,
      "content-type": encoded.headers.get("content-type") ?? "",
      "sec-fetch-site": "same-origin",
      origin: action.origin,
      ...options.headers,
    };
    return this.send("POST", action.href, { ...options, headers, body: Buffer.from(await encoded.arrayBuffer()) });
  }

  /** Requests the `.data` answer as Remix's own script does (single fetch), undecoded. */
  data(path: string, options: RequestOptions = {}): Promise<Page> {
    const url = this.resolve(path);
    url.pathname = url.pathname === "/" ? "/_root.data" : `${url.pathname}.data`;
    const headers = {
      accept: "*/*",
      "sec-fetch-dest": "empty",
      "sec-fetch-mode": "cors",
      "sec-fetch-site": "same-origin",
    };
    return this.send("GET", url.href, { ...options, headers: { ...headers, ...options.headers } });
  }

  /**
   * Signs in through the provider's own form, starting from a page of the app.
   * @returns the page that the app ends on
   */
  async signIn(account: { login: string; password: string }, path = "/"): Promise<Page> {
    return this.enterPassword(await this.get(path), account);
  }

  /** Clicks „Wyloguj” on a page. @returns the answer, without following its redirect */
  signOut(path = "/auth/logout"): Promise<Page> {
    return this.get(path, { headers: { "sec-fetch-site": "same-origin" }, follow: false });
  }

  /** Fills in the provider's sign-in form, to which the app has redirected. */
  enterPassword(form: Page, { login, password }: { login: string; password: string }): Promise<Page> {
    return this.submit(form, { login, password }, "form:has(input[name=password])");
  }

  /** Sends a request, and follows redirects unless `follow` is false. */
  async send(
    method: string,
    path: string,
    options: RequestOptions & { body?: string | Uint8Array } = {},
  ): Promise<Page> {
    let page = await this.#once(method, this.resolve(path), options.headers ?? {}, options.body);
    const via: string[] = [];
    let verb = method;
    let body = options.body;
    while (options.follow !== false && page.status >= 300 && page.status < 400 && page.headers.has("location")) {
      if (via.push(page.url.href) > MAX_REDIRECTS) throw new Error(`Redirected in circles:\n${via.join("\n")}`);
      const next = new URL(page.location, page.url);
      // Fetch standard, "HTTP-redirect fetch": only 307 and 308 keep the method and the body.
      if (page.status < 307 && verb !== "HEAD") {
        verb = "GET";
        body = undefined;
      }
      const { "content-type": type, origin, host, ...kept } = lowered(options.headers);
      const site = next.host === page.url.host ? kept["sec-fetch-site"] : "cross-site";
      const resent = body === undefined ? {} : { "content-type": type, origin };
      page = await this.#once(verb, next, { ...kept, ...resent, ...(site ? { "sec-fetch-site": site } : {}) }, body);
    }
    return new Page(page.url, page.status, page.headers, page.text, via);
  }

  resolve(path: string): URL {
    return new URL(path, this.#home());
  }

  /** Whether the app knows a session of this browser. */
  async isSignedIn(): Promise<boolean> {
    const { status } = await this.get("/auth/session", { follow: false });
    if (status !== 204 && status !== 401) throw new Error(`The session check answers ${status}`);
    return status === 204;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(this.resolve("/"), name);
  }

  /** Sets a cookie, as a script or a site on the same host could. */
  setCookie(name: string, value: string): void {
    this.cookies.set(this.resolve("/"), name, value);
  }

  /** The `Cookie` header, for requests that this browser doesn't send itself. */
  get cookieHeader(): string {
    return this.cookies.header(this.resolve("/"));
  }

  #once(
    method: string,
    url: URL,
    headers: Record<string, string | undefined>,
    body?: string | Uint8Array,
  ): Promise<Page> {
    const cookie = this.cookies.header(url);
    const allHeaders = Object.entries({ ...(cookie ? { cookie } : {}), ...headers }).filter(
      ([, value]) => value !== undefined,
    );
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        url,
        { method, headers: Object.fromEntries(allHeaders), agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.once("error", reject);
          response.once("end", () => {
            this.cookies.store(url, response.headers["set-cookie"] ?? []);
            const received = new Headers();
            const raw = response.rawHeaders;
            for (let at = 0; at + 1 < raw.length; at += 2) received.append(raw[at] as string, raw[at + 1] as string);
            resolve(new Page(url, response.statusCode ?? 0, received, Buffer.concat(parts).toString("utf8")));
          });
        },
      );
      request.setTimeout(ANSWER_WITHIN_MS, () => request.destroy(new Error(`No answer from ${url.href}`)));
      request.once("error", reject);
      request.end(body);
    });
  }
}

const encode = (fields: Fields): string =>
  (fields instanceof URLSearchParams
    ? fields
    : new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
  ).toString();

const lowered = (headers: Record<string, string> = {}): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
