import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { browserI18n } from "~/i18n/browser-i18n";
import { isDecodable } from "~/i18n/locales";
import { leaveOutInlineStyles } from "~/layouts/shell/inline-styles";
import { endRootHydration, guardTranslatedPage, reportRecovered } from "~/layouts/shell/translated-page";

/** A click while RemixBrowser suspends is React error 345, so await its data (decision 9). */
async function dataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (suspendedBy) {
    await suspendedBy;
  }
}

function Page() {
  useLayoutEffect(endRootHydration, []);
  return <RemixBrowser />;
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
          <Page />
        </I18nextProvider>
      </StrictMode>,
      { onRecoverableError: reportRecovered },
    );
  });
}

// The router here could match an undecodable path, for which the server sent "not found".
if (isDecodable(window.location.pathname)) void hydrate();
