import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { reachable, useStalledRequests } from "~/ui/connection/stalled-requests";
import { isPlainClick } from "~/ui/departure";
import { Floating } from "../floating";
import { Message } from "../message";
import { retryStalled, suspendFailedRequests } from "./stalled-requests";

/** Says that there is no connection, over the page, which stays as it is, and sends again what waits. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const stalled = useStalledRequests();
  useEffect(suspendFailedRequests, []);
  useEffect(holdLinksWithoutNetwork, []);
  return (
    <Floating>
      {stalled && (
        <Message kind="warning" title={<h2>{t(`connection.${stalled.trouble}.title`)}</h2>} withCloseButton={false}>
          <p>
            {t(`connection.${stalled.trouble}.message`)} {stalled.sends && t("connection.kept")}
          </p>
          <Button size="xs" mt="xs" onClick={retryStalled}>
            {t(stalled.sends ? "connection.sendAgain" : "tryAgain")}
          </Button>
        </Message>
      )}
    </Floating>
  );
}

/** Where the last such link leads. */
let waiting: string | undefined;

/**
 * A link that asks for a new document, such as a file's, would have the browser put its own error page in this one's place while
 * there is no network: it waits for one, as the router's links do.
 * @returns what ends it
 */
function holdLinksWithoutNetwork(): () => void {
  // React's own listener was there before: its links have prevented by then what the browser would do.
  document.addEventListener("click", hold);
  return () => document.removeEventListener("click", hold);
}

function hold(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (
    navigator.onLine ||
    !link?.href ||
    !isPlainClick(event) ||
    link.target ||
    event.defaultPrevented ||
    staysHere(link)
  )
    return;
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
