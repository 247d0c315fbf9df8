import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/.server/log";
import { failureResponse } from "~/auth/failure-response.server";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import {
  INTERACTION_ERRORS,
  InvalidGrant,
  printCodes,
  refusalInQuery,
  TokenRefused,
} from "~/auth/provider/provider-errors.server";
import { revokeTokens, type SignInTokens, sidIn } from "~/auth/provider/token-requests.server";
import { renewOrEnd } from "~/auth/session/renewal.server";
import {
  endSession,
  loadSession,
  replaceSession,
  type SessionRecord,
  sessionKey,
  withTokens,
} from "~/auth/session/session.server";
import { expiresSoon, secondsToRenewal } from "~/auth/session/token-life.server";
import { authenticator, isAnswer, SignInFault } from "./oidc-strategy.server";

/** A page in a hidden frame. The page around it reads the attributes (frame-renewal.ts). */
export async function loader({ request }: LoaderFunctionArgs) {
  const renewal = await renewSilently(request).catch((error: unknown) => failureResponse(error, { request }));
  if (renewal instanceof Response) return renewal;
  const { outcome, renewInSeconds } = renewal;
  const delayAttribute = renewInSeconds === undefined ? "" : ` data-renew-in="${renewInSeconds}"`;
  const html = `<!doctype html><html lang="pl" data-renewal="${outcome}"${delayAttribute}><title></title></html>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

const RETRIED_ERRORS = [ProviderUnavailable, SignInFault, InvalidGrant, TokenRefused];

/** `failed`: the page tries again. `ended`: the person has to sign in. */
export type Renewal = { outcome: "renewed" | "failed" | "ended"; renewInSeconds?: number };

async function renewSilently(request: Request): Promise<Renewal | Response> {
  const key = sessionKey(request);
  const session = key ? await loadSession(key) : undefined;
  if (!session) return { outcome: "ended" };
  try {
    if (isAnswer(new URL(request.url).searchParams)) return await signInAgain(request, session);
    if (!expiresSoon(session)) return renewalOf(session);
    if (!session.refreshToken) return await signInAgain(request, session);
    const fresh = await renewOrEnd(session);
    return fresh ? renewalOf(fresh) : { outcome: "ended" };
  } catch (error) {
    if (error instanceof Response) return error;
    if (isFrameRefusal(error, session)) {
      // The usual reason: the browser blocks the provider's cookies in frames.
      const said = printCodes(refusalInQuery(request));
      log().info({ said }, "the provider refused a sign-in in the hidden frame");
      if (INTERACTION_ERRORS.has(error.providerError ?? "")) return { outcome: "ended" };
    }
    if (RETRIED_ERRORS.some((kind) => error instanceof kind)) return { outcome: "failed" };
    throw error;
  }
}

/** Signs in with `prompt=none`. @throws Response that redirects the frame to the provider */
async function signInAgain(request: Request, session: SessionRecord): Promise<Renewal> {
  const { tokens, attempt } = await authenticator().authenticate("oidc", request);
  // The person has signed in again since the frame was opened. These tokens aren't revoked, because
  // many providers would end the new sign-in, too.
  if (attempt.renewedSessionKey !== session.key) return { outcome: "failed" };
  const fresh = await replaceTokens(tokens, session);
  if (fresh) return renewalOf(fresh);
  revokeTokens(tokens).catch(() => undefined);
  return { outcome: "ended" };
}

/** @returns undefined if the person has signed out, or another person has signed in */
async function replaceTokens(tokens: SignInTokens, session: SessionRecord): Promise<SessionRecord | undefined> {
  const { claims } = tokens;
  if (claims.sub !== session.sub || claims.iss !== session.iss) {
    await endSession(session.key, "notRenewed");
    return undefined;
  }
  const fresh = { ...withTokens(session, tokens), sid: sidIn(claims) ?? session.sid };
  return (await replaceSession(fresh)) ? fresh : undefined;
}

/** Anybody can make a link with `error=`, so the attempt must be this session's. */
function isFrameRefusal(error: unknown, session: SessionRecord): error is SignInFault {
  return (
    error instanceof SignInFault && error.reason === "providerError" && error.attempt?.renewedSessionKey === session.key
  );
}

function renewalOf(session: SessionRecord): Renewal {
  return { outcome: "renewed", renewInSeconds: secondsToRenewal(session) };
}
