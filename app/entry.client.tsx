import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { browserTranslate, loadNamespaces } from "~/i18n/browser-i18n.client";
import { TranslateContext } from "~/i18n/hooks";
import { isDecodable } from "~/i18n/locales";
import { ownNamespaces, sharedNamespaces } from "~/i18n/page-namespaces";
import { guardForeignChanges, onRecoverableError } from "~/layouts/shell/foreign-changes";
import { leaveOutLoadedStyles } from "~/layouts/shell/inline-styles";
import { pageRoot } from "~/layouts/shell/page-document";
import { reportUncaughtErrors } from "~/layouts/shell/report-browser-errors";

/**
 * A click while React suspends on the page's data causes React's error 345, so hydration waits for
 * the data. RemixBrowser, called as a function, throws the promise of the data (decision 9).
 */
async function waitForPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (promiseOrError) {
    // If the data has arrived, RemixBrowser's hooks throw an error outside of a render.
    await promiseOrError;
  }
}

async function hydrate(): Promise<void> {
  reportUncaughtErrors();
  leaveOutLoadedStyles();
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

// The server sent "not found" for an undecodable path, but the router here could match it.
if (isDecodable(window.location.pathname)) void hydrate();
