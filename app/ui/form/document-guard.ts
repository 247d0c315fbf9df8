import { type RefObject, useEffect, useRef } from "react";
import { clickedLink, keepsPage } from "~/ui/clicks";

/** Asks before the browser goes to another document or closes the tab. */
export function useDocumentGuard(wouldLose: RefObject<() => boolean>, ask: (address: string) => void) {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    // A link to a file fires `beforeunload` although the page stays, so the guard must not ask.
    let nextUnloadKeepsPage = false;
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      nextUnloadKeepsPage = false;
      // The router has taken clicks on its own links. Some browsers fire no `beforeunload` for
      // `mailto:`: if such a click were noted, the next unload could lose text without a question.
      if (!link || link.hasAttribute("download") || !/^https?:$/.test(link.protocol)) return;
      nextUnloadKeepsPage = keepsPage(link);
      if (nextUnloadKeepsPage) return;
      const isThisPage = link.pathname === window.location.pathname && link.search === window.location.search;
      if ((isThisPage && link.hash) || !wouldLose.current?.()) return;
      event.preventDefault();
      latest.current(link.href);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!nextUnloadKeepsPage && wouldLose.current?.()) event.preventDefault();
      nextUnloadKeepsPage = false;
    };
    document.addEventListener("click", onClick);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [wouldLose]);
}
