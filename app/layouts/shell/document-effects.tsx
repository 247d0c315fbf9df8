import { useWindowEvent } from "@mantine/hooks";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { ConnectionNotice } from "~/ui/connection/connection-notice";
import { restoreLostFocus } from "~/ui/focus";
import theme from "~/ui/theme/components.module.css";
import { ignoreSecondClick } from "./double-click";
import { PAGE_END, useFilesForNextDocument } from "./inline-styles";
import { NavigationProgress } from "./navigation-progress";
import { useChunkLoading } from "./page-chunks";
import { usePageTitle } from "./page-title";
import { useErrorNotice } from "./report-browser-errors";
import { useAfterNavigation } from "./use-after-navigation";

export function DocumentEffects() {
  useFocusOnPage();
  useAfterNavigation(restoreLostFocus);
  useWindowEvent("click", ignoreSecondClick, true);
  useChunkLoading();
  useErrorNotice();
  useFilesForNextDocument();
  return (
    <>
      <AnnouncedTitle />
      <NavigationProgress />
      <ConnectionNotice />
    </>
  );
}

/** Focuses the new page's heading if the page hasn't focused a field. */
function useFocusOnPage() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById("content");
    if (!main || hash || (main !== document.activeElement && main.contains(document.activeElement))) return;
    const heading = main.querySelector<HTMLElement>("h1[tabindex]");
    (heading ?? main).focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** Announces a new title: screen readers themselves do this only when a document loads. */
function AnnouncedTitle() {
  const title = usePageTitle();
  const last = useRef(title);
  const [announced, announce] = useState("");
  useEffect(() => {
    if (title === last.current) return;
    last.current = title;
    announce(title);
    // When a job ends, the page's title changes, and the focused button „Zatrzymaj” vanishes.
    restoreLostFocus();
  }, [title]);
  // The first paint waits for this id (`InlineStyles`), so the element must follow all content.
  return (
    <div className={theme.spoken} id={PAGE_END} role="status" aria-live="polite">
      {announced}
    </div>
  );
}
