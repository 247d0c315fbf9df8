import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { clickedLink } from "~/ui/clicks";
import { Floating, Message } from "../notice";
import { retryStalled, suspendFailedRequests, untilReachable, useStalledRequests } from "./stalled-requests";

/** Says over the page that there is no connection, and offers to repeat the request. */
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
            {t(`connection.${stalled.trouble}.message`)} {stalled.hasForm && t("connection.kept")}
          </p>
          <Button isSmall onClick={retryStalled}>
            {t(stalled.hasForm ? "connection.sendAgain" : "tryAgain")}
          </Button>
        </Message>
      )}
    </Floating>
  );
}

/** Where the link leads that was clicked last without a network. */
let waitingAddress: string | undefined;

/**
 * Without a network a link to a new document would replace the page by the browser's error, so it
 * waits for one.
 * @returns a function that stops this
 */
function holdLinksWithoutNetwork(): () => void {
  // React's own listener comes first, so the router's links have prevented the default by then.
  document.addEventListener("click", holdLink);
  return () => document.removeEventListener("click", holdLink);
}

function holdLink(event: MouseEvent): void {
  const link = clickedLink(event);
  if (navigator.onLine || !link || !leadsToOtherPage(link)) return;
  event.preventDefault();
  const isWaiting = waitingAddress !== undefined;
  waitingAddress = link.href;
  if (!isWaiting) void untilReachable().then(followLink);
}

/** Whether the link loads a page of this site, and doesn't only lead to a place on this one. */
function leadsToOtherPage({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const { location } = window;
  const isThisPage = pathname + search === location.pathname + location.search;
  return origin === location.origin && !(isThisPage && hash !== "");
}

function followLink(): void {
  if (waitingAddress !== undefined) window.location.assign(waitingAddress);
  waitingAddress = undefined;
}
