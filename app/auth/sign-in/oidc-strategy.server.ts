import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac } from "node:crypto";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { env } from "~/.server/env";
import { clientAddress } from "~/.server/http/request-scope";
import { type ProviderMetadata, providerMetadata } from "~/auth/provider/discovery.server";
import { exchangeCode, idTokenHint, type SignInTokens } from "~/auth/provider/token-requests.server";
import { loadSession, sessionKey } from "~/auth/session/session.server";
import { barePath, type Locale, localeOfPath } from "~/i18n/locales";
import { exchangeSlot } from "./exchange-slots.server";
import { promptFor } from "./prompt.server";
import { returnPath } from "./return-path.server";
import { findAttempt, isTooOld, rememberAttempt, type SignInAttempt, spendAttempt } from "./sign-in-attempt.server";

/** What remix-auth calls the user. */
export type SignIn = {
  tokens: SignInTokens;
  attempt: SignInAttempt;
};

export type SignInFaultReason =
  /** This browser began no attempt with this `state`. */
  | "unknown"
  | "expired"
  /** The state or the code was used before. */
  | "used"
  /** The answer breaks the protocol, or it came to the wrong page. */
  | "malformed"
  /** The provider answered with an error (`error=`). */
  | "providerError";

export class SignInFault extends Error {
  /** @param providerError the code (RFC 6749 §4.1.2.1) */
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

/** The current request's data for the hooks, which the base class doesn't pass on. */
type Flow = {
  metadata: ProviderMetadata;
  /** This URL has the answer's parameters once the browser is back. */
  callback: URL;
  parameters?: Record<string, string>;
  /** What the base class put into the redirect. */
  redirectSecrets?: { state: string; codeVerifier: string };
  attempt?: SignInAttempt;
};
const flows = new AsyncLocalStorage<Flow>();
const flow = () => flows.getStore() as Flow;

const LOGIN_PATH = "/auth/login";
const CALLBACK_PATH = "/auth";
const SILENT_PATH = "/auth/silent-renew";

/** RFC 6749 §3.1 allows these parameters only once. */
const SINGLE_PARAMETERS = ["code", "state", "iss", "error", "error_description", "response"];

/** The cookie that we make for the base class from our own sealed cookie. */
const BASE_COOKIE = "attempt";

/**
 * The base class makes state, PKCE S256 and the redirect, and checks the state. Its hooks add what
 * OpenID Connect needs (Core 1.0 §3.1, RFC 9700 §2.1).
 */
class OidcStrategy extends OAuth2Strategy<SignIn> {
  override name = "oidc";

  constructor() {
    const { APP_URL, OIDC_CLIENT_ID, OIDC_ISSUER, OIDC_SCOPE } = env();
    super(
      {
        clientId: OIDC_CLIENT_ID,
        clientSecret: null,
        // `createAuthorizationURL` replaces this by the discovered endpoint.
        authorizationEndpoint: OIDC_ISSUER,
        tokenEndpoint: OIDC_ISSUER,
        redirectURI: new URL(CALLBACK_PATH, APP_URL),
        scopes: OIDC_SCOPE.split(" ").filter(Boolean),
        cookie: BASE_COOKIE,
      },
      async ({ tokens }) => ({ tokens: tokens.data as SignInTokens, attempt: flow().attempt as SignInAttempt }),
    );
  }

  /** @throws Response to the provider; SignInFault, DatabaseUnavailable; as `exchangeCode` does */
  override async authenticate(request: Request): Promise<SignIn> {
    const { pathname: localisedPath, searchParams } = new URL(request.url);
    // Routes ignore case.
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

  /** For the hidden frame: it renews the browser's session and shows nothing. */
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
    const newFlow: Flow = { metadata: await providerMetadata(), callback: new URL(path, env().APP_URL), parameters };
    // Without an answer in the address the base class throws a redirect to the provider.
    const withoutAnswer = new Request(newFlow.callback);
    const begin = () => super.authenticate(withoutAnswer);
    const redirect = await flows.run(newFlow, begin).catch((thrown: unknown) => thrown);
    if (!(redirect instanceof Response) || !newFlow.redirectSecrets) throw redirect;
    const { state, codeVerifier: verifier } = newFlow.redirectSecrets;
    const cookie = await rememberAttempt(request, { ...options, state, verifier, startedAt: Date.now() });
    const location = redirect.headers.get("Location") as string;
    return new Response(null, { status: 302, headers: { Location: location, "Set-Cookie": cookie } });
  }

  /** Uses up the state before the code: no callback URL reaches the token endpoint twice. */
  async #takeAnswer(request: Request, path: string): Promise<SignIn> {
    const { searchParams } = new URL(request.url);
    if (SINGLE_PARAMETERS.some((name) => searchParams.getAll(name).length > 1)) throw new SignInFault("malformed");
    const metadata = await providerMetadata();
    const state = searchParams.get("state");
    const attempt = state ? await findAttempt(request, state) : undefined;
    if (searchParams.has("error")) throw new SignInFault("providerError", attempt, searchParams.get("error"));
    if (!state || !attempt) throw new SignInFault("unknown");
    if (isTooOld(attempt)) throw new SignInFault("expired", attempt);
    if (!searchParams.get("code")) throw new SignInFault("malformed", attempt);

    const callback = new URL(`${path}?${searchParams}`, env().APP_URL);
    // The base class reads all cookies whose names begin with BASE_COOKIE.
    const cookie = `${BASE_COOKIE}:1=${new URLSearchParams({ state, [state]: attempt.verifier })}`;
    const answer = new Request(callback, { headers: { cookie } });
    const releaseSlot = await exchangeSlot(attempt.renewedSessionKey ?? clientAddress());
    try {
      if (!(await spendAttempt(attempt))) throw new SignInFault("used", attempt);
      return await flows.run({ metadata, callback, attempt }, () => super.authenticate(answer));
    } finally {
      releaseSlot();
    }
  }

  protected override createAuthorizationURL() {
    const current = flow();
    this.options.authorizationEndpoint = current.metadata.authorization_endpoint;
    const redirect = super.createAuthorizationURL();
    redirect.url.searchParams.set("redirect_uri", current.callback.href);
    redirect.url.searchParams.set("nonce", nonceOf(redirect.codeVerifier));
    current.redirectSecrets = redirect;
    return redirect;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const { OIDC_AUDIENCE: audience } = env();
    const added = { response_mode: "query", ...(audience && { audience }), ...flow().parameters };
    return new URLSearchParams({ ...Object.fromEntries(params), ...added });
  }

  /** The base class passes our validated tokens to `verify` without reading them. */
  protected override async validateAuthorizationCode(_code: string, verifier: string) {
    const { callback } = flow();
    const state = callback.searchParams.get("state") as string;
    const issued = await exchangeCode(callback, { verifier, state, nonce: nonceOf(verifier) });
    return { data: issued } as unknown as OAuth2Strategy.VerifyOptions["tokens"];
  }
}

export function isAnswer(parameters: URLSearchParams): boolean {
  return parameters.has("state") || parameters.has("code") || parameters.has("error");
}

/** Derived from the verifier, so the nonce needs no storage. */
function nonceOf(verifier: string): string {
  return createHmac("sha256", verifier).update("nonce").digest("base64url");
}

let sharedAuthenticator: Authenticator<SignIn> | undefined;

/** Made at its first use, when the configuration has been checked. */
export function authenticator(): Authenticator<SignIn> {
  sharedAuthenticator ??= new Authenticator<SignIn>().use(new OidcStrategy(), "oidc");
  return sharedAuthenticator;
}
