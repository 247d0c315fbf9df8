import { redirect } from "@remix-run/node";
import { log } from "~/.server/log";
import { signIns } from "~/.server/metrics";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import {
  ClientRefused,
  GrantRefused,
  InvalidGrant,
  printCodes,
  type Refusal,
  refusalInQuery,
  TokenRefused,
} from "~/auth/provider/provider-errors.server";
import { isSessionAlive } from "~/auth/session/session.server";
import { shortLine } from "~/domain/clean-text";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { SignInFault, type SignInFaultReason } from "./oidc-strategy.server";
import { loginPath, returnPath } from "./return-path.server";
import {
  findUnverifiedAttempt,
  hasSignInCookie,
  type SignInAttempt,
  type UnverifiedAttempt,
} from "./sign-in-attempt.server";

/** Keys of `signin:problem` in the catalogues, and outcomes in the metrics. */
export type SignInProblem =
  | Exclude<SignInFaultReason, "providerError">
  /** The app refused the tokens. */
  | "refused"
  /** The provider refused the code. */
  | "rejected"
  /** The provider refused the app's id or secret. */
  | "clientRefused"
  | "unavailable";

/** `retryPath` begins another sign-in. */
export type SignInAnswer = Response | { status: number; problem: SignInProblem; returnTo: string; retryPath: string };

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

export function titleKeyOf(problem: SignInProblem): "startAgain" | "failed" | "unavailable" {
  if (problem === "unavailable") return "unavailable";
  return STATUS_OF[problem] === 400 ? "startAgain" : "failed";
}

/**
 * - The browser has lost the attempt's cookie: the sign-in is begun once more.
 * - The callback of a finished sign-in is opened again, for example with Back: `returnTo` opens.
 * - The callback has `error=`: the page `/error` opens.
 * - Else: a page shows the problem and a link to `retryPath`.
 * @throws `error` if it isn't about the sign-in, but about the database, for example
 */
export async function answerSignInFailure(request: Request, error: unknown): Promise<SignInAnswer> {
  const fault = error instanceof SignInFault ? error : undefined;
  if (fault?.reason === "providerError") return answerProviderError(request, fault.attempt);
  const problem = problemOf(error);
  if (!problem) throw error;
  const attempt = fault?.attempt ?? (await findUnverified(request));
  const returnTo = returnPath(attempt?.returnTo);
  const isOpenedAgain = fault && problem !== "malformed" && (await isSessionAlive(request));
  if (problem === "unknown" && !isOpenedAgain && mayRepeat(request, attempt)) return repeat(attempt);
  signIns.inc({ outcome: problem });
  log().warn({ err: error, problem }, "sign-in failed");
  if (isOpenedAgain) return redirect(returnTo);
  return { status: STATUS_OF[problem], problem, returnTo, retryPath: loginPath(returnTo, reauthQuery(attempt)) };
}

async function answerProviderError(request: Request, ownAttempt: SignInAttempt | undefined): Promise<Response> {
  const attempt = ownAttempt ?? (await findUnverified(request));
  const returnTo = returnPath(attempt?.returnTo);
  const refusal = refusalInQuery(request);
  // Anybody can make a link with `error=`, so only this browser's attempt is logged.
  if (ownAttempt) log().warn({ problem: "error", said: printCodes(refusal) }, "sign-in failed");
  // A refused consent opens the page all the same: the app asks for consent after a sign-in
  // (`needsConsent`), so the session already exists.
  if (ownAttempt?.asksConsent && (await isSessionAlive(request))) return redirect(returnTo);
  if (isLoginPageExpired(refusal) && mayRepeat(request, attempt)) return repeat(attempt);
  signIns.inc({ outcome: "error" });
  return redirect(providerErrorPath(refusal, returnTo, reauthQuery(attempt)));
}

/** Keycloak sends this when its login page was open for too long. */
function isLoginPageExpired({ code, description }: Refusal): boolean {
  return code === "temporarily_unavailable" && description === "authentication_expired";
}

/** Without these conditions (one retry, a browser with cookies) the redirects could never end. */
function mayRepeat(request: Request, attempt: UnverifiedAttempt | undefined): attempt is UnverifiedAttempt {
  return attempt !== undefined && !attempt.isRepeated && hasSignInCookie(request);
}

function repeat(attempt: UnverifiedAttempt): Response {
  log().info("a sign-in is begun once more");
  return redirect(loginPath(attempt.returnTo, { again: "1", ...reauthQuery(attempt) }));
}

function reauthQuery(attempt: UnverifiedAttempt | undefined): { prompt?: "login" } {
  return attempt?.isReauth ? { prompt: "login" } : {};
}

/** Finds the attempt without its cookie, which a browser may have lost or overwritten. */
async function findUnverified(request: Request): Promise<UnverifiedAttempt | undefined> {
  const state = new URL(request.url).searchParams.get("state");
  return state ? findUnverifiedAttempt(state) : undefined;
}

function problemOf(error: unknown): SignInProblem | undefined {
  if (error instanceof SignInFault && error.reason !== "providerError") return error.reason;
  if (error instanceof TokenRefused) return "refused";
  if (error instanceof InvalidGrant) return "used";
  if (error instanceof ClientRefused) return "clientRefused";
  if (error instanceof GrantRefused) return "rejected";
  return error instanceof ProviderUnavailable ? "unavailable" : undefined;
}

/** RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6. */
const MESSAGE_OF = new Map<string, "accessDenied" | "unavailable" | "notSignedIn">([
  ["access_denied", "accessDenied"],
  ["consent_required", "accessDenied"],
  ["server_error", "unavailable"],
  ["temporarily_unavailable", "unavailable"],
  ["login_required", "notSignedIn"],
  ["interaction_required", "notSignedIn"],
  ["account_selection_required", "notSignedIn"],
]);

function providerErrorPath(refusal: Refusal, returnTo: string, reauth: { prompt?: "login" }): string {
  const locale = localeOfPath(returnTo);
  const t = getT(locale);
  const message = t(`signin:problem.${MESSAGE_OF.get(refusal.code ?? "") ?? "rejected"}`);
  const description = shortLine(refusal.description ?? "", 300);
  const query = new URLSearchParams({
    title: t("signin:title.failed"),
    message: description ? t("signin:described", { message, description }) : message,
    from: returnTo,
    ...reauth,
  });
  return `${pathIn(locale, "/error")}?${query}`;
}
