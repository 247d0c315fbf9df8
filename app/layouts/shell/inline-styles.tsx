import { useRef } from "react";
import { SHEETS_COOKIE } from "~/cookie-names";
import { type InlineSheets, useDocumentFacts } from "~/layouts/shell/document-context";
import { useAfterNavigation } from "./use-after-navigation";

export const PAGE_END = "page-end";

const COOKIE_LIFE_SECONDS = 365 * 24 * 60 * 60;

/** React's types lack `disabled` for links (HTML §4.6.7.1). */
const NOT_LOADED = { disabled: true };

type InDocument = InlineSheets & { nonce: string | undefined };

/** The sheets that the server wrote into this document, read before hydration. */
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
      {/* These disabled links only tell Vite and Remix that the sheets are loaded. */}
      {sheets.hrefs.map((href) => (
        <link key={href} rel="stylesheet" href={href} {...NOT_LOADED} />
      ))}
      {/* The first paint waits for this id, because a page painted in part would shift. */}
      <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
    </>
  );
}

/** Called before hydration, so that React renders the same links as the server did. */
export function leaveOutInlineStyles(): void {
  if (!inDocument) return;
  for (const route of Object.values(window.__remixManifest.routes)) {
    if (route.css) route.css = route.css.filter((href) => !inDocument.hrefs.includes(href));
  }
}

/**
 * Fetches the sheets as files after the first navigation. A cookie then tells the server not to
 * inline the sheets into the next document.
 */
export function useFilesForNextDocument(): void {
  const hasFetched = useRef(false);
  useAfterNavigation(() => {
    if (!inDocument || hasFetched.current) return;
    hasFetched.current = true;
    // If the fetch fails, the next document has inline sheets, too.
    keepFiles(inDocument).catch(() => undefined);
  });
}

async function keepFiles({ hrefs, version }: InlineSheets): Promise<void> {
  const fetched = hrefs.map(async (href) => {
    const answer = await fetch(href, { priority: "low" });
    // The browser caches a file only when its body has been read.
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${href} answered ${answer.status}`);
  });
  await Promise.all(fetched);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser
  document.cookie = `${SHEETS_COOKIE}=${version}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; SameSite=Lax`;
}
