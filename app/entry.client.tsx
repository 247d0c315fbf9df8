import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { resumeTarget } from "./components/chunk-reload";
import { startI18n } from "./i18n/client";
import { localeOfPath } from "./i18n/locales";

async function start() {
  if (resumeTarget()) return;
  const i18n = await startI18n(localeOfPath(window.location.pathname));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

await start();
