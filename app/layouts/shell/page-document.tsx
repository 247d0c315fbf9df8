import { useDidUpdate, useIsomorphicEffect, useMounted } from "@mantine/hooks";
import { Links } from "@remix-run/react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLocale } from "~/i18n/hooks";
import { useRootData } from "~/ui/root-data";
import { ColorSchemeScript } from "~/ui/theme/theme-provider";
import { useDocumentFacts, useRequestId, useSupport } from "./document-context";
import { InlineStyles } from "./inline-styles";
import { PageIcons } from "./logo";
import { usePageTitle } from "./page-title";

const PAGE_ROOT = "page";

/**
 * Extensions change html, head and body before hydration. React would then render the document
 * again, so it hydrates only an element inside the body. Server and browser each render two
 * children here, because `useId` must return the same ids in both.
 */
export function PageDocument({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR) return <WholeDocument>{children}</WholeDocument>;
  return (
    <>
      <DocumentUpdates />
      {children}
    </>
  );
}

export const pageRoot = () => document.getElementById(PAGE_ROOT) as HTMLElement;

function WholeDocument({ children }: { children: ReactNode }) {
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
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content={schemesOf(colorScheme)} />
        <title>{title}</title>
        {/* A script after a style sheet would wait for the sheet. */}
        <ColorSchemeScript nonce={nonce} />
        <PageIcons />
        <InlineStyles />
        <Links />
      </head>
      <body>
        <div id={PAGE_ROOT}>{children}</div>
      </body>
    </html>
  );
}

function DocumentUpdates() {
  const locale = useLocale();
  const title = usePageTitle();
  const { colorScheme } = useRootData().preferences;
  const isHydrated = useMounted();
  // Also runs on mount: an error of the root mounts this component again, with another title.
  useIsomorphicEffect(() => {
    document.title = title;
  }, [title]);
  // Not on mount: setting even the same language would restyle the whole page.
  useDidUpdate(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  useDidUpdate(() => {
    document.documentElement.dataset.colorScheme = colorScheme;
    document.querySelector("meta[name=color-scheme]")?.setAttribute("content", schemesOf(colorScheme));
  }, [colorScheme]);
  // Only after hydration, because React can't hydrate portals. The document itself has the first
  // page's links.
  return isHydrated && createPortal(<Links />, document.head);
}

const schemesOf = (scheme: string) => (scheme === "auto" ? "light dark" : scheme);
