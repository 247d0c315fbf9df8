type Cookie = { name: string; value: string; path: string; expiresAt: number };

const MAX_AGE_MS = 400 * 24 * 3600 * 1000;

/**
 * The cookies of one browser (RFC 6265), by host without the port. It is as strict as the strictest
 * browser: it keeps no `Secure` cookie over http, not even on loopback, and no `__Host-` cookie that
 * breaks the rules of this prefix.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>();

  /** Stores the `Set-Cookie` lines of an answer from `url`. */
  store(url: URL, lines: string[]): void {
    for (const line of lines) {
      const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(pair.indexOf("=") + 1);
      const attributesByName = new Map(attributes.map((attribute) => splitOnce(attribute.toLowerCase(), attribute)));
      const secure = attributesByName.has("secure");
      if (secure && url.protocol !== "https:") continue;
      if (/^__(Secure|Host)-/i.test(name) && !secure) continue;
      if (/^__Host-/i.test(name) && (attributesByName.has("domain") || attributesByName.get("path") !== "/")) continue;
      const path = attributesByName.get("path")?.startsWith("/")
        ? (attributesByName.get("path") as string)
        : defaultPath(url);
      this.#host(url).set(`${name};${path}`, { name, value, path, expiresAt: expiry(attributesByName) });
    }
  }

  /** The `Cookie` header for a request to `url`, longest path first; empty without a cookie. */
  header(url: URL): string {
    return this.pairs(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** The same cookies as objects, for a browser of Playwright's. */
  pairs(url: URL): { name: string; value: string }[] {
    const cookies = this.#live(url).sort((a, b) => b.path.length - a.path.length);
    return cookies.map(({ name, value }) => ({ name, value }));
  }

  get(url: URL, name: string): string | undefined {
    return this.#live(url).find((cookie) => cookie.name === name)?.value;
  }

  /** Sets a cookie, as a script or a site on the same host could. */
  set(url: URL, name: string, value: string, path = "/"): void {
    this.#host(url).set(`${name};${path}`, { name, value, path, expiresAt: Date.now() + MAX_AGE_MS });
  }

  clear(): void {
    this.#hosts.clear();
  }

  #host(url: URL): Map<string, Cookie> {
    const cookies = this.#hosts.get(url.hostname) ?? new Map<string, Cookie>();
    this.#hosts.set(url.hostname, cookies);
    return cookies;
  }

  #live(url: URL): Cookie[] {
    return [...this.#host(url).values()].filter(
      ({ path, expiresAt }) => expiresAt > Date.now() && pathMatches(url.pathname, path),
    );
  }
}

function splitOnce(lowered: string, attribute: string): [string, string] {
  const at = attribute.indexOf("=");
  return at < 0 ? [lowered, ""] : [lowered.slice(0, at), attribute.slice(at + 1)];
}

function expiry(attributesByName: Map<string, string>): number {
  const maxAge = Number.parseInt(attributesByName.get("max-age") ?? "", 10);
  if (!Number.isNaN(maxAge)) return Date.now() + Math.min(maxAge * 1000, MAX_AGE_MS);
  const expires = Date.parse(attributesByName.get("expires") ?? "");
  return Number.isNaN(expires) ? Date.now() + MAX_AGE_MS : expires;
}

/** RFC 6265 §5.1.4. */
const defaultPath = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf("/")) || "/";

const pathMatches = (requested: string, path: string) =>
  requested === path || (requested.startsWith(path) && (path.endsWith("/") || requested[path.length] === "/"));
