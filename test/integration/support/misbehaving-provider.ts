import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";
import { listen } from "../../support/listen";

export type Json = Record<string, unknown>;

/** An answer of an endpoint that replaces its right one. */
export type Answer = { status?: number; json?: unknown; html?: string; headers?: Record<string, string>; hang?: true };

/** How a token is signed; everything but `right` is a forgery. */
export type Signing = "right" | "none" | "secret" | "publicKey" | "stranger" | "garbled";

export type TokenFault = {
  /** Changes the claims; `undefined` values are left out. */
  claims?: (claims: Json) => Json;
  /** Changes the protected header. */
  header?: (header: Json) => Json;
  signing?: Signing;
};

/** Forged signatures, which the app must refuse on every kind of token. */
export const FORGERIES: [string, TokenFault][] = [
  ["with alg none", { signing: "none" }],
  ["signed HS256 with the public key", { signing: "publicKey" }],
  ["signed HS256 with the client secret", { signing: "secret" }],
  ["with a broken signature", { signing: "garbled" }],
  ["signed by a stranger under our provider's kid", { signing: "stranger" }],
];

/** Everything that the provider does wrong; with an empty script it does all of it right. */
export type Script = {
  discovery?: (document: Json) => Answer | Json;
  /** The ID tokens of sign-ins and of renewals. */
  idToken?: TokenFault;
  /** The token endpoint's answer about the client's credentials; undefined: they are right. */
  client?: (call: Call) => Answer | undefined;
  /** The token endpoint's answer, made from its right answer and the request. */
  token?: (truth: Json, asked: URLSearchParams) => Answer | Promise<Answer>;
  keys?: (keys: JWK[]) => JWK[] | Answer;
  userinfo?: (truth: Json) => Answer;
  /** The parameters with which the browser is sent back. */
  authorization?: (truth: URLSearchParams, asked: URLSearchParams) => URLSearchParams;
  revocation?: Answer;
};

export type Call = {
  path: string;
  body: URLSearchParams;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  /** Whether the call was answered, or the caller gave it up. */
  isOver: boolean;
};

type Key = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey };
type Grant = { nonce: string | null; redirectUri: string | null };

const CLIENT_SECRET = "hostile-client-secret";
const PERSON = "hostile-person";
const PROVIDER_SESSION = "provider-session-1";
const FIRST_KEY = "key-1";

async function makeKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair("RS256", { extractable: true })) };
}

/** Made once for all providers of this process, because an RSA key takes 0.1 s. */
let firstKeys: Promise<[ours: Key, stranger: Key]> | undefined;

function isAnswer(value: Answer | unknown[] | Json): value is Answer {
  return !Array.isArray(value) && ["status", "json", "html", "hang"].some((name) => name in value);
}

/** An OpenID provider without a sign-in page: everybody is one person at once. */
export class MisbehavingProvider {
  readonly clientId = "panel";
  readonly clientSecret = CLIENT_SECRET;
  sub = PERSON;
  issuer = "";
  script: Script = {};
  /** Seconds that access tokens live. */
  lifetime = 3600;
  /** Whether refresh tokens are issued, and a new one with every renewal. */
  refresh = true;
  rotate = true;
  /** Added to every token, for sessions of an unreasonable size. */
  padding = "";
  sid = PROVIDER_SESSION;
  calls: Call[] = [];
  readonly secrets = new Set<string>();
  #keys: Key[] = [];
  #stranger: Key | undefined;
  readonly #codes = new Map<string, Grant>();
  readonly #refreshTokens = new Set<string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<MisbehavingProvider> {
    const provider = new MisbehavingProvider();
    firstKeys ??= Promise.all([makeKey(FIRST_KEY), makeKey(FIRST_KEY)]);
    const [ours, stranger] = await firstKeys;
    provider.#keys = [ours];
    provider.#stranger = stranger;
    provider.issuer = `http://127.0.0.1:${await listen(provider.#server)}`;
    return provider;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** From now on the provider does everything right. */
  behave(): void {
    this.script = {};
    this.lifetime = 3600;
    this.refresh = true;
    this.rotate = true;
    this.padding = "";
    this.calls = [];
    this.sub = PERSON;
    this.sid = PROVIDER_SESSION;
  }

  /** Whether the provider still signs with its first key, and publishes no other. */
  get hasFirstKey(): boolean {
    return this.#keys.length === 1 && this.#keys[0]?.kid === FIRST_KEY;
  }

  /** Signs with a new key from now on; the old one is gone at once. */
  async rotateKeys(): Promise<void> {
    this.#keys = [await makeKey(`key-${randomBytes(4).toString("hex")}`)];
  }

  /** Publishes one more key beside the one that signs. */
  async addKey(): Promise<void> {
    this.#keys.push(await makeKey(`key-${randomBytes(4).toString("hex")}`));
  }

  callsTo(path: string): Call[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** A logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). */
  logoutToken(fault: TokenFault = {}): Promise<string> {
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      iat: now(),
      exp: now() + 120,
      jti: randomBytes(8).toString("hex"),
      sub: this.sub,
      sid: this.sid,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    };
    return this.#sign(claims, { typ: "logout+jwt" }, fault);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    let text = "";
    for await (const chunk of request) text += chunk;
    const call: Call = {
      path: url.pathname,
      body: new URLSearchParams(text),
      query: url.searchParams,
      headers: request.headers,
      isOver: false,
    };
    response.once("close", () => {
      call.isOver = true;
    });
    this.calls.push(call);
    const answer = await this.#answer(call);
    if (answer.hang) return;
    const body = answer.html ?? (answer.json === undefined ? "" : JSON.stringify(answer.json));
    const type = answer.html === undefined ? "application/json" : "text/html";
    response.writeHead(answer.status ?? 200, { "content-type": type, ...answer.headers }).end(body);
  }

  async #answer(call: Call): Promise<Answer> {
    switch (call.path) {
      case "/.well-known/openid-configuration":
        return this.#discovery();
      case "/authorize":
        return this.#authorize(call.query);
      case "/token":
        return this.script.client?.(call) ?? this.#token(call.body);
      case "/keys":
        return this.#jwks();
      case "/userinfo": {
        const truth = { sub: this.sub, name: "Osoba Testowa", email: "osoba@example.pl" };
        return this.script.userinfo?.(truth) ?? { json: truth };
      }
      case "/revoke":
        this.#refreshTokens.delete(call.body.get("token") ?? "");
        return this.script.revocation ?? { status: 200 };
      case "/end-session":
        return { status: 302, headers: { location: this.#afterSignOut(call.query) } };
      default:
        return { status: 404 };
    }
  }

  #discovery(): Answer {
    const document = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      revocation_endpoint: `${this.issuer}/revoke`,
      end_session_endpoint: `${this.issuer}/end-session`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    };
    const answer = this.script.discovery?.(document) ?? document;
    return isAnswer(answer) ? answer : { json: answer };
  }

  #authorize(asked: URLSearchParams): Answer {
    const code = this.#secret("code");
    this.#codes.set(code, { nonce: asked.get("nonce"), redirectUri: asked.get("redirect_uri") });
    const truth = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: this.issuer });
    const query = this.script.authorization?.(truth, asked) ?? truth;
    return { status: 302, headers: { location: `${asked.get("redirect_uri")}?${query}` } };
  }

  async #token(asked: URLSearchParams): Promise<Answer> {
    const renewing = asked.get("grant_type") === "refresh_token";
    const grant = this.#codes.get(asked.get("code") ?? "");
    const isValid = renewing ? this.#refreshTokens.delete(asked.get("refresh_token") ?? "") : grant !== undefined;
    this.#codes.delete(asked.get("code") ?? "");
    const truth = isValid ? await this.#issue(renewing, grant?.nonce ?? null, asked) : { error: "invalid_grant" };
    return (await this.script.token?.(truth, asked)) ?? { status: isValid ? 200 : 400, json: truth };
  }

  async #issue(renewing: boolean, nonce: string | null, asked: URLSearchParams): Promise<Json> {
    const claims = {
      iss: this.issuer,
      aud: this.clientId,
      sub: this.sub,
      sid: this.sid,
      iat: now(),
      exp: now() + 300,
      ...(nonce && !renewing ? { nonce } : {}),
    };
    let refreshToken: string | undefined;
    if (this.refresh) {
      const keepsOld = renewing && !this.rotate;
      refreshToken = keepsOld ? (asked.get("refresh_token") as string) : this.#secret("refresh");
      this.#refreshTokens.add(refreshToken);
    }
    const idToken = await this.#sign({ ...claims, padding: this.padding || undefined }, {}, this.script.idToken);
    this.secrets.add(idToken);
    return {
      access_token: this.#secret("access") + this.padding,
      token_type: "Bearer",
      expires_in: this.lifetime,
      id_token: idToken,
      ...(refreshToken && !(renewing && !this.rotate) ? { refresh_token: refreshToken } : {}),
    };
  }

  async #jwks(): Promise<Answer> {
    const keys = await Promise.all(
      this.#keys.map(async ({ kid, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: "RS256",
        use: "sig",
      })),
    );
    const answer = this.script.keys?.(keys) ?? keys;
    return isAnswer(answer) ? answer : { json: { keys: answer } };
  }

  async #sign(claims: Json, header: Json, { claims: change, header: dress, signing = "right" }: TokenFault = {}) {
    const key = this.#keys[0] as Key;
    const payload = JSON.parse(JSON.stringify(change?.(claims) ?? claims)) as Json;
    const alg = signing === "none" ? "none" : signing === "secret" || signing === "publicKey" ? "HS256" : "RS256";
    const base = { alg, kid: key.kid, ...header };
    const protectedHeader = JSON.parse(JSON.stringify(dress?.(base) ?? base)) as Json & { alg: string };
    if (alg === "RS256") {
      const { privateKey } = signing === "stranger" ? (this.#stranger as Key) : key;
      const crit = Object.fromEntries(((protectedHeader.crit as string[]) ?? []).map((name) => [name, false]));
      const token = await new SignJWT(payload).setProtectedHeader(protectedHeader).sign(privateKey, { crit });
      return signing === "garbled" ? `${token.slice(0, -8)}AAAAAAAA` : token;
    }
    const encoded = [protectedHeader, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
    const secret = signing === "secret" ? CLIENT_SECRET : await exportSPKI(key.publicKey);
    const mac = alg === "none" ? "" : createHmac("sha256", secret).update(encoded.join(".")).digest("base64url");
    return `${encoded.join(".")}.${mac}`;
  }

  #afterSignOut(query: URLSearchParams): string {
    const back = new URL(query.get("post_logout_redirect_uri") ?? this.issuer);
    const state = query.get("state");
    if (state) back.searchParams.set("state", state);
    return back.href;
  }

  /** Makes a secret, which must show up in no log and on no page. */
  #secret(kind: string): string {
    const value = `${kind}-${randomBytes(24).toString("base64url")}`;
    this.secrets.add(value);
    return value;
  }
}

export function now(): number {
  return Math.floor(Date.now() / 1000);
}
