import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { MAX_ANONYMOUS_FORM_BYTES, MAX_FILE_FORM_BYTES, type Sender } from "~/.server/http/body-limits";
import { isForeign, isUnsafe } from "~/.server/http/origin-check";
import { readForm } from "~/.server/http/read-form";
import { setResponseHeaders } from "~/.server/http/request-scope";
import { screenOf } from "~/.server/route-name";
import { isSessionAlive, sessionKey } from "~/auth/session/session.server";
import { CLEAR_STORAGE } from "~/auth/sign-out/sign-out.server";
import { isFranchisee } from "~/domain/franchisee-role";
import { PAGE_NOT_FOUND } from "~/layouts/shell/error-words";
import { storePostedForm, type TypedFields } from "./failed-form.server";
import {
  type FailedRequest,
  failureResponse,
  orErrorPage,
  refuseRole,
  signInRedirect,
} from "./failure-response.server";
import { type FranchiseeContext, franchiseeContext } from "./franchisee-context.server";
import { type Visitor, visitorOf } from "./visitor.server";

export type { FranchiseeContext } from "./franchisee-context.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Options = {
  /** The form may hold a file. The page reports a form that is too large (`ctx.isFormTooLarge`). */
  takesFile?: true;
  /** Fields that people type into. The error page says that their text is stored. */
  typed?: TypedFields;
  /** Runs before the session is loaded, also for people who aren't signed in. */
  respondFirst?: (request: Request) => Promise<Response | undefined>;
};

/**
 * Wraps every loader and action that isn't public. It checks the origin, loads the session, reads
 * the form, checks the role, calls `answer`, and makes a response of each failure (product.md §8).
 */
export function forFranchisee<Result>(
  answer: (ctx: FranchiseeContext) => Result | Promise<Result>,
  options: Options = {},
): (args: Args) => Promise<Result> {
  return async ({ request, params }: Args) => {
    /** If the step fails, `known.form` is stored as a draft, and `known.session` may be ended. */
    const orFailure = async <T>(known: Pick<FailedRequest, "session" | "form">, step: () => T | Promise<T>) => {
      try {
        return await step();
      } catch (error) {
        const failed = { request, typed: options.typed, ...known };
        throw orErrorPage(await failureResponse(error, failed), request);
      }
    };
    const visitor = await orFailure({}, () => ownVisitor(request, options));
    const session = visitor.kind === "anonymous" ? undefined : visitor.session;
    const form = await orFailure({ session }, () => formOf(request, visitor, options));
    return orFailure({ session, form }, async () => {
      const person = await admit({ request, typed: options.typed, session, form }, visitor);
      return answer(await franchiseeContext({ request, params, form, ...person }));
    });
  };
}

async function ownVisitor(request: Request, { respondFirst }: Options): Promise<Visitor> {
  refuseForeign(request);
  const firstResponse = await respondFirst?.(request);
  if (firstResponse) throw firstResponse;
  return visitorOf(request);
}

async function admit(known: FailedRequest, visitor: Visitor) {
  const { request, form } = known;
  if (visitor.kind === "anonymous") throw await answerAnonymous(request, form, visitor.hadSession);
  if (visitor.kind === "failed") throw visitor.error;
  const { session, tokens, profile } = visitor;
  if (profile && isFranchisee(profile)) return { session, tokens, profile };
  throw wantsPage(request) ? await refuseRole(known) : new Response(null, { status: 403 });
}

/** Checks the origin a second time: edge.ts has checked it before the route. */
function refuseForeign(request: Request): void {
  const facts = {
    method: request.method,
    origin: request.headers.get("Origin") ?? undefined,
    site: request.headers.get("Sec-Fetch-Site") ?? undefined,
    hasSessionCookie: sessionKey(request) !== undefined,
  };
  if (isForeign(facts)) throw new Response(null, { status: 403 });
}

/** @returns undefined for a form with a file that is too large */
async function formOf(request: Request, visitor: Visitor, { takesFile }: Options): Promise<FormData | undefined> {
  if (!isUnsafe(request.method)) return new FormData();
  try {
    return await readForm(request, { maxBytes: capFor(visitor, takesFile), sender: senderOf(visitor) });
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    if (takesFile && error.status === 413) return undefined;
    // A program that posts JSON without a session gets 401 instead of 415.
    if (visitor.kind === "anonymous" && (error.status === 400 || error.status === 415)) return new FormData();
    throw error;
  }
}

/** Only a franchisee may send a file. @returns undefined for the usual limit of forms */
function capFor(visitor: Visitor, takesFile = false): number | undefined {
  if (visitor.kind === "anonymous") return MAX_ANONYMOUS_FORM_BYTES;
  return takesFile && visitor.kind === "person" && isFranchisee(visitor.profile) ? MAX_FILE_FORM_BYTES : undefined;
}

function senderOf(visitor: Visitor): Sender {
  return visitor.kind !== "anonymous" && visitor.session ? { sub: visitor.session.sub } : "anonymous";
}

async function answerAnonymous(request: Request, form: FormData | undefined, hadSession: boolean): Promise<Response> {
  const draft = await storePostedForm({ request, form });
  // A draft has a form key of one of our pages. A form that was too large to read may be ours, too.
  const isOurForm = draft !== undefined || form === undefined;
  const leadsToSignIn = isUnsafe(request.method) ? isOurForm : wantsPage(request);
  if (!leadsToSignIn) return notSignedIn(request);
  if (hadSession) setResponseHeaders(CLEAR_STORAGE);
  return signInRedirect(request, draft);
}

/** Refuses a post to a route that takes no forms. Remix's own 405 wouldn't check the session. */
export async function noAction({ request }: ActionFunctionArgs): Promise<never> {
  const isSignedIn = await isSessionAlive(request).catch(async (error: unknown) => {
    throw await failureResponse(error, { request });
  });
  if (!isSignedIn) throw notSignedIn(request);
  const isPage = screenOf(request).name !== "not-found";
  throw new Response(null, isPage ? { status: 405 } : PAGE_NOT_FOUND);
}

function notSignedIn(request: Request): Response {
  // Only with a session cookie: another site's request, which has no cookie, must not delete typed
  // text in this browser.
  if (sessionKey(request) !== undefined) setResponseHeaders(CLEAR_STORAGE);
  return new Response(null, { status: 401 });
}

function wantsPage(request: Request): boolean {
  return screenOf(request).layout !== "none" || /\btext\/html\b/.test(request.headers.get("Accept") ?? "");
}
