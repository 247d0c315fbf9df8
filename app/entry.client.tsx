import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserI18n } from "~/i18n/browser-i18n";
import { isDecodable } from "~/i18n/locales";
import { leaveOutInlineStyles } from "~/layouts/shell/inline-styles";
import { guardTranslatedPage } from "~/layouts/shell/translated-page";

/**
 * RemixBrowser suspends until it has read the page's data. A click in that moment makes React 18 render the whole page at once, which
 * fails with its error 345. So the data is awaited first, by the promise that RemixBrowser throws (docs/decisions/0009).
 */
async function dataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspendedBy) {
    await suspendedBy;
  }
}

async function hydrate(): Promise<void> {
  leaveOutInlineStyles();
  await dataRead();
  guardTranslatedPage();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={browserI18n()}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

// Of a path that it can't decode the server made the page of no path, whose links work without us; the router here may take it
// for another page's.
if (isDecodable(window.location.pathname)) void hydrate();
