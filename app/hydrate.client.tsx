import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserI18n } from "~/i18n/browser-i18n";
import { isDecodable } from "~/i18n/locales";
import { leaveOutInlineStyles } from "~/layouts/shell/inline-styles";
import { guardTranslatedPage } from "~/layouts/shell/translated-page";

/**
 * RemixBrowser begins by suspending until it has read the page's data. A click in that moment makes React 18 finish the
 * whole page at once, which it can't (its error 345); so what it waits for is waited for first.
 */
async function dataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (waitedFor) {
    await waitedFor;
  }
}

/** The page's own script names its routes' modules once it has them all, and this comes with the first of them. */
function routesThere(): Promise<unknown> {
  const name = "__remixRouteModules";
  if (window[name]) return Promise.resolve();
  return new Promise((resolve) => {
    const set = (value: unknown) => {
      Object.defineProperty(window, name, { value, writable: true });
      resolve(value);
    };
    Object.defineProperty(window, name, { configurable: true, set });
  });
}

async function hydrate(): Promise<void> {
  await routesThere();
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
