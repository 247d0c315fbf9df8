import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi, type DirectoryApi } from "~/.server/backend/directory-api";
import { createSellersApi } from "~/.server/backend/sellers-api";
import { setResponseHeaders } from "~/.server/http/edge";
import { type Flash, flashCookie } from "~/.server/http/flash-cookie";
import { isForeign, isUnsafe } from "~/.server/http/origin-check";
import { readForm } from "~/.server/http/read-form";
import { sessionKey } from "~/auth/session/session.server";
import { CLEAR_STORAGE } from "~/auth/sign-out/sign-out.server";
import type { DirectoryProfile } from "~/franchisee/directory-profile";
import { isFranchisee } from "~/franchisee/is-franchisee";
import type { Translate } from "~/i18n/catalogues";
import { getT } from "~/i18n/i18n.server";
import { barePath, type Locale, localeOfPath, pathIn } from "~/i18n/locales";
import { type RecordedSellers, recordedSellers } from "~/sellers/write/recorded-sellers.server";
import { factsOf, type SessionFacts, screenOf, type Visitor, visitorOf } from "./access.server";
import { findDraft } from "./drafts.server";
import { type FailedRequest, failureResponse, heldForm, isForThePage, signInRedirect } from "./failure.server";
import { issueFormKey } from "./form-key.server";

export type RedirectInit = {
  /** Shown once on the next page. */
  flash?: Flash;
  status?: number;
  headers?: HeadersInit;
};

/** The person behind a request whom SPEC.md §6 lets in, and what may be done on their behalf. */
export type Franchisee = {
  session: SessionFacts;
  profile: DirectoryProfile;
  /**
   * Calls carry the session's token. What only the page can answer about a write (400, 409, 412, an unknown outcome)
   * is thrown as BackendError; every other failure is thrown as the Response that SPEC.md §8 asks for. What is written
   * to sellers is kept in the history.
   */
  api: { sellers: RecordedSellers; directory: DirectoryApi };
  /** For a background job, which outlives the request. */
  tokens: AccessTokens;
  locale: Locale;
  t: Translate;
  /** The posted form of an unsafe method, already read; empty for GET. */
  form: FormData;
  /** The posted form was above the cap and left unread: only where the page asked for it. */
  tooLarge: boolean;
  /** The value of the hidden field `formKey` of a form that this page renders. */
  newFormKey(): Promise<string>;
  /** A form of this person and this page that was held when their session ended (`?draft=`). */
  draft: { id: string; fields: Record<string, string | string[]> } | undefined;
  /** To a path of this app, in the request's locale; 303 after a post. */
  redirect(path: string, init?: RedirectInit): Promise<Response>;
};

const ANONYMOUS_FORM_MAX_BYTES = 1024 * 1024;

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Options = {
  /** The page says by itself that a form is above the cap (`Franchisee.tooLarge`), instead of the error page. */
  tellsTooLarge?: true;
};
type Person = Extract<Visitor, { kind: "person" }>;

/**
 * The first line of every loader and action that isn't public (DESIGN.md §6). Checks that an unsafe request comes
 * from a page of ours, reads its form, and lets in whom SPEC.md §6 lets in.
 * @throws Response that sends the visitor to sign in, to the page for people without access, or to an error page.
 */
export async function requireFranchisee(args: Args, options: Options = {}): Promise<Franchisee> {
  const { request } = args;
  refuseForeign(request);
  const visitor = await visitorOf(args);
  const posted = isUnsafe(request.method) ? await postedForm(request, visitor, options) : new FormData();
  const form = posted ?? new FormData();
  if (visitor.kind === "anonymous") throw await answerAnonymous(request, posted, visitor.hadSession);
  if (visitor.kind === "failed")
    throw await failureResponse(visitor.error, { request, form, session: visitor.session });
  if (!visitor.profile || !isFranchisee(visitor.profile)) throw refuseOutsider(request);
  return { ...(await franchisee(request, form, visitor, visitor.profile)), tooLarge: posted === undefined };
}

/** The server's edge refuses these before any route runs (http.ts); a guard doesn't rely on another guard. */
function refuseForeign(request: Request): void {
  const facts = {
    method: request.method,
    origin: request.headers.get("Origin") ?? undefined,
    site: request.headers.get("Sec-Fetch-Site") ?? undefined,
    withSession: sessionKey(request) !== undefined,
  };
  if (isForeign(facts)) throw new Response(null, { status: 403 });
}

/** @returns undefined for a form above the cap that the page itself wants to speak about. */
async function postedForm(request: Request, visitor: Visitor, { tellsTooLarge }: Options) {
  try {
    return await readForm(request, capFor(visitor));
  } catch (error) {
    if (tellsTooLarge && error instanceof Response && error.status === 413) return undefined;
    throw error;
  }
}

/** Nobody we know has a text to keep, but no file to send. */
function capFor({ kind }: Visitor): { maxBytes?: number } {
  return kind === "anonymous" ? { maxBytes: ANONYMOUS_FORM_MAX_BYTES } : {};
}

/**
 * A page leads to sign-in, and so does a form of ours, which is held meanwhile, and one with too large a file; to
 * anything else the answer is 401.
 */
async function answerAnonymous(request: Request, form: FormData | undefined, hadSession: boolean): Promise<Response> {
  const draft = await heldForm(request, form);
  if (form && (isUnsafe(request.method) ? draft === undefined : !wantsPage(request))) {
    setResponseHeaders(CLEAR_STORAGE);
    return new Response(null, { status: 401 });
  }
  if (hadSession) setResponseHeaders(CLEAR_STORAGE);
  return signInRedirect(request, draft);
}

/** A page of the route table, or any address that a browser itself goes to. */
function wantsPage(request: Request): boolean {
  return screenOf(request)?.layout !== "none" || /\btext\/html\b/.test(request.headers.get("Accept") ?? "");
}

function refuseOutsider(request: Request): Response {
  if (isUnsafe(request.method) || !wantsPage(request)) return new Response(null, { status: 403 });
  const locale = localeOfPath(new URL(request.url).pathname);
  const t = getT(locale);
  const query = new URLSearchParams({ title: t("auth:noAccess.title"), message: t("auth:noAccess.message") });
  return new Response(null, { status: 302, headers: { Location: `${pathIn(locale, "/error")}?${query}` } });
}

async function franchisee(request: Request, form: FormData, { session, tokens }: Person, profile: DirectoryProfile) {
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOfPath(pathname);
  const failed = { request, form, session };
  const by = { sub: session.sub, name: profile.displayName ?? session.name };
  const draftId = searchParams.get("draft");
  const held = draftId ? await findDraft(draftId, session.sub) : undefined;
  const known: Omit<Franchisee, "tooLarge"> = {
    session: factsOf(session),
    profile,
    api: {
      sellers: withFailures(recordedSellers(createSellersApi(tokens), by), failed),
      directory: withFailures(createDirectoryApi(tokens), failed),
    },
    tokens,
    locale,
    t: getT(locale),
    form,
    newFormKey: () => issueFormKey(session.sub),
    draft: held && draftId && samePage(held.path, pathname) ? { id: draftId, fields: held.fields } : undefined,
    redirect: (path, init) => redirectWithin(request, pathIn(locale, path), init),
  };
  return known;
}

/** A held form belongs to the page that it was posted from, in any language. */
function samePage(path: string, pathname: string): boolean {
  return barePath(path.split("?", 1)[0] as string) === barePath(pathname);
}

async function redirectWithin(request: Request, path: string, { flash, status, headers }: RedirectInit = {}) {
  const sent = new Headers(headers);
  sent.set("Location", path);
  if (flash) sent.append("Set-Cookie", await flashCookie(flash));
  return new Response(null, { status: status ?? (isUnsafe(request.method) ? 303 : 302), headers: sent });
}

const READS = new Set(["list", "get", "find", "image"]);

/** The same calls, whose failures are thrown as the answer they lead to. */
function withFailures<Api extends object>(api: Api, failed: FailedRequest): Api {
  return new Proxy(api, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return async (...parameters: unknown[]) => {
        try {
          return await method.apply(target, parameters);
        } catch (error) {
          if (isForThePage(error) && !READS.has(String(name))) throw error;
          throw await failureResponse(error, failed);
        }
      };
    },
  });
}
