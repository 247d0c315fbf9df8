import "~/ui/theme/theme.css";
import "~/ui/theme/fonts.css";
import "~/ui/theme/base.css";
import "~/ui/theme/mantine-styles";
import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Links, Outlet, Scripts, ScrollRestoration, type ShouldRevalidateFunctionArgs } from "@remix-run/react";
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
import { useLocale } from "~/i18n/hooks";
import { localeOfPath } from "~/i18n/locales";
import { useDocumentFacts, useRequestId, useSupport } from "~/layouts/shell/document-context";
import { DocumentEffects } from "~/layouts/shell/document-effects";
import { InlineStyles } from "~/layouts/shell/inline-styles";
import { LeavingOverlay } from "~/layouts/shell/leaving";
import { PageIcons } from "~/layouts/shell/logo";
import { usePageTitle } from "~/layouts/shell/page-title";
import { EarlyTranslationScript } from "~/layouts/shell/translated-page";
import { defaultViewQuery } from "~/sellers/list/saved-views.server";
import { forgetPages, hasPageWithMemory, isRemembered } from "~/ui/page-memory";
import { type RootData, useRootData } from "~/ui/root-data";
import { ColorSchemeScript, ThemeProvider } from "~/ui/theme/theme-provider";
import { arrivingFlash } from "./arriving-flash.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const access = await resolveAccess(request);
  const { isDataRequest } = requestScope();
  const { flash, removals } = await takeFlash(request, { sub: access.session?.sub, isDataRequest });
  const locale = localeOfPath(new URL(request.url).pathname);
  // A public page shows no flash of a job's end, and its language isn't stored as the one in use.
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
    preferences: readPreferences(request),
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
  const nearFixedEnd = isNear(endsAt) ? endsAt : undefined;
  return { renewInSeconds, person: personMark(sub), name: name ?? email, nearFixedEnd };
}

/**
 * A remembered page opens without a request, and loads all data, also this loader's, afterwards.
 * Pages are remembered only between a list and its sellers, until an action. A refused action has
 * changed nothing, so the data needn't be reloaded.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { nextUrl, formMethod = "GET", actionStatus = 200 } = args;
  if (formMethod !== "GET" || !hasPageWithMemory()) forgetPages();
  return actionStatus < 400 && !isRemembered(nextUrl);
}

/** Renders the whole document, also for errors, and even if the root loader has failed. */
export function Layout({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { nonce } = useDocumentFacts();
  const title = usePageTitle();
  const requestId = useRequestId();
  const support = useSupport();
  const { colorScheme } = useRootData().preferences;
  return (
    <html
      lang={locale}
      dir="ltr"
      data-color-scheme={colorScheme}
      data-mantine-color-scheme={colorScheme}
      data-respect-reduced-motion
      data-request-id={requestId}
      data-support-email={support.email}
      data-support-url={support.url}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content={colorScheme === "auto" ? "light dark" : colorScheme} />
        <title>{title}</title>
        {/* These scripts precede the sheets, because a script below a sheet would wait for it. */}
        <ColorSchemeScript nonce={nonce} />
        <EarlyTranslationScript nonce={nonce} />
        <PageIcons />
        <InlineStyles />
        <Links />
      </head>
      <body>
        <ThemeProvider nonce={nonce}>
          {children}
          <DocumentEffects />
          <LeavingOverlay />
        </ThemeProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export { RootErrorBoundary as ErrorBoundary } from "~/layouts/public";
