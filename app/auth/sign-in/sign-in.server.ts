import { env } from "~/.server/env";
import { renewedPreferences } from "~/.server/http/preferences-cookie";
import { renewedLanguage } from "~/.server/http/visitor-language";
import { log } from "~/.server/log";
import { signIns } from "~/.server/metrics";
import { forgetProfile } from "~/auth/directory-profiles.server";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { userInfo } from "~/auth/provider/provider.server";
import {
  ClientRefused,
  GrantRefused,
  InvalidGrant,
  refusalCodes,
  refusalInQuery,
  TokenRefused,
} from "~/auth/provider/provider-errors.server";
import { createSession, sessionLives } from "~/auth/session/session.server";
import { shortLine } from "~/domain/clean-text";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { authenticator, type SignIn, SignInFault } from "./oidc-strategy.server";
import { worthAskingConsent } from "./prompt.server";
import { returnPath } from "./return-path.server";
import { forgetBrowser, hasAttempts, type LostAttempt, lostAttempt } from "./sign-in-attempt.server";

/** Maximum length of a `sub` (OpenID Connect Core 1.0 §2). */
const MAX_ID_LENGTH = 255;

/** Keys of the catalogue's `signin:problem`. */
export type SignInProblem =
  | "unknown"
  | "expired"
  | "used"
  | "malformed"
  | "refused"
  | "rejected"
  | "clientRefused"
  | "unavailable";

export type SignInAnswer = Response | { status: number; problem: SignInProblem; returnTo: string };

const STATUS_OF: Record<SignInProblem, number> = {
  unknown: 400,
  expired: 400,
  used: 400,
  malformed: 400,
  refused: 502,
  rejected: 502,
  clientRefused: 502,
  unavailable: 503,
};

/** A key of the catalogue's `signin:title`. */
export function titleOf(problem: SignInProblem): "startAgain" | "failed" | "unavailable" {
  if (problem === "unavailable") return "unavailable";
  return STATUS_OF[problem] === 400 ? "startAgain" : "failed";
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6. */
const MESSAGE_OF = new Map<string | null, "accessDenied" | "unavailable" | "notSignedIn">([
  ["access_denied", "accessDenied"],
  ["consent_required", "accessDenied"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
  ["login_required", "notSignedIn"],
  ["interaction_required", "notSignedIn"],
  ["account_selection_required", "notSignedIn"],
]);

/** After a failure the person decides what happens next; nothing is retried. */
export async function finishSignIn(request: Request): Promise<SignInAnswer> {
  try {
    const signIn = await authenticator().authenticate("oidc", request);
    if (signIn.attempt.renews) throw new SignInFault("malformed", signIn.attempt);
    const cookie = await openSession(request, signIn);
    signIns.inc({ outcome: "success" });
    const { returnTo, asksConsent = false } = signIn.attempt;
    // The session exists, so the person gets to their page even if consent is refused.
    const once = await worthAskingConsent(signIn.tokens, asksConsent);
    const cookies = [cookie, await forgetBrowser(request), renewedLanguage(request), renewedPreferences(request)];
    return redirectTo(once ? loginPath(returnTo, { prompt: "consent" }) : returnPath(returnTo), cookies);
  } catch (error) {
    return answerFault(request, error);
  }
}

function loginPath(returnTo: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams({ ...parameters, returnTo });
  return `${pathIn(localeOfPath(returnTo), "/auth/login")}?${query}`;
}

/** `id` is the key of the new session. */
export type SignedIn = { sub: string; id: string };

const followers: ((person: SignedIn) => Promise<void>)[] = [];

/** Has a sign-in followed by something that it neither waits for nor fails with. */
export function afterSignIn(act: (person: SignedIn) => Promise<void>): void {
  followers.push(act);
}

async function openSession(request: Request, { tokens }: SignIn): Promise<string> {
  const { claims } = tokens;
  const directoryId = directoryIdIn(claims);
  const more = await userInfo(tokens.accessToken, claims.sub);
  const person = {
    iss: claims.iss,
    sub: claims.sub,
    directoryId,
    sid: text(claims.sid),
    name: text(more.name) ?? text(claims.name),
    email: text(more.email) ?? text(claims.email),
  };
  forgetProfile(directoryId);
  const { cookie, key } = await createSession(request, person, tokens);
  for (const act of followers) {
    act({ sub: person.sub, id: key }).catch((err: unknown) =>
      log().error({ err }, "what was to follow a sign-in failed"),
    );
  }
  return cookie;
}

/** Entra ID's `sub` differs from app to app; its directory uses `oid`. */
function directoryIdIn(claims: SignIn["tokens"]["claims"]): string {
  const { OIDC_SUBJECT_CLAIM: name } = env();
  const value = claims[name];
  if (typeof value === "string" && value.trim() !== "" && value.length <= MAX_ID_LENGTH) return value;
  throw new TokenRefused(`The ID token has no ${name}, which OIDC_SUBJECT_CLAIM asks for`);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value ? value.slice(0, 200) : undefined;
}

/** Rethrows a failure of the database, which isn't the provider's answer. */
async function answerFault(request: Request, error: unknown): Promise<SignInAnswer> {
  const fault = error instanceof SignInFault ? error : undefined;
  const attempt = fault?.attempt ?? (await lostAttemptOf(request));
  if (fault?.reason === "error") return answerRefusal(request, fault, attempt);
  const problem = problemOf(error);
  if (!problem) throw error;
  const returnTo = returnPath(attempt?.returnTo);
  // The callback of a finished sign-in was opened again.
  const isOver = fault && problem !== "malformed" && (await sessionLives(request));
  if (!isOver && problem === "unknown" && attempt && mayRepeat(request, attempt)) return repeat(attempt);
  signIns.inc({ outcome: problem });
  log().warn({ err: error, problem }, "sign-in failed");
  return isOver ? redirectTo(returnTo) : { status: STATUS_OF[problem], problem, returnTo };
}

async function answerRefusal(
  request: Request,
  { attempt }: SignInFault,
  begun: LostAttempt | undefined,
): Promise<Response> {
  const returnTo = returnPath(begun?.returnTo);
  const refusal = refusalInQuery(request);
  // Anybody can put an error into an address, so only an attempt of this browser is logged.
  if (attempt) log().warn({ problem: "error", said: refusalCodes(refusal) }, "sign-in failed");
  // The session exists already if consent was an extra step, but not with OIDC_PROMPT.
  if (attempt?.asksConsent && (await sessionLives(request))) return redirectTo(returnTo);
  if (begun && isLoginPageExpired(refusal) && mayRepeat(request, begun)) return repeat(begun);
  signIns.inc({ outcome: "error" });
  return redirectTo(providerErrorPath(request, returnTo));
}

/** Keycloak's answer when its login page was open for too long. */
function isLoginPageExpired({ error, error_description }: ReturnType<typeof refusalInQuery>): boolean {
  return error === "temporarily_unavailable" && error_description === "authentication_expired";
}

/**
 * Once, and only in a browser that keeps our cookies: otherwise a person would go to the provider
 * and back without end.
 */
function mayRepeat(request: Request, { isRepeated }: LostAttempt): boolean {
  return !isRepeated && hasAttempts(request);
}

function repeat({ returnTo, isReauth }: LostAttempt): Response {
  log().info("a sign-in is begun once more");
  return redirectTo(loginPath(returnTo, { again: "1", ...(isReauth && { prompt: "login" }) }));
}

/** For an attempt without its cookie: a browser that opens many tabs drops or overwrites some. */
async function lostAttemptOf(request: Request): Promise<LostAttempt | undefined> {
  const state = new URL(request.url).searchParams.get("state");
  return state ? lostAttempt(state) : undefined;
}

function problemOf(error: unknown): SignInProblem | undefined {
  if (error instanceof SignInFault && error.reason !== "error") return error.reason;
  if (error instanceof TokenRefused) return "refused";
  if (error instanceof InvalidGrant) return "used";
  if (error instanceof ClientRefused) return "clientRefused";
  if (error instanceof GrantRefused) return "rejected";
  return error instanceof ProviderUnavailable ? "unavailable" : undefined;
}

/** The page of docs/product.md §8. */
function providerErrorPath(request: Request, returnTo: string): string {
  const locale = localeOfPath(returnTo);
  const t = getT(locale);
  const { error, error_description } = refusalInQuery(request);
  const message = t(`signin:problem.${MESSAGE_OF.get(error) ?? "rejected"}`);
  const description = shortLine(error_description ?? "", 300);
  const query = new URLSearchParams({
    title: t("signin:title.failed"),
    message: description ? t("signin:described", { message, description }) : message,
    from: returnTo,
  });
  return `${pathIn(locale, "/error")}?${query}`;
}

function redirectTo(path: string, cookies: (string | undefined)[] = []): Response {
  const headers = new Headers({ Location: path });
  for (const cookie of cookies) if (cookie) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
