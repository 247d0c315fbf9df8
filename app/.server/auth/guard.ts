import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Translate } from "~/i18n/catalogues";
import { type Locale, localeOfPath, pathIn } from "~/i18n/locales";
import type { DirectoryProfile } from "~/profile/profile";
import type { AccessTokens } from "../backend/client";
import type { DirectoryApi } from "../backend/directory";
import type { SellersApi } from "../backend/sellers";
import type { SessionFacts } from "./access";
import { returnPath } from "./return-path";

export type RedirectInit = {
  /** Shown once on the next page. */
  flash?: { kind: "success" | "info" | "error"; text: string; link?: { href: string; text: string } };
  status?: number;
  headers?: HeadersInit;
};

/** The person behind a request whom SPEC.md §6 lets in, and what may be done on their behalf. */
export type Franchisee = {
  session: SessionFacts;
  profile: DirectoryProfile;
  /**
   * Calls carry the session's token. What only the page can answer (400, 409, 412, a write whose outcome is unknown)
   * is thrown as BackendError; every other failure is thrown as the Response that SPEC.md §8 asks for.
   */
  api: { sellers: SellersApi; directory: DirectoryApi };
  /** For a background job, which outlives the request. */
  tokens: AccessTokens;
  locale: Locale;
  t: Translate;
  /** The posted form of an unsafe method, already read; empty for GET. */
  form: FormData;
  /** The value of the hidden field `formKey` of a form that this page renders. */
  newFormKey(): Promise<string>;
  /** A form of this person and this page that was held when their session ended (`?draft=`). */
  draft: { id: string; fields: Record<string, string | string[]> } | undefined;
  /** To a path of this app, in the request's locale; 303 after a post. */
  redirect(path: string, init?: RedirectInit): Promise<Response>;
};

/**
 * The first line of every loader and action that isn't public (DESIGN.md §6).
 * @throws Response that sends the visitor to sign in, to the page for people without access, or to an error page.
 */
export async function requireFranchisee({ request }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Franchisee> {
  const { pathname, search } = new URL(request.url);
  const signIn = pathIn(localeOfPath(pathname), "/auth/login");
  const query = new URLSearchParams({ returnTo: returnPath(pathname + search) });
  throw new Response(null, { status: 302, headers: { Location: `${signIn}?${query}` } });
}
