import "@mantine/core/styles/Loader.layer.css";
import { Loader } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useT } from "~/i18n/hooks";
import { barePath } from "~/i18n/locales";
import { clickedLink, formAddress } from "~/ui/clicks";
import { cancelHandover } from "~/ui/next-document";
import { LEAVING } from "~/ui/pause-while-leaving";
import classes from "./leaving.module.css";

const PROVIDER_PATHS = new Set(["/auth/login", "/auth/logout", "/logout"]);

export function leaveFor(href: string): void {
  announceLeaving(href);
  window.location.assign(href);
}

/**
 * Shows the overlay and pauses background requests. For a sign-out it first drops the ticked rows,
 * which the next document would otherwise get, for example after a new sign-in.
 */
function announceLeaving(href: string): void {
  if (href.includes("/logout")) cancelHandover();
  window.dispatchEvent(new Event(LEAVING));
}

/** Covers the page on the way to the provider, and while a restored page is checked. */
export function LeavingOverlay() {
  const t = useT();
  const { location } = useNavigation();
  const isAnnounced = useAnnouncedLeaving();
  const isRestored = useRestoredPage();
  const isLeaving = isAnnounced || (location !== undefined && leadsToProvider(location.pathname));
  useEffect(() => {
    document.documentElement.toggleAttribute("data-leaving", isLeaving);
  }, [isLeaving]);
  if (!isLeaving && !isRestored) return null;
  return (
    <div className={classes.overlay} data-screen-only role="status" aria-live="polite">
      <Loader size={40} aria-hidden="true" />
      <p>{t(isRestored ? "common:spinner.loading" : "common:spinner.leaving")}</p>
    </div>
  );
}

function useAnnouncedLeaving(): boolean {
  const [isLeaving, setLeaving] = useState(false);
  useWindowEvent(LEAVING, () => setLeaving(true));
  useWindowEvent("pageshow", () => setLeaving(false));
  useWindowEvent("click", (event) => {
    const link = clickedLink(event);
    if (link && leadsToProvider(link.href)) announceLeaving(link.href);
  });
  useWindowEvent("submit", (event) => {
    const action = formAddress(event);
    if (!event.defaultPrevented && leadsToProvider(action)) announceLeaving(action);
  });
  return isLeaving;
}

function leadsToProvider(href: string): boolean {
  const url = URL.canParse(href, window.location.href) ? new URL(href, window.location.href) : undefined;
  return url?.origin === window.location.origin && PROVIDER_PATHS.has(barePath(url.pathname));
}

/** Checks a page that Back restores from the browser's memory: the session may have ended. */
function useRestoredPage(): boolean {
  const { revalidate, state } = useRevalidator();
  const [isChecking, setChecking] = useState(false);
  useWindowEvent("pageshow", ({ persisted }) => {
    if (!persisted) return;
    setChecking(true);
    revalidate();
  });
  useEffect(() => {
    if (state === "idle") setChecking(false);
  }, [state]);
  return isChecking;
}
