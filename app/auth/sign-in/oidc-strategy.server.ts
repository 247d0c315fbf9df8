import { createHmac } from "node:crypto";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { env } from "~/.server/env";
import { clientAddress } from "~/.server/http/request-scope";
import { providerMetadata } from "~/auth/provider/discovery.server";
import { exchangeCode, idTokenHint, type SignInTokens } from "~/auth/provider/token-requests.server";
import { loadSession, sessionKey } from "~/auth/session/session.server";
import { barePath, type Locale, localeOfPath } from "~/i18n/locales";
import { exchangeSlot } from "./exchange-slots.server";
import { promptFor } from "./prompt.server";
import { returnPath } from "./return-path.server";
import { findAttempt, isTooOld, rememberAttempt, type SignInAttempt, spendAttempt } from "./sign-in-attempt.server";

/** remix-auth calls this type `User`. */
export type SignIn = {
  tokens: SignInTokens;
  attempt: SignInAttempt;
};

export type SignInFaultReason =
  /** This browser has no sign-in with this `state`. */
  | "unknown"
  | "expired"
  /** The state or the code was used before. */
  | "used"
  /** The callback breaks the protocol. */
  | "malformed"
  /** The callback has `error=`. */
  | "providerError";

export class SignInFault extends Error {
  /** @param providerError the value of `error=` (RFC 6749 §4.1.2.1) */
  constructor(
    readonly reason: SignInFaultReason,
    readonly attempt?: SignInAttempt,
    readonly providerError?: string | null,
  ) {
    super(`Sign-in: ${reason}`);
    this.name = "SignInFault";
  }
}

type AttemptOptions = Pick<SignInAttempt, "returnTo" | "renewedSessionKey" | "asksConsent" | "isReauth" | "isRepeated">;

const LOGIN_PATH = "/auth/login";
const CALLBACK_PATH = "/auth";
const SILENT_PATH = "/auth/silent-renew";

/** RFC 6749 §3.1 allows these parameters only once. */
const SINGLE_PARAMETERS = ["code", "state", "iss", "error", "error_description", "response"];

/**
 * The base class makes `state`, PKCE and the provider's address. This class adds OpenID Connect
 * (Core 1.0 §3.1, RFC 9700 §2.1), and stores attempts in the database instead of a cookie.
 */
class OidcStrategy extends OAuth2Strategy<SignIn> {
  override name = "oidc";

  constructor() {
    const { APP_URL, OIDC_CLIENT_ID, OIDC_ISSUER, OIDC_SCOPE } = env();
    super(
      {
        clientId: OIDC_CLIENT_ID,
        clientSecret: null,
        // `#begin` sets the discovered endpoint.
        authorizationEndpoint: OIDC_ISSUER,
        tokenEndpoint: OIDC_ISSUER,
        redirectURI: new URL(CALLBACK_PATH, APP_URL),
        scopes: OIDC_SCOPE.split(" ").filter(Boolean),
      },
      // Never called: this class overrides `authenticate`.
      () => Promise.reject(new Error("The tokens are validated by exchangeCode")),
    );
  }

  /** @throws Response that redirects to the provider; SignInFault; the errors of `exchangeCode` */
  override async authenticate(request: Request): Promise<SignIn> {
    const { pathname: localisedPath, searchParams } = new URL(request.url);
    // In lower case, because Remix's routes ignore case.
    const pathname = barePath(localisedPath).toLowerCase();
    if (pathname === LOGIN_PATH) throw await this.#signIn(request, searchParams, localeOfPath(localisedPath));
    if (pathname === SILENT_PATH && !isAnswer(searchParams)) throw await this.#signInSilently(request);
    return this.#takeAnswer(request, pathname === SILENT_PATH ? SILENT_PATH : CALLBACK_PATH);
  }

  async #signIn(request: Request, parameters: URLSearchParams, locale: Locale): Promise<Response> {
    const prompt = await promptFor(parameters.get("prompt"));
    const options = {
      returnTo: returnPath(parameters.get("returnTo")),
      asksConsent: prompt?.split(" ").includes("consent"),
      isReauth: parameters.get("prompt") === "login" || undefined,
      isRepeated: parameters.has("again") || undefined,
    };
    return this.#begin(request, CALLBACK_PATH, options, { ui_locales: locale, ...(prompt && { prompt }) });
  }

  /** For the hidden frame. */
  async #signInSilently(request: Request): Promise<Response> {
    const key = sessionKey(request);
    const session = key && (await loadSession(key));
    if (!session) throw new SignInFault("unknown");
    const parameters = { prompt: "none", ...idTokenHint(session.idToken) };
    return this.#begin(request, SILENT_PATH, { returnTo: "/", renewedSessionKey: session.key }, parameters);
  }

  async #begin(
    request: Request,
    path: string,
    options: AttemptOptions,
    parameters: Record<string, string>,
  ): Promise<Response> {
    const { authorization_endpoint } = await providerMetadata();
    const { OIDC_AUDIENCE: audience, APP_URL } = env();
    this.options.authorizationEndpoint = authorization_endpoint;
    const { state, codeVerifier: verifier, url } = this.createAuthorizationURL();
    const added = {
      redirect_uri: new URL(path, APP_URL).href,
      nonce: nonceOf(verifier),
      response_mode: "query",
      ...(audience && { audience }),
      ...parameters,
    };
    for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
    const cookie = await rememberAttempt(request, { ...options, state, verifier, startedAt: Date.now() });
    return new Response(null, { status: 302, headers: { Location: url.href, "Set-Cookie": cookie } });
  }

  async #takeAnswer(request: Request, path: string): Promise<SignIn> {
    const { searchParams } = new URL(request.url);
    if (SINGLE_PARAMETERS.some((name) => searchParams.getAll(name).length > 1)) throw new SignInFault("malformed");
    // Throws while the provider is down, before the attempt is used up, so that the callback can be
    // opened again later.
    await providerMetadata();
    const state = searchParams.get("state");
    const attempt = state ? await findAttempt(request, state) : undefined;
    if (searchParams.has("error")) throw new SignInFault("providerError", attempt, searchParams.get("error"));
    if (!state || !attempt) throw new SignInFault("unknown");
    if (isTooOld(attempt)) throw new SignInFault("expired", attempt);
    if (!searchParams.get("code")) throw new SignInFault("malformed", attempt);

    const { verifier, renewedSessionKey } = attempt;
    const callback = new URL(`${path}?${searchParams}`, env().APP_URL);
    const releaseSlot = await exchangeSlot(renewedSessionKey ?? clientAddress());
    try {
      // The attempt is used up before the exchange, so that no code is sent to the provider twice.
      if (!(await spendAttempt(attempt))) throw new SignInFault("used", attempt);
      return { tokens: await exchangeCode(callback, { verifier, state, nonce: nonceOf(verifier) }), attempt };
    } finally {
      releaseSlot();
    }
  }
}

export function isAnswer(parameters: URLSearchParams): boolean {
  return parameters.has("state") || parameters.has("code") || parameters.has("error");
}

/** Derived from the stored verifier, so the nonce needs no column. */
function nonceOf(verifier: string): string {
  return createHmac("sha256", verifier).update("nonce").digest("base64url");
}

let sharedAuthenticator: Authenticator<SignIn> | undefined;

/** Made at the first call, because the configuration isn't checked yet at import time. */
export function authenticator(): Authenticator<SignIn> {
  sharedAuthenticator ??= new Authenticator<SignIn>().use(new OidcStrategy(), "oidc");
  return sharedAuthenticator;
}
