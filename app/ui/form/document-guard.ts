import { type RefObject, useEffect, useRef } from "react";
import { clickedLink, isFile, keepsPage } from "~/ui/clicks";

/**
 * Asks before the browser closes the tab (in its own words) or follows a link to another document
 * (by `ask`). The router takes the clicks on its own links before.
 */
export function useDocumentGuard(hasUnsavedText: RefObject<() => boolean>, ask: (address: string) => void) {
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  useEffect(() => {
    // Some browsers fire no `beforeunload` for `mailto:`, so only a file is noted for it.
    let isNextUnloadForFile = false;
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      isNextUnloadForFile = link !== undefined && isFile(link);
      if (!link || keepsPage(link) || isPlaceOnPage(link) || !hasUnsavedText.current?.()) return;
      event.preventDefault();
      latestAsk.current(link.href);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isNextUnloadForFile && hasUnsavedText.current?.()) event.preventDefault();
      isNextUnloadForFile = false;
    };
    document.addEventListener("click", onClick);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [hasUnsavedText]);
}

function isPlaceOnPage({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== "" && pathname === window.location.pathname && search === window.location.search;
}
