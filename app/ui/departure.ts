/** The page is about to leave for the provider. iOS fires no `beforeunload`. */
export const LEAVING = "panel-leaving";

/** A tab that is still here this long after it began to leave, in ms, was stopped by its person. */
const STAYED_MS = 60_000;

/** Addresses whose answer the browser saves as a file, while the page stays. */
export const FILE_PATH = /\.(csv|xlsx)$/;

type Activity = { begin: () => () => void; stop?: () => void };

const activities = new Set<Activity>();
let isListening = false;
let isLeaving = false;
let savesFile = false;
let staying: ReturnType<typeof setTimeout> | undefined;

/**
 * Runs background requests, except while the tab leaves: their answers could lead it elsewhere,
 * e.g. to sign in during a slow sign-out.
 * @param begin also called again if the tab stays; returns what stops it
 * @returns what stops it for good
 */
export function whileStaying(begin: () => () => void): () => void {
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
  window.addEventListener("click", noteFile, true);
  window.addEventListener("submit", noteFile, true);
  window.addEventListener("beforeunload", (event) => {
    const leads = !savesFile;
    savesFile = false;
    // All listeners must have run: if the person is asked about unsaved text, they may stay.
    setTimeout(() => leads && !event.defaultPrevented && leave());
  });
  window.addEventListener(LEAVING, leave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", stay);
}

/** Browsers fire `beforeunload` for `mailto:` and before they know that the answer is a file. */
function noteFile(event: Event): void {
  const address = event instanceof SubmitEvent ? formAddress(event) : linkAddress(event.target);
  const here = window.location.href;
  const url = address && URL.canParse(address, here) ? new URL(address, here) : undefined;
  savesFile = url !== undefined && (!/^https?:$/.test(url.protocol) || FILE_PATH.test(url.pathname));
}

function linkAddress(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest("a")?.href : undefined;
}

/** By attributes, because a field named "action" hides the form's property. */
export function formAddress({ target, submitter }: SubmitEvent): string {
  return submitter?.getAttribute("formaction") ?? (target as HTMLFormElement).getAttribute("action") ?? "";
}

function leave(): void {
  isLeaving = true;
  clearTimeout(staying);
  staying = setTimeout(stay, STAYED_MS);
  for (const activity of activities) {
    activity.stop?.();
    activity.stop = undefined;
  }
}

function stay(): void {
  if (!isLeaving) return;
  isLeaving = false;
  clearTimeout(staying);
  for (const activity of activities) activity.stop = activity.begin();
}

/** The link that a click follows in this tab, unless a script has taken the click. */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target || event.defaultPrevented || !isPlainClick(event)) return undefined;
  return link;
}

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** A click with the main button and without keys that open links elsewhere. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
