import "@mantine/core/styles/Loader.layer.css";
import { Loader } from "@mantine/core";
import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { barePath } from "~/i18n/locales";
import classes from "~/layouts/shell/leaving.module.css";
import { clickedLink, formAddress, LEAVING } from "~/ui/departure";
import { handOverNothing } from "~/ui/next-document";

/** The pages that lead to the provider. */
const WAYS_OUT = new Set(["/auth/login", "/auth/logout", "/logout"]);

/** Covers the page and loads a new document, e.g. to sign in after the session's end. */
export function leaveFor(href: string): void {
  beginLeaving(href);
  window.location.assign(href);
}

/** What the tab holds (ticked rows, say) outlives a new sign-in and ends with signing out. */
function beginLeaving(href: string): void {
  if (href.includes("/logout")) handOverNothing();
  window.dispatchEvent(new Event(LEAVING));
}

/**
 * docs/product.md §2's spinner: on the way to the provider, and when Back restores a signed-in
 * page, until the server says that the session lives.
 */
export function LeavingOverlay() {
  const { t } = useTranslation();
  const { location } = useNavigation();
  const leaving = useLeaving();
  const returning = useReturning();
  if (!leaving && !returning && !(location && leadsOut(location.pathname))) return null;
  return <SpinnerOverlay text={t(returning ? "spinner.loading" : "spinner.leaving")} />;
}

function useLeaving(): boolean {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const leave = () => setLeaving(true);
    const stay = () => setLeaving(false);
    const onClick = (event: MouseEvent) => {
      const link = clickedLink(event);
      if (link && leadsOut(link.href)) beginLeaving(link.href);
    };
    const onSubmit = (event: SubmitEvent) => {
      const action = formAddress(event);
      if (!event.defaultPrevented && leadsOut(action)) beginLeaving(action);
    };
    window.addEventListener(LEAVING, leave);
    window.addEventListener("pageshow", stay);
    window.addEventListener("click", onClick);
    window.addEventListener("submit", onSubmit);
    return () => {
      window.removeEventListener(LEAVING, leave);
      window.removeEventListener("pageshow", stay);
      window.removeEventListener("click", onClick);
      window.removeEventListener("submit", onSubmit);
    };
  }, []);
  return leaving;
}

function useReturning(): boolean {
  const { revalidate, state } = useRevalidator();
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      setAsked(true);
      revalidate();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [revalidate]);
  useEffect(() => {
    if (state === "idle") setAsked(false);
  }, [state]);
  return asked;
}

function leadsOut(href: string): boolean {
  const url = URL.canParse(href, window.location.href) ? new URL(href, window.location.href) : undefined;
  return url?.origin === window.location.origin && WAYS_OUT.has(barePath(url.pathname));
}

function SpinnerOverlay({ text }: { text: string }) {
  return (
    <div className={classes.overlay} data-screen-only role="status" aria-live="polite">
      <Loader size={40} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
