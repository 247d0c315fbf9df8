import { useRef } from "react";
import { SHEETS_COOKIE } from "~/cookie-names";
import { type InlineSheets, useDocumentFacts } from "~/layouts/shell/document-context";
import { useAfterNavigation } from "./use-after-navigation";

export const PAGE_END = "page-end";

const COOKIE_LIFE_SECONDS = 365 * 24 * 60 * 60;

/** React's types know no such links (HTML §4.6.7.1, “The link is alternative or disabled”). */
const NOT_LOADED = { disabled: true };

type InDocument = InlineSheets & { nonce: string | undefined };

/** The sheets that the server wrote into this document, read before React takes it over. */
const inDocument = typeof document === "undefined" ? undefined : readDocument();

function readDocument(): InDocument | undefined {
  const style = document.querySelector<HTMLStyleElement>("style[data-sheets]");
  if (!style) return undefined;
  const { sheets = "", version = "" } = style.dataset;
  return { text: style.textContent ?? "", hrefs: sheets.split(" "), version, nonce: style.nonce };
}

export function InlineStyles() {
  const { nonce, sheets = inDocument } = useDocumentFacts();
  if (!sheets) return null;
  return (
    <>
      <style
        nonce={nonce ?? inDocument?.nonce}
        data-sheets={sheets.hrefs.join(" ")}
        data-version={sheets.version}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own sheets
        dangerouslySetInnerHTML={{ __html: sheets.text }}
      />
      {/* Disabled: these only tell Vite and Remix that the sheets are there. */}
      {sheets.hrefs.map((href) => (
        <link key={href} rel="stylesheet" href={href} {...NOT_LOADED} />
      ))}
      {/* The first paint waits for this id: a page drawn half would move as its rest arrives. */}
      <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
    </>
  );
}

/** Is called before hydration, so that React finds the same links as the server wrote. */
export function leaveOutInlineStyles(): void {
  if (!inDocument) return;
  for (const route of Object.values(window.__remixManifest.routes)) {
    if (route.css) route.css = route.css.filter((href) => !inDocument.hrefs.includes(href));
  }
}

/**
 * Fetches the sheets as files after the first navigation. A cookie then tells the server not to
 * inline them into the next document.
 */
export function useFilesForNextDocument(): void {
  const hasFetched = useRef(false);
  useAfterNavigation(() => {
    if (!inDocument || hasFetched.current) return;
    hasFetched.current = true;
    // If this fails, the next document brings its sheets inline, too.
    keepFiles(inDocument).catch(() => undefined);
  });
}

async function keepFiles({ hrefs, version }: InlineSheets): Promise<void> {
  const fetched = hrefs.map(async (href) => {
    const answer = await fetch(href, { priority: "low" });
    // The browser caches a file only once it is read to its end.
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
  });
  await Promise.all(fetched);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser
  document.cookie = `${SHEETS_COOKIE}=${version}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; SameSite=Lax`;
}
