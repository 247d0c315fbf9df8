import { useEffect, useRef } from "react";
import { clickedLink, isDownload, keepsPage } from "~/ui/clicks";

/**
 * For what the router's blocker doesn't notice: a link to another document, and closing the tab.
 * @param ask asks about the link to this address. Before the tab is closed, the browser asks.
 */
export function useDocumentGuard(hasUnsavedText: () => boolean, ask: (address: string) => void) {
  const latest = useRef({ hasUnsavedText, ask });
  latest.current = { hasUnsavedText, ask };
  useEffect(() => {
    // True from a click on a download to its `beforeunload`. A `mailto:` link doesn't set it: some
    // browsers fire no `beforeunload` for it, and closing the tab would lose text unasked.
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
