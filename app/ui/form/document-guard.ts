import { useEffect, useRef } from "react";
import { clickedLink, isDownload, keepsPage } from "~/ui/clicks";

/** @param ask about a link to another document; before the tab is closed the browser itself asks */
export function useDocumentGuard(hasUnsavedText: () => boolean, ask: (address: string) => void) {
  const latest = useRef({ hasUnsavedText, ask });
  latest.current = { hasUnsavedText, ask };
  useEffect(() => {
    // A `mailto:` link must not set the flag, because some browsers then fire no `beforeunload`.
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
