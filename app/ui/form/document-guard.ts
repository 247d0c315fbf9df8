import { type RefObject, useEffect, useRef } from "react";
import { clickedLink, keepsPage } from "~/ui/clicks";

/** Asks before the browser goes to another document or closes the tab. */
export function useDocumentGuard(wouldLose: RefObject<() => boolean>, ask: (address: string) => void) {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    let nextUnloadStays = false;
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      nextUnloadStays = false;
      // Not every browser fires `beforeunload` for `mailto:`, so noting it could let a later unload
      // lose text without a question.
      if (!link || link.hasAttribute("download") || !/^https?:$/.test(link.protocol)) return;
      nextUnloadStays = keepsPage(link);
      if (nextUnloadStays) return;
      const isThisPage = link.pathname === window.location.pathname && link.search === window.location.search;
      if ((isThisPage && link.hash) || !wouldLose.current?.()) return;
      event.preventDefault();
      latest.current(link.href);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!nextUnloadStays && wouldLose.current?.()) event.preventDefault();
      nextUnloadStays = false;
    };
    document.addEventListener("click", onClick);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [wouldLose]);
}
