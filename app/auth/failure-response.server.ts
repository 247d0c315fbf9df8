import { redirect, redirectDocument } from "@remix-run/node";
import { BackendError } from "~/.server/backend/backend-error";
import type { FatalContradiction } from "~/.server/backend/contract/contradictions";
import { DatabaseUnavailable } from "~/.server/db/database";
import { isNoRoom, logNoRoom, NO_ROOM_STATUS } from "~/.server/db/errors";
import { isUnsafe } from "~/.server/http/origin-check";
import { requestScope, setResponseHeaders } from "~/.server/http/request-scope";
import { log } from "~/.server/log";
import { screenOf } from "~/.server/route-name";
import { ProviderUnavailable } from "~/auth/provider/discovery.server";
import { ClientRefused } from "~/auth/provider/provider-errors.server";
import { SessionOver } from "~/auth/session/access-tokens.server";
import { clearSessionCookie, endSession, type LiveSession } from "~/auth/session/session.server";
import { returnPath } from "~/auth/sign-in/return-path.server";
import { CLEAR_STORAGE } from "~/auth/sign-out/sign-out.server";
import { getT } from "~/i18n/i18n.server";
import { localeOfPath, pathIn } from "~/i18n/locales";
import { LEAVING_HEADER } from "~/ui/pause-while-leaving";
import { type FailedForm, pagePath, storeForErrorPage, storePostedForm } from "./failed-form.server";

export type FailedRequest = FailedForm & { session?: LiveSession };

/** Turns a failure into a redirect or a status. @throws a bug, which the error screen shows */
export async function failureResponse(error: unknown, failed: FailedRequest): Promise<Response> {
  try {
    return await answerTo(error, failed);
  } catch (secondError) {
    // Ending the session needs the database, too, which may be down.
    if (secondError === error || !(secondError instanceof DatabaseUnavailable)) throw secondError;
    return answerTo(secondError, failed);
  }
}

async function answerTo(error: unknown, failed: FailedRequest): Promise<Response> {
  if (error instanceof Response) return error;
  if (isNoRoom(error)) {
    logNoRoom(error);
    return new Response(null, { status: NO_ROOM_STATUS });
  }
  // No redirect: a reload works as soon as the database is back.
  if (error instanceof DatabaseUnavailable) {
    setResponseHeaders({ "Retry-After": "5" });
    return new Response(null, { status: 503 });
  }
  const { request } = failed;
  if (error instanceof ClientRefused) return redirectFrom(request, await errorPath(503, failed, "client"));
  if (error instanceof ProviderUnavailable) return redirectFrom(request, await errorPath(503, failed, "signIn"));
  if (error instanceof SessionOver) return endAndSignIn(failed);
  if (!(error instanceof BackendError)) return responseToBug(error, request);
  if (error.kind === "unauthorized") return endAndSignIn(failed);
  return redirectFrom(request, await errorPathOf(error, failed));
}

export function errorPathOf(error: BackendError, failed: FailedRequest): Promise<string> {
  const errors = error.problem?.errors;
  return errorPath(error.status, { ...failed, errors }, reasonOf(error), error.retryAfter);
}

function responseToBug(error: unknown, request: Request): Response {
  if (screenOf(request).layout !== "none") throw error;
  // A route without a page, such as a file's, has no error screen.
  log().error({ err: error }, "request failed");
  return new Response(null, { status: 500 });
}

/** The error page's `?reason=`. `lost`: a write without a response. */
type ErrorReason = "client" | "lost" | "incomplete" | FatalContradiction | FailedSystem;

export type FailedSystem = "sellers" | "directory" | "signIn";

function reasonOf({ kind, backend, contradiction }: BackendError): ErrorReason | undefined {
  if (contradiction) return contradiction;
  if (kind === "incomplete") return "incomplete";
  if (kind === "outcomeUnknown") return "lost";
  // The app itself refused or cancelled the call, so no system has failed.
  if (kind === "busy" || kind === "abandoned") return undefined;
  return backend === "sellers" ? "sellers" : "directory";
}

export function isClick(request: Request): boolean {
  const wantsPage = request.method === "GET" && /\btext\/html\b/.test(request.headers.get("Accept") ?? "");
  return wantsPage && !requestScope().isDataRequest;
}

/** If a person has opened a file's address, replaces a failed response by the error page. */
export function orErrorPage(response: Response, request: Request): Response {
  if (response.status < 400 || response.body !== null || !isClick(request)) return response;
  if (screenOf(request).layout !== "none") return response;
  const query = new URLSearchParams({ from: returnPath(pagePath(request)), id: requestScope().id });
  return redirectFrom(request, `${pathIn(localeOf(request), `/error/${response.status}`)}?${query}`);
}

async function endAndSignIn(failed: FailedRequest): Promise<Response> {
  const { request, session } = failed;
  if (session) await endSession(session.key, "refused");
  // A new session leads to the error page instead of another sign-in: a backend that refuses a
  // session less than a minute old would refuse the next session, too.
  const isNew = session !== undefined && Date.now() - session.startedAt < 60_000;
  const path = isNew ? await errorPath(401, failed) : signInPath(request, await storePostedForm(failed));
  setResponseHeaders(CLEAR_STORAGE);
  const response = leaveDocument(request, path);
  response.headers.append("Set-Cookie", clearSessionCookie());
  return response;
}

export function signInRedirect(request: Request, draft?: string): Response {
  return leaveDocument(request, signInPath(request, draft));
}

function leaveDocument(request: Request, path: string): Response {
  // With this header, the page's script covers the page until the provider's page is shown.
  setResponseHeaders({ [LEAVING_HEADER]: "1" });
  return redirectFrom(request, path, redirectDocument);
}

function signInPath(request: Request, draft?: string): string {
  const here = new URL(pagePath(request), "http://page");
  if (draft) here.searchParams.set("draft", draft);
  const query = new URLSearchParams({ returnTo: returnPath(here.pathname + here.search) });
  return `${pathIn(localeOf(request), "/auth/login")}?${query}`;
}

/** Redirects to the page „Brak autoryzacji” (docs/product.md §6). */
export async function refuseRole(failed: FailedRequest): Promise<Response> {
  const { request } = failed;
  const locale = localeOfPath(new URL(request.url).pathname);
  const t = getT(locale);
  // Stores the form: the person may have lost the role while typing.
  const draftQuery = await storeForErrorPage(failed);
  const query = new URLSearchParams({
    title: t("auth:noAccess.title"),
    message: t("auth:noAccess.message"),
    ...draftQuery,
    id: requestScope().id,
  });
  // A post without a draft gets no `from`: its address may have no page (`/sellers/views`).
  if (draftQuery.draft || !isUnsafe(request.method)) query.set("from", returnPath(pagePath(request)));
  return redirectFrom(request, `${pathIn(locale, "/error")}?${query}`);
}

async function errorPath(
  status: number,
  failed: FailedRequest,
  reason?: ErrorReason,
  retryAfterSeconds = 0,
): Promise<string> {
  const { request } = failed;
  const draftQuery = await storeForErrorPage(failed);
  const query = new URLSearchParams({ from: returnPath(pagePath(request)), ...draftQuery, id: requestScope().id });
  if (reason) query.set("reason", reason);
  // Only for waits of over a minute: the page shows the time as HH:mm.
  if (retryAfterSeconds > 60) query.set("after", String(Math.floor(Date.now() / 1000) + retryAfterSeconds));
  const code = status >= 400 && status <= 599 ? status : 502;
  return `${pathIn(localeOf(request), `/error/${code}`)}?${query}`;
}

function localeOf(request: Request) {
  return localeOfPath(new URL(request.url).pathname);
}

/** 303 turns a post into a GET (RFC 9110 §15.4.4). */
function redirectFrom(request: Request, path: string, go = redirect): Response {
  return go(path, isUnsafe(request.method) ? 303 : 302);
}
