import type Provider from "oidc-provider";
import type { KoaContextWithOIDC, Session } from "oidc-provider";
import { BRAND, page } from "./pages";
import type { ProviderStore } from "./provider-store";
import type { Middleware } from "./types";

type EndableClient = { backchannelLogoutUri?: string; backchannelLogout(sub: string, sid?: string): Promise<void> };

/** Ends a session with back-channel logout, and revokes its grants without `offline_access`. */
export async function endSession(provider: Provider, store: ProviderStore, session: Session): Promise<void> {
  for (const [clientId, { grantId, sid, persistsLogout }] of Object.entries(session.authorizations ?? {})) {
    const client = (await provider.Client.find(clientId)) as unknown as EndableClient | undefined;
    if (client?.backchannelLogoutUri && session.accountId) {
      await client.backchannelLogout(session.accountId, sid).catch((error: Error) => {
        const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
        console.warn(`Back-channel logout was not delivered: ${error.message}${cause}`);
      });
    }
    if (grantId && !persistsLogout) store.revokeGrant(grantId);
  }
  await session.destroy();
}

/** Signs out without a question if the ID token hint proves the person, or nobody is signed in. */
export function promptSignOut(provider: Provider, store: ProviderStore): Middleware {
  return async (ctx, next) => {
    await next();
    const { oidc } = ctx as KoaContextWithOIDC;
    if (oidc?.route !== "end_session" || ctx.status !== 200 || !oidc.session) return;
    const { session, params = {}, entities } = oidc;
    if (session.accountId && entities.IdTokenHint?.payload.sub !== session.accountId) return;

    await endSession(provider, store, session);
    oidc.cookies.set(provider.cookieName("session"), null, { httpOnly: true, sameSite: "lax", overwrite: true });
    const location = new URL(String(params.post_logout_redirect_uri ?? `${oidc.issuer}/session/end/success`));
    if (params.post_logout_redirect_uri && params.state) location.searchParams.set("state", String(params.state));
    ctx.body = null;
    ctx.status = 303;
    ctx.redirect(location.href);
  };
}

export function signOutQuestion(formHtml: string): string {
  return page(
    "Wylogowanie",
    `<h1>Czy chcesz się wylogować?</h1>
<p class="soft">${BRAND}</p>
${formHtml}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Wyloguj się</button>
<p class="soft after">Jeśli nie, zamknij tę stronę.</p>`,
  );
}
