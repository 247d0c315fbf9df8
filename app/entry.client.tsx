import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { browserTranslate, loadNamespaces } from "~/i18n/browser-i18n.client";
import { TranslateContext } from "~/i18n/hooks";
import { isDecodable } from "~/i18n/locales";
import { ownNamespaces, sharedNamespaces } from "~/i18n/page-namespaces";
import { guardForeignChanges, onRecoverableError } from "~/layouts/shell/foreign-changes";
import { skipLoadedStyles } from "~/layouts/shell/inline-styles";
import { pageRoot } from "~/layouts/shell/page-document";
import { reportUncaughtErrors } from "~/layouts/shell/report-browser-errors";

/**
 * A click during a hydration that is suspended on the page's data would cause React's error 345.
 * RemixBrowser, called as a function, throws the promise of that data (decision 9).
 */
async function waitForPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promiseOrError) {
    // If the data has arrived, RemixBrowser calls hooks, which throw an error outside a render.
    await promiseOrError;
  }
}

async function hydrate(): Promise<void> {
  reportUncaughtErrors();
  skipLoadedStyles();
  await loadNamespaces(...sharedNamespaces, ...Object.keys(window.__remixRouteModules).flatMap(ownNamespaces));
  await waitForPageData();
  guardForeignChanges();
  startTransition(() => {
    hydrateRoot(
      pageRoot(),
      <StrictMode>
        <TranslateContext.Provider value={browserTranslate()}>
          <RemixBrowser />
        </TranslateContext.Provider>
      </StrictMode>,
      { onRecoverableError },
    );
  });
}

// For a path such as `/%E0` the server sent 404, but the browser's router could match a page.
if (isDecodable(window.location.pathname)) void hydrate();
