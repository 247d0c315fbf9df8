import type { LoaderFunctionArgs } from "@remix-run/node";
import type { AccessTokens } from "~/.server/backend/backend-client";
import { createDirectoryApi, type DirectoryApi } from "~/.server/backend/directory-api";
import { createSellersApi, type SellersApi } from "~/.server/backend/sellers-api";
import { type Flash, flashCookie } from "~/.server/http/flash-cookie";
import { isUnsafe } from "~/.server/http/origin-check";
import { requestScope } from "~/.server/http/request-scope";
import type { DirectoryProfile } from "~/domain/franchisee-role";
import type { Translate } from "~/i18n/catalogues";
import { getT } from "~/i18n/i18n.server";
import { barePath, type Locale, localeOfPath, pathIn } from "~/i18n/locales";
import { type Draft, findDraft, pageOfDraft } from "./drafts.server";
import { issueFormKey } from "./form-key.server";
import type { LiveSession } from "./session/session.server";
import { factsOf, type SessionFacts } from "./visitor.server";

export type RedirectInit = {
  flash?: Flash;
  status?: number;
  headers?: HeadersInit;
};

export type FranchiseeContext = {
  request: Request;
  params: LoaderFunctionArgs["params"];
  session: SessionFacts;
  profile: DirectoryProfile;
  /** The author of changes in the history. */
  by: { sub: string; name?: string };
  /** Only reads: writes must use `writeSeller`, which adds history entries. */
  sellers: Pick<SellersApi, "list" | "allMatching" | "get" | "getMany" | "canSee">;
  directory: DirectoryApi;
  /** For writes and background jobs. */
  tokens: AccessTokens;
  locale: Locale;
  t: Translate;
  /** A GET has an empty form. */
  form: FormData;
  isFormTooLarge: boolean;
  newFormKey(): string;
  /** The draft that `?draft=` names. */
  draft: (Pick<Draft, "fields" | "errors"> & { id: string }) | undefined;
  redirect(path: string, init?: RedirectInit): Promise<Response>;
};

type Admitted = Pick<FranchiseeContext, "request" | "params" | "profile" | "tokens"> & {
  session: LiveSession;
  /** Undefined if the form is too large. */
  form: FormData | undefined;
};

export async function franchiseeContext(admitted: Admitted): Promise<FranchiseeContext> {
  const { request, params, profile, tokens, session, form } = admitted;
  const { pathname, searchParams } = new URL(request.url);
  const locale = localeOfPath(pathname);
  // A read stops when the browser closes the connection, but a posted form is carried out.
  const signal = isUnsafe(request.method) ? undefined : requestScope().signal;
  return {
    request,
    params,
    session: factsOf(session),
    profile,
    by: { sub: session.sub, name: profile.displayName ?? session.name },
    sellers: createSellersApi(tokens, { signal }),
    directory: createDirectoryApi(tokens, signal),
    tokens,
    locale,
    t: getT(locale),
    form: form ?? new FormData(),
    isFormTooLarge: form === undefined,
    newFormKey: () => issueFormKey(session.sub),
    draft: await draftFor(session.sub, pathname, searchParams.get("draft")),
    redirect: (path, init) => redirectWithFlash(pathIn(locale, path), { request, sub: session.sub }, init),
  };
}

/** A draft of `/sellers/42/edit` isn't used on another page. */
async function draftFor(sub: string, pathname: string, id: string | null): Promise<FranchiseeContext["draft"]> {
  const storedDraft = id ? await findDraft(id, sub) : undefined;
  if (!storedDraft || !id) return undefined;
  return pageOfDraft(storedDraft) === barePath(pathname)
    ? { id, fields: storedDraft.fields, errors: storedDraft.errors }
    : undefined;
}

async function redirectWithFlash(
  path: string,
  { request, sub }: { request: Request; sub: string },
  { flash, status, headers }: RedirectInit = {},
) {
  const allHeaders = new Headers(headers);
  allHeaders.set("Location", path);
  if (flash) allHeaders.append("Set-Cookie", await flashCookie(flash, sub));
  return new Response(null, { status: status ?? (isUnsafe(request.method) ? 303 : 302), headers: allHeaders });
}
