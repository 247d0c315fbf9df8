import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { MAX_ANONYMOUS_FORM_BYTES, MAX_FILE_FORM_BYTES } from "~/.server/http/body-limits";
import { isForeign, isUnsafe } from "~/.server/http/origin-check";
import { readForm } from "~/.server/http/read-form";
import { setResponseHeaders } from "~/.server/http/request-scope";
import { sessionKey } from "~/auth/session/session.server";
import { CLEAR_STORAGE } from "~/auth/sign-out/sign-out.server";
import { isFranchisee } from "~/domain/is-franchisee";
import { screenOf, type Visitor, visitorOf } from "./access.server";
import {
  explained,
  type FailedRequest,
  failureResponse,
  signInRedirect,
  storeDraftOf,
  type TypedFields,
} from "./failure-response.server";
import { type FranchiseeContext, franchiseeContext } from "./franchisee-context.server";
import { refuseRole } from "./wrong-role.server";

export type { FranchiseeContext } from "./franchisee-context.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Options = {
  /** The page itself reports a form above the cap (`ctx.tooLarge`) instead of the error page. */
  tellsTooLarge?: true;
  /** Fields that people type into: if one has text, the error page says that it is kept. */
  typed?: TypedFields;
  /** Runs before the session is read, for a response that is the same for everyone. */
  first?: (request: Request) => Promise<Response | undefined>;
};

/**
 * Makes every loader and action that isn't public: checks that an unsafe request comes from a page of ours, reads its
 * form, and lets in whom docs/product.md §6 lets in. Whatever fails before or in `answer` is turned here, and nowhere else,
 * into what docs/product.md §8 says; a call that the page can do without is caught where it is made (`optional`).
 *
 *     export const loader = forFranchisee(async ({ sellers, params }) => sellers.get(params.id ?? ""));
 */
export function forFranchisee<Result>(
  answer: (ctx: FranchiseeContext) => Result | Promise<Result>,
  options: Options = {},
): (args: Args) => Promise<Result> {
  return async (args: Args) => {
    const failed: FailedRequest = { request: args.request, typed: options.typed };
    try {
      return await answer(await admit(args, options, failed));
    } catch (error) {
      throw explained(await failureResponse(error, failed), args.request);
    }
  };
}

/** @throws Response that sends the visitor to sign in or to the page for people without access; whatever else failed. */
async function admit(args: Args, options: Options, failed: FailedRequest): Promise<FranchiseeContext> {
  const { request, params } = args;
  refuseForeign(request);
  const answer = await options.first?.(request);
  if (answer) throw answer;
  const visitor = await visitorOf(args);
  if (visitor.kind !== "anonymous") failed.session = visitor.session;
  const form = isUnsafe(request.method) ? await postedForm(request, visitor, options) : new FormData();
  failed.form = form;
  if (visitor.kind === "anonymous") throw await answerAnonymous(request, form, visitor.hadSession);
  if (visitor.kind === "failed") throw visitor.error;
  const { session, tokens, profile } = visitor;
  if (!profile || !isFranchisee(profile)) {
    throw wantsPage(request) ? await refuseRole(failed) : new Response(null, { status: 403 });
  }
  return franchiseeContext({ request, params, session, tokens, profile, form });
}

/** A second check: edge.ts refuses such requests before any route runs. */
function refuseForeign(request: Request): void {
  const facts = {
    method: request.method,
    origin: request.headers.get("Origin") ?? undefined,
    site: request.headers.get("Sec-Fetch-Site") ?? undefined,
    withSession: sessionKey(request) !== undefined,
  };
  if (isForeign(facts)) throw new Response(null, { status: 403 });
}

/** @returns undefined for a form above the cap that the page itself reports */
async function postedForm(request: Request, visitor: Visitor, { tellsTooLarge }: Options) {
  try {
    return await readForm(request, { maxBytes: capFor(visitor, tellsTooLarge), sender: { sub: senderOf(visitor) } });
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    if (tellsTooLarge && error.status === 413) return undefined;
    // A body that is no form isn't from our pages: without a session it gets 401 like any other post.
    if (visitor.kind === "anonymous" && (error.status === 400 || error.status === 415)) return new FormData();
    throw error;
  }
}

/** The larger cap is for franchisees on pages that take files. Anybody else's form can at most become a draft, which holds no file. */
function capFor(visitor: Visitor, takesFile = false): number | undefined {
  if (visitor.kind === "anonymous") return MAX_ANONYMOUS_FORM_BYTES;
  return takesFile && visitor.kind === "person" && isFranchisee(visitor.profile) ? MAX_FILE_FORM_BYTES : undefined;
}

function senderOf(visitor: Visitor): string | undefined {
  return visitor.kind === "anonymous" ? undefined : visitor.session?.sub;
}

/** Redirects to sign-in for a page, a form of ours (which becomes a draft) or one above the cap. Anything else gets 401. */
async function answerAnonymous(request: Request, form: FormData | undefined, hadSession: boolean): Promise<Response> {
  const draft = await storeDraftOf(request, form);
  if (form && (isUnsafe(request.method) ? draft === undefined : !wantsPage(request))) return notSignedIn(request);
  if (hadSession) setResponseHeaders(CLEAR_STORAGE);
  return signInRedirect(request, draft);
}

/** 401. Clears the storage only if there is a session cookie: otherwise another site could wipe what is typed here. */
export function notSignedIn(request: Request): Response {
  if (sessionKey(request) !== undefined) setResponseHeaders(CLEAR_STORAGE);
  return new Response(null, { status: 401 });
}

/** Whether the request is for a page, or a browser's own navigation. */
function wantsPage(request: Request): boolean {
  return screenOf(request)?.layout !== "none" || /\btext\/html\b/.test(request.headers.get("Accept") ?? "");
}
