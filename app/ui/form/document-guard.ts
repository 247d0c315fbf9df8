import { useEffect, useRef } from "react";
import { clickedLink, isDownload, keepsPage } from "~/ui/clicks";

/**
 * Asks before the browser closes the tab (by the browser's question) or follows a link to another
 * document (by `ask`). The router handles clicks on links of the app earlier.
 */
export function useDocumentGuard(hasUnsavedText: () => boolean, ask: (address: string) => void) {
  const latest = useRef({ hasUnsavedText, ask });
  latest.current = { hasUnsavedText, ask };
  useEffect(() => {
    // Some browsers fire no `beforeunload` for `mailto:`, so only a file sets the flag.
    let isNextUnloadForFile = false;
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      isNextUnloadForFile = link !== undefined && isDownload(link);
      if (!link || keepsPage(link) || isPlaceOnPage(link) || !latest.current.hasUnsavedText()) return;
      event.preventDefault();
      latest.current.ask(link.href);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isNextUnloadForFile && latest.current.hasUnsavedText()) event.preventDefault();
      isNextUnloadForFile = false;
    };
    document.addEventListener("click", onClick);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, []);
}

function isPlaceOnPage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== "" && pathname === window.location.pathname && search === window.location.search;
}
