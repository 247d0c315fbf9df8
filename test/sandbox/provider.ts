import Provider, { type ClientMetadata, type Configuration, interactionPolicy } from "oidc-provider";
import { findBySub } from "./accounts";
import { AUDIENCE, type BearerCheck, type TokenClock } from "./bearer";
import { BRAND, escapeHtml, PAGE_HEADERS, page } from "./pages";
import type { Keys, ProviderStore } from "./provider-store";
import { signInPage } from "./sign-in-page";
import { promptSignOut, signOutQuestion } from "./sign-out-page";
import type { Middleware, Rules } from "./types";

export const CLIENT_ID = "panel";
export const CLIENT_SECRET = "sandbox-client-secret-never-in-production";

const SCOPE = "openid profile email offline_access";
const DAY = 24 * 60 * 60;

type Parts = {
  issuer: string;
  appUrl: string;
  keys: Keys;
  store: ProviderStore;
  clock: TokenClock;
  bearer: BearerCheck;
  rules: Pick<Rules, "accessTokenSeconds" | "refresh">;
};

/** OpenID Connect Core 1.0, RP-Initiated and Back-Channel Logout 1.0, RFC 7009, RFC 9207. */
export function createProvider(parts: Parts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  provider.silent = true;
  provider.on("server_error", (_ctx, error) => console.error("The sandbox's provider failed:", error));
  provider.use(userinfoByAccessToken(parts.bearer));
  provider.use(promptSignOut(provider, parts.store));
  provider.use(signInPage(provider));
  return provider;
}

function configuration({ keys, store, clock, rules, appUrl }: Parts): Configuration {
  return {
    adapter: store.adapter,
    clients: [client(appUrl)],
    jwks: { keys: [keys.signing] },
    cookies: {
      // The app is on the same host, and ports don't separate cookies, so the names must differ.
      names: { session: "sandbox_op_session", interaction: "sandbox_op_interaction", resume: "sandbox_op_resume" },
      keys: keys.cookies,
    },
    scopes: ["openid", "offline_access"],
    claims: {
      openid: ["sub"],
      profile: ["name", "given_name", "family_name", "preferred_username", "locale"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client, source) =>
      rules.refresh && client.grantTypeAllowed("refresh_token") && source.scopes.has("offline_access"),
    expiresWithSession: async (_ctx, source) => !source.scopes.has("offline_access"),
    ttl: {
      AccessToken: () => rules.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: 365 * DAY,
      IdToken: 60 * 60,
      Interaction: 60 * 60,
      RefreshToken: 14 * DAY,
      Session: 14 * DAY,
    },
    findAccount: async (_ctx, sub) => {
      const account = findBySub(sub);
      return account && { accountId: sub, claims: async () => ({ ...identity(sub), sub }) };
    },
    extraParams: { offline_wish: keepOfflineAccess },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}`, policy: policy() },
    loadExistingGrant: async (ctx) => {
      const { client, session, account } = ctx.oidc;
      if (!client || !account) return undefined;
      const grantId = session?.grantIdFor(client.clientId);
      const storedGrant = grantId && (await ctx.oidc.provider.Grant.find(grantId));
      if (storedGrant && storedGrant.accountId === account.accountId) return storedGrant;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope(SCOPE);
      grant.addResourceScope(AUDIENCE, SCOPE);
      await grant.save();
      return grant;
    },
    extraTokenClaims: () => ({ serial: clock.next() }),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, formHtml) => {
          ctx.set(PAGE_HEADERS);
          ctx.body = signOutQuestion(formHtml);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience: AUDIENCE,
          accessTokenFormat: "jwt",
          accessTokenTTL: rules.accessTokenSeconds,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    renderError: (ctx, out) => {
      const rows = [out.error, out.error_description].filter(Boolean).map((text) => `<p>${escapeHtml(text)}</p>`);
      ctx.set(PAGE_HEADERS);
      ctx.body = page("Błąd", `<h1>Nie udało się</h1>\n${rows.join("\n")}\n<p class="soft">${BRAND}</p>`);
    },
    // The library refuses to call loopback addresses, which is where the app is.
    fetch: (url, options) => {
      const { dispatcher: _guard, ...rest } = options as RequestInit & { dispatcher?: unknown };
      return globalThis.fetch(url as URL, rest);
    },
  };
}

function client(appUrl: string): ClientMetadata {
  return {
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    token_endpoint_auth_method: "client_secret_basic",
    client_name: "Panel franczyzobiorcy",
    grant_types: ["authorization_code", "refresh_token"],
    redirect_uris: [`${appUrl}/auth`, `${appUrl}/auth/silent-renew`],
    post_logout_redirect_uris: [`${appUrl}/auth/signed-out`],
    backchannel_logout_uri: `${appUrl}/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
    scope: SCOPE,
  };
}

/** Asks nobody for consent, because the app is the company's own. */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.get("consent")?.checks.clear();
  return prompts;
}

/** Keeps `offline_access`, which the library drops without `prompt=consent` (OIDC Core §11). */
const keepOfflineAccess: NonNullable<Extract<Configuration["extraParams"], { [param: string]: unknown }>>[string] = (
  ctx,
) => {
  const { params } = ctx.oidc;
  const scopes = String(ctx.query.scope ?? ctx.oidc.body?.scope ?? "").split(" ");
  if (!params || !scopes.includes("offline_access") || String(params.scope).includes("offline_access")) return;
  params.scope = `${params.scope} offline_access`;
};

function identity(sub: string) {
  const account = findBySub(sub);
  if (!account) return {};
  return {
    name: account.name,
    given_name: account.givenName,
    family_name: account.familyName,
    preferred_username: account.login,
    locale: "pl",
    email: account.email,
    email_verified: true,
  };
}

/** Answers userinfo, because the library's own endpoint refuses access tokens for a backend. */
function userinfoByAccessToken(bearer: BearerCheck): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== "/me" || (ctx.method !== "GET" && ctx.method !== "POST")) return next();
    try {
      const sub = await bearer.subject(ctx.req);
      ctx.set("cache-control", "no-store");
      ctx.body = { sub, ...identity(sub) };
    } catch {
      ctx.status = 401;
      ctx.set("www-authenticate", 'Bearer error="invalid_token"');
      ctx.body = { error: "invalid_token" };
    }
  };
}
