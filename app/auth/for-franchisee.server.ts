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
  /** The form may hold a file; the page itself says that it is too large (`ctx.isFormTooLarge`). */
  takesFile?: true;
  /** Fields that people type into: if one is filled, the error page says that the text is kept. */
  typed?: TypedFields;
  /** Responds before the session is looked up, also to people who aren't signed in. */
  respondFirst?: (request: Request) => Promise<Response | undefined>;
};

/**
 * Wraps every loader and action that isn't public: checks the origin, reads the form, admits
 * franchisees (docs/product.md §6) and turns failures into the responses of §8.
 */
export function forFranchisee<Result>(
  answer: (ctx: FranchiseeContext) => Result | Promise<Result>,
  options: Options = {},
): (args: Args) => Promise<Result> {
  return async ({ request, params }: Args) => {
    /** Runs one step. Its failure is answered by `known`: the session, and the form to keep as a draft. */
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

/** @throws Response for a request of another site, and if the route responds first */
async function ownVisitor(request: Request, { respondFirst }: Options): Promise<Visitor> {
  refuseForeign(request);
  const firstResponse = await respondFirst?.(request);
  if (firstResponse) throw firstResponse;
  return visitorOf(request);
}

/** @throws Response to somebody who isn't signed in or no franchisee; the visitor's own failure */
async function admit(failed: FailedRequest, visitor: Visitor) {
  const { request, form } = failed;
  if (visitor.kind === "anonymous") throw await answerAnonymous(request, form, visitor.hadSession);
  if (visitor.kind === "failed") throw visitor.error;
  const { session, tokens, profile } = visitor;
  if (profile && isFranchisee(profile)) return { session, tokens, profile };
  throw wantsPage(request) ? await refuseRole(failed) : new Response(null, { status: 403 });
}

/** A second check of the origin, behind the one that edge.ts makes before any route runs. */
function refuseForeign(request: Request): void {
  const facts = {
    method: request.method,
    origin: request.headers.get("Origin") ?? undefined,
    site: request.headers.get("Sec-Fetch-Site") ?? undefined,
    hasSessionCookie: sessionKey(request) !== undefined,
  };
  if (isForeign(facts)) throw new Response(null, { status: 403 });
}

/** @returns undefined for a form above the cap, which the page itself reports */
async function formOf(request: Request, visitor: Visitor, { takesFile }: Options): Promise<FormData | undefined> {
  if (!isUnsafe(request.method)) return new FormData();
  try {
    return await readForm(request, { maxBytes: capFor(visitor, takesFile), sender: senderOf(visitor) });
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    if (takesFile && error.status === 413) return undefined;
    // Our pages send only forms, so JSON of somebody who isn't signed in gets 401 instead of 415.
    if (visitor.kind === "anonymous" && (error.status === 400 || error.status === 415)) return new FormData();
    throw error;
  }
}

/** Only a franchisee may send a file; another person's form becomes a draft at most. */
function capFor(visitor: Visitor, takesFile = false): number | undefined {
  if (visitor.kind === "anonymous") return MAX_ANONYMOUS_FORM_BYTES;
  return takesFile && visitor.kind === "person" && isFranchisee(visitor.profile) ? MAX_FILE_FORM_BYTES : undefined;
}

function senderOf(visitor: Visitor): Sender {
  return visitor.kind !== "anonymous" && visitor.session ? { sub: visitor.session.sub } : "anonymous";
}

/** Leads to the sign-in from a page or with a form of ours; other requests get 401. */
async function answerAnonymous(request: Request, form: FormData | undefined, hadSession: boolean): Promise<Response> {
  const draft = await storePostedForm({ request, form });
  // A draft needs a form key, and only our pages issue keys. A form above the cap wasn't read (it is
  // undefined), so it may be ours, too.
  const isOurForm = draft !== undefined || form === undefined;
  const leadsToSignIn = isUnsafe(request.method) ? isOurForm : wantsPage(request);
  if (!leadsToSignIn) return notSignedIn(request);
  if (hadSession) setResponseHeaders(CLEAR_STORAGE);
  return signInRedirect(request, draft);
}

/**
 * The action of a route that takes no forms: Remix's own 405 would come before anybody is asked to
 * sign in. The root needs it for what is posted to `/`.
 */
export async function noAction({ request }: ActionFunctionArgs): Promise<never> {
  const isSignedIn = await isSessionAlive(request).catch(async (error: unknown) => {
    throw await failureResponse(error, { request });
  });
  if (!isSignedIn) throw notSignedIn(request);
  const isPage = screenOf(request).name !== "not-found";
  throw new Response(null, isPage ? { status: 405 } : PAGE_NOT_FOUND);
}

/** Clears the storage only with our cookie, or another site's request could wipe typed text. */
function notSignedIn(request: Request): Response {
  if (sessionKey(request) !== undefined) setResponseHeaders(CLEAR_STORAGE);
  return new Response(null, { status: 401 });
}

function wantsPage(request: Request): boolean {
  return screenOf(request).layout !== "none" || /\btext\/html\b/.test(request.headers.get("Accept") ?? "");
}
