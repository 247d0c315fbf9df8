import "~/ui/theme/theme.css";
import "~/ui/theme/fonts.css";
import "~/ui/theme/base.css";
import "~/ui/theme/mantine-styles";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
import type { ReactNode } from "react";
import { optional } from "~/.server/backend/optional";
import { takeFlash } from "~/.server/http/flash-cookie";
import { readPreferences } from "~/.server/http/preferences-cookie";
import { requestScope } from "~/.server/http/request-scope";
import { languageInUseCookie } from "~/.server/http/visitor-language";
import { screenOf } from "~/.server/route-name";
import { noAction } from "~/auth/for-franchisee.server";
import { isNear, personMark } from "~/auth/session/check-session.server";
import { resolveAccess, type SessionFacts } from "~/auth/visitor.server";
import { localeOfPath } from "~/i18n/locales";
import { useDocumentFacts } from "~/layouts/shell/document-context";
import { DocumentEffects } from "~/layouts/shell/document-effects";
import { SeparatePart } from "~/layouts/shell/foreign-changes";
import { LeavingOverlay } from "~/layouts/shell/leaving";
import { PageDocument } from "~/layouts/shell/page-document";
import { defaultViewQuery } from "~/sellers/list/views/saved-views.server";
import { forgetPages, isPageWithMemoryShown, isRemembered } from "~/ui/page-memory";
import type { RootData } from "~/ui/root-data";
import { ThemeProvider } from "~/ui/theme/theme-provider";
import { arrivingFlash } from "./arriving-flash.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const access = await resolveAccess(request);
  const { isDataRequest } = requestScope();
  const { flash, removals } = await takeFlash(request, { sub: access.session?.sub, isDataRequest });
  const locale = localeOfPath(new URL(request.url).pathname);
  // Public pages show no message about an ended job, and don't change the stored language.
  const isFranchiseePage = access.applicationStatus === "success" && screenOf(request).access === "franchisee";
  const sub = isFranchiseePage ? access.session?.sub : undefined;
  const [pageFlash, defaultView] = await Promise.all([
    sub && !flash ? arrivingFlash(request, sub) : null,
    sub ? optional(defaultViewQuery(sub)) : null,
  ]);
  const root: RootData = {
    applicationStatus: access.applicationStatus,
    userProfile: access.userProfile,
    flash: flash ?? pageFlash,
    preferences: await readPreferences(request),
    defaultView: defaultView ?? "",
    locale,
    session: access.session && sessionOf(access.session),
    requestId: requestScope().id,
  };
  const headers = new Headers();
  const inUse = isFranchiseePage ? languageInUseCookie(request, locale) : undefined;
  for (const cookie of inUse ? [...removals, inUse] : removals) headers.append("Set-Cookie", cookie);
  return data(root, { headers });
}

export const action = noAction;

function sessionOf({ renewInSeconds, sub, name, email, endsAt }: SessionFacts): RootData["session"] {
  const fixedEndIfNear = isNear(endsAt) ? endsAt : undefined;
  return { renewInSeconds, person: personMark(sub), name: name ?? email, fixedEndIfNear };
}

/**
 * The root's data isn't reloaded
 * - after a refused form, for example 409, because nothing has changed;
 * - for a remembered page, for example Back to the list, because that page reloads all data.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { nextUrl, formMethod = "GET", actionStatus = 200 } = args;
  // A sent form has changed data. Other pages without memory also include forms: whoever leaves one
  // expects current data.
  if (formMethod !== "GET" || !isPageWithMemoryShown()) forgetPages();
  return actionStatus < 400 && !isRemembered(nextUrl);
}

/** Remix renders error screens inside `Layout`, too, even if the root loader failed. */
export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useDocumentFacts();
  return (
    <PageDocument>
      <ThemeProvider nonce={nonce}>
        <SeparatePart>{children}</SeparatePart>
        <DocumentEffects />
        <LeavingOverlay />
      </ThemeProvider>
      <ScrollRestoration nonce={nonce} />
      <Scripts nonce={nonce} />
    </PageDocument>
  );
}

export default function App() {
  return <Outlet />;
}

export { RootErrorBoundary as ErrorBoundary } from "~/layouts/shell/public-frame";
