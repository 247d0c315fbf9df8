import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { reachable, useStalledRequests } from "~/ui/connection/stalled-requests";
import { clickedLink } from "~/ui/departure";
import { Floating, Message } from "../notice";
import { retryStalled, suspendFailedRequests } from "./stalled-requests";

/** Says that there is no connection, over the page, and offers to send again. */
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
          <Button isSmall onClick={retryStalled}>
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
 * Without a network a link to a new document would replace the page by the browser's error, so it
 * waits for one.
 * @returns what ends it
 */
function holdLinksWithoutNetwork(): () => void {
  // React's own listener comes first, so the router's links have prevented the default by then.
  document.addEventListener("click", hold);
  return () => document.removeEventListener("click", hold);
}

function hold(event: MouseEvent): void {
  const link = clickedLink(event);
  if (navigator.onLine || !link || staysHere(link)) return;
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
