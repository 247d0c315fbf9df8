import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { resumeTarget } from "./components/chunk-reload";
import { browserI18n } from "./i18n/client";

if (!resumeTarget()) {
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
