import { createHash, randomBytes } from "node:crypto";
import { BrowserSession } from "../support/browser-session";
import type { Account } from "./accounts";
import { CLIENT_ID, CLIENT_SECRET } from "./provider";
import type { Sandbox } from "./sandbox";

/** Sends a request with a JSON body to a backend. @returns the answer, parsed */
export async function callJson(method: string, url: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: text ? JSON.parse(text) : undefined };
}

type Tokens = { access_token: string; id_token: string; refresh_token?: string };

const SCOPE = "openid profile email offline_access";

/** Signs in at the provider as the app does, for tests that need tokens without the app. */
export class RelyingParty {
  constructor(
    readonly sandbox: Sandbox,
    readonly redirectUri: string,
    readonly browser = new BrowserSession(sandbox.issuer),
  ) {}

  /** An authorization request and the PKCE verifier that belongs to it. */
  authorizationUrl(params: Record<string, string> = {}): { url: URL; verifier: string } {
    const verifier = randomBytes(32).toString("base64url");
    const url = new URL(`${this.sandbox.issuer}/auth`);
    url.search = new URLSearchParams({
      client_id: CLIENT_ID,
      response_type: "code",
      redirect_uri: this.redirectUri,
      scope: SCOPE,
      state: "state",
      nonce: "nonce",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...params,
    }).toString();
    return { url, verifier };
  }

  async signIn({ login, password }: Pick<Account, "login" | "password">): Promise<Tokens> {
    const { url, verifier } = this.authorizationUrl();
    const signInForm = await this.browser.get(url.href);
    const entered = await this.browser.submit(signInForm, { login, password }, undefined, { follow: false });
    const back = await this.redirectOf(entered.headers.get("location") ?? "");
    const code = back.searchParams.get("code");
    if (!code) throw new Error(`No code came back: ${back.search}`);
    const response = await this.token({
      grant_type: "authorization_code",
      code,
      redirect_uri: this.redirectUri,
      code_verifier: verifier,
    });
    if (!response.ok) throw new Error(`The code was refused: ${await response.text()}`);
    return (await response.json()) as Tokens;
  }

  /** Returns the address to which the provider redirects from `address`. */
  async redirectOf(address: string): Promise<URL> {
    const { headers, status } = await this.browser.get(address, { follow: false });
    return new URL(headers.get("location") ?? `none:${status}`);
  }

  refresh(refreshToken: string): Promise<Response> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken });
  }

  token(form: Record<string, string>): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;
    return fetch(`${this.sandbox.issuer}/token`, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams(form),
    });
  }
}
