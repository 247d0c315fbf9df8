import { reachable } from "./stalled-requests";

/** Where the last such link leads. */
let waiting: string | undefined;

/**
 * A link that asks for a new document, such as a file's, would have the browser put its own error page in this one's place while
 * there is no network: it waits for one, as the router's links do.
 * @returns what ends it
 */
export function holdLinksWithoutNetwork(): () => void {
  // React's own listener was there before: its links have prevented by then what the browser would do.
  document.addEventListener("click", hold);
  return () => document.removeEventListener("click", hold);
}

function hold(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (navigator.onLine || !link?.href || !plain || link.target || event.defaultPrevented || staysHere(link)) return;
  event.preventDefault();
  const isFirst = waiting === undefined;
  waiting = link.href;
  if (isFirst) void reachable().then(go);
}

/** Another site's, or a place on this page. */
function staysHere({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const { location } = window;
  return origin !== location.origin || (hash !== "" && pathname + search === location.pathname + location.search);
}

function go(): void {
  if (waiting !== undefined) window.location.assign(waiting);
  waiting = undefined;
}
