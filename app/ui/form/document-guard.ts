import { type RefObject, useEffect, useRef } from "react";
import { clickedLink, FILE_PATH } from "~/ui/departure";

/** Asks before the browser goes to another document or closes the tab. */
export function useDocumentGuard(wouldLose: RefObject<() => boolean>, ask: (address: string) => void) {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    // Browsers fire `beforeunload` before they know that the answer is a file.
    let fetchesFile = false;
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      fetchesFile = false;
      if (!link || link.hasAttribute("download")) return;
      const here = link.pathname === window.location.pathname && link.search === window.location.search;
      if (!/^https?:$/.test(link.protocol) || (here && link.hash) || !wouldLose.current?.()) return;
      fetchesFile = FILE_PATH.test(link.pathname);
      if (fetchesFile) return;
      event.preventDefault();
      latest.current(link.href);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!fetchesFile && wouldLose.current?.()) event.preventDefault();
      fetchesFile = false;
    };
    document.addEventListener("click", onClick);
    window.addEventListener("beforeunload", onUnload);
    return () => {
      document.removeEventListener("click", onClick);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [wouldLose]);
}
