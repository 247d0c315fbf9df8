import { formAddress, keepsPage } from "./clicks";

/** Our event before the document leaves for the provider: iOS fires no `beforeunload`. */
export const LEAVING = "panel-leaving";
/** In a response to the router's request: the whole document will be redirected to the sign-in. */
export const LEAVING_HEADER = "Panel-Leaving";

/** If the page is still there after this time, the navigation counts as cancelled. */
const CANCELLED_AFTER_MS = 60_000;

type Activity = { begin: () => () => void; stop?: () => void };

const activities = new Set<Activity>();
let isListening = false;
let isLeaving = false;
/** Set by a click on a download or a `mailto:` link, for which `beforeunload` is fired, too. */
let nextUnloadKeepsPage = false;
let stayTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Pauses background requests while the tab leaves: during a slow sign-out, for example, a response
 * could lead the tab to the sign-in page.
 * @param begin starts the requests, also again if the tab stays; returns a function that stops them
 */
export function pauseWhileLeaving(begin: () => () => void): () => void {
  listen();
  const activity: Activity = { begin, stop: isLeaving ? undefined : begin() };
  activities.add(activity);
  return () => {
    activities.delete(activity);
    activity.stop?.();
  };
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener("click", noteNextUnload, true);
  window.addEventListener("submit", noteNextUnload, true);
  window.addEventListener("beforeunload", (event) => {
    const isLeavingPage = !nextUnloadKeepsPage;
    nextUnloadKeepsPage = false;
    // Wait for the other listeners: after a question about unsaved text the person may stay.
    setTimeout(() => isLeavingPage && !event.defaultPrevented && leave());
  });
  window.addEventListener(LEAVING, leave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", stay);
}

function noteNextUnload(event: Event): void {
  const address = event instanceof SubmitEvent ? formAddress(event) : linkAddress(event.target);
  const here = window.location.href;
  const url = address && URL.canParse(address, here) ? new URL(address, here) : undefined;
  nextUnloadKeepsPage = url !== undefined && keepsPage(url);
}

function linkAddress(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest("a")?.href : undefined;
}

function leave(): void {
  isLeaving = true;
  clearTimeout(stayTimer);
  stayTimer = setTimeout(stay, CANCELLED_AFTER_MS);
  for (const activity of activities) {
    activity.stop?.();
    activity.stop = undefined;
  }
}

function stay(): void {
  if (!isLeaving) return;
  isLeaving = false;
  clearTimeout(stayTimer);
  for (const activity of activities) activity.stop = activity.begin();
}
