import { createHash, createHmac } from "node:crypto";
import type { IDToken } from "openid-client";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { env } from "~/.server/env";
import { store } from "~/.server/store/open-store";
import type { ProviderMetadata } from "~/auth/provider/discovery.server";
import {
  exchangeCode,
  type IssuedTokens,
  refreshTokens,
  revokeToken,
  TokenRefused,
} from "~/auth/provider/provider.server";
import { SIGN_IN_MAX_AGE_SECONDS } from "~/auth/provider/timing";
import { findAttempt, isTooOld, rememberAttempt, type SignInAttempt } from "./sign-in-attempt.server";

/** A sign-in that the provider confirmed. */
export type SignIn = {
  tokens: IssuedTokens & { claims: IDToken; idToken: string };
  attempt: SignInAttempt;
  /** The Set-Cookie value that forgets the attempt. */
  forget: string;
};

/** Why an answer of the provider leads to no session, and what a page may still say and do about it. */
export class SignInFault extends Error {
  readonly reason: "unknown" | "expired" | "used" | "malformed" | "error";
  readonly attempt?: SignInAttempt;
  readonly forget?: string;
  constructor(reason: SignInFault["reason"], found?: { attempt: SignInAttempt; forget: string }) {
    super(`Sign-in: ${reason}`);
    this.name = "SignInFault";
    this.reason = reason;
    this.attempt = found?.attempt;
    this.forget = found?.forget;
  }
}

export type SignInStart = {
  returnTo: string;
  /** Has the provider ask for the password even where it knows the person (OpenID Connect Core 1.0 §3.1.2.1). */
  anew?: boolean;
  /** Present for a hidden frame: nothing may be shown (`prompt=none`), and only this session is renewed. */
  silent?: { session: string; idToken?: string };
};

/** A longer hint doesn't fit into an address. */
export const MAX_ID_TOKEN_HINT_LENGTH = 4_000;

/** Parameters of an authorization response that may stand there only once (RFC 6749 §3.1). */
const SINGLE = ["code", "state", "iss", "error", "error_description", "response"];

/** The one cookie that the base class sees: it holds the attempt that our own, sealed cookie held. */
const BASE_COOKIE = "attempt";

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];
const issuedBy = new WeakMap<Tokens, IssuedTokens>();

/** The base class passes tokens on as an object of its own; ours have been validated and are found by it. */
function asTokens(issued: IssuedTokens): Tokens {
  const tokens = {} as Tokens;
  issuedBy.set(tokens, issued);
  return tokens;
}

export function issuedTokens(tokens: Tokens): IssuedTokens {
  return issuedBy.get(tokens) as IssuedTokens;
}

/**
 * Sign-in with the authorization code flow (OpenID Connect Core 1.0 §3.1, RFC 9700 §2.1). The base class makes the
 * state, PKCE S256 and the redirect, and checks the state; its hooks hand the code, the refresh and the revocation
 * to openid-client. One instance serves one request.
 */
export class OidcStrategy extends OAuth2Strategy<IssuedTokens> {
  override name = "oidc";
  readonly #callback: URL;
  #made: { state: string; codeVerifier: string } | undefined;
  #start: SignInStart | undefined;

  /** @param path where the provider sends the browser back to: `/auth` or `/auth/silent-renew` */
  constructor(metadata: ProviderMetadata, path: string) {
    const redirectURI = new URL(path, env().APP_URL);
    super(
      {
        clientId: env().OIDC_CLIENT_ID,
        clientSecret: null,
        authorizationEndpoint: metadata.authorization_endpoint,
        tokenEndpoint: metadata.token_endpoint,
        redirectURI,
        scopes: env().OIDC_SCOPE.split(" ").filter(Boolean),
        cookie: BASE_COOKIE,
      },
      async ({ tokens }) => issuedTokens(tokens),
    );
    this.#callback = redirectURI;
  }

  /** The redirect to the provider, with the cookie that remembers this attempt. */
  async begin(request: Request, start: SignInStart): Promise<Response> {
    this.#start = start;
    const redirect = await super.authenticate(new Request(this.#callback)).catch((thrown: unknown) => thrown);
    if (!(redirect instanceof Response) || !this.#made) throw redirect;
    const cookies = await rememberAttempt(request, {
      state: this.#made.state,
      verifier: this.#made.codeVerifier,
      returnTo: start.returnTo,
      startedAt: Date.now(),
      renews: start.silent?.session,
    });
    const headers = new Headers({ Location: redirect.headers.get("Location") as string });
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return new Response(null, { status: 302, headers });
  }

  /**
   * Takes the provider's answer. The state is used up before the code is, so the same address never reaches the
   * token endpoint twice.
   * @throws SignInFault, and what `exchangeCode` throws
   */
  async finish(request: Request): Promise<SignIn> {
    const { searchParams } = new URL(request.url);
    if (SINGLE.some((name) => searchParams.getAll(name).length > 1)) throw new SignInFault("malformed");
    const state = searchParams.get("state");
    const found = state ? await findAttempt(request, state) : undefined;
    if (searchParams.has("error")) throw new SignInFault("error", found);
    if (!state || !found) throw new SignInFault("unknown");
    if (isTooOld(found.attempt)) throw new SignInFault("expired", found);
    if (!searchParams.get("code")) throw new SignInFault("malformed", found);
    if (!(await spend(state))) throw new SignInFault("used", found);

    this.#callback.search = searchParams.toString();
    const { verifier } = found.attempt;
    const cookie = `${BASE_COOKIE}:1=${new URLSearchParams({ state, [state]: verifier })}`;
    const tokens = await super.authenticate(new Request(this.#callback, { headers: { cookie } }));
    const { claims, idToken } = tokens;
    if (!claims || !idToken) throw new TokenRefused("There is no ID token");
    return { tokens: { ...tokens, claims, idToken }, ...found };
  }

  protected override createAuthorizationURL() {
    const made = super.createAuthorizationURL();
    this.#made = made;
    return made;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const added = new URLSearchParams(params);
    added.set("response_mode", "query");
    added.set("nonce", nonceOf(this.#made?.codeVerifier as string));
    const { silent, anew } = this.#start ?? {};
    if (anew) added.set("prompt", "login");
    if (silent) {
      added.set("prompt", "none");
      if (silent.idToken && silent.idToken.length <= MAX_ID_TOKEN_HINT_LENGTH)
        added.set("id_token_hint", silent.idToken);
    }
    return added;
  }

  protected override async validateAuthorizationCode(_code: string, verifier: string): Promise<Tokens> {
    const state = this.#callback.searchParams.get("state") as string;
    return asTokens(await exchangeCode(this.#callback, { verifier, state, nonce: nonceOf(verifier) }));
  }

  /** @throws InvalidGrant, TokenRefused, ProviderUnavailable */
  override async refreshToken(refreshToken: string, person?: { sub: string; iss: string }): Promise<Tokens> {
    return asTokens(await refreshTokens(refreshToken, person));
  }

  /** @throws ProviderUnavailable when the provider doesn't answer */
  override async revokeToken(token: string, hint: "refresh_token" | "access_token" = "refresh_token"): Promise<void> {
    await revokeToken(token, hint);
  }
}

/** Whoever holds the verifier knows the nonce, nobody else does, and nothing more has to be kept. */
function nonceOf(verifier: string): string {
  return createHmac("sha256", verifier).update("nonce").digest("base64url");
}

/** @returns whether this is the state's first use, on all replicas together. */
async function spend(state: string): Promise<boolean> {
  const key = `sign-in:${createHash("sha256").update(state).digest("base64url")}`;
  return (await store()).putIfAbsent(key, "used", 2 * SIGN_IN_MAX_AGE_SECONDS);
}
