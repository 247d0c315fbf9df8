import { useRef } from "react";
import { SHEETS_COOKIE } from "~/cookie-names";
import { useDocumentFacts } from "~/layouts/shell/document-context";
import { useAfterNavigation } from "./use-after-navigation";

export const PAGE_END = "page-end";

const COOKIE_LIFE_SECONDS = 365 * 24 * 60 * 60;

/** React's types lack `disabled` for links (HTML §4.6.7.1). */
const NOT_LOADED = { disabled: true };

export function InlineStyles() {
  const { nonce, sheets } = useDocumentFacts();
  if (!sheets) return null;
  return (
    <>
      <style
        nonce={nonce}
        data-sheets={sheets.hrefs.join(" ")}
        data-version={sheets.version}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own sheets
        dangerouslySetInnerHTML={{ __html: sheets.text }}
      />
      {/* A disabled <link> of each sheet: Vite and Remix would load a sheet without a <link>. */}
      {sheets.hrefs.map((href) => (
        <link key={href} rel="stylesheet" href={href} {...NOT_LOADED} />
      ))}
      {/* The first paint waits for this id, because a partly painted page would shift. */}
      <link rel="expect" href={`#${PAGE_END}`} blocking="render" />
    </>
  );
}

/** Called before hydration: `Links` then renders only sheets that the document doesn't have. */
export function skipLoadedStyles(): void {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  const loaded = new Set(links.map((link) => link.getAttribute("href")));
  for (const route of Object.values(window.__remixManifest.routes)) {
    route.css = route.css?.filter((href) => !loaded.has(href));
  }
}

/** Caches the sheets' files after the first navigation, so that the next document inlines none. */
export function useFilesForNextDocument(): void {
  const hasFetched = useRef(false);
  useAfterNavigation(() => {
    const style = document.querySelector<HTMLStyleElement>("style[data-sheets]");
    if (!style || hasFetched.current) return;
    hasFetched.current = true;
    cacheFiles(style.dataset).catch(() => undefined);
  });
}

async function cacheFiles({ sheets = "", version = "" }: DOMStringMap): Promise<void> {
  const fetched = sheets.split(" ").map(async (href) => {
    const response = await fetch(href, { priority: "low" });
    // The browser caches a file only when its body has been read.
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${href} returned ${response.status}`);
  });
  await Promise.all(fetched);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser
  document.cookie = `${SHEETS_COOKIE}=${version}; Path=/; Max-Age=${COOKIE_LIFE_SECONDS}; SameSite=Lax`;
}
