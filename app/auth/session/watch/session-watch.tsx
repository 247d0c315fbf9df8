import { useEffect, useRef, useState } from "react";
import { useHref, usePageAddress, useT } from "~/i18n/hooks";
import { leaveFor } from "~/layouts/shell/leaving";
import { Floating, Message } from "~/ui/notice";
import { forgetPages } from "~/ui/page-memory";
import { pauseWhileLeaving } from "~/ui/pause-while-leaving";
import { useRootData } from "~/ui/root-data";
import { renewBeforeExpiry } from "./frame-renewal";
import { type SessionState, startPolling } from "./polling";
import { SessionExpiry } from "./session-expiry";
import { hasUnsavedTyping, suppressLeaveQuestion, watchTyping } from "./typing-at-session-end";

/**
 * - The session has ended: the sign-in page opens.
 * - The session has ended, and the page has unsaved text: a message links to the sign-in.
 * - Another person has signed in: the page is loaded again for that person.
 */
export function SessionWatch() {
  const t = useT();
  const href = useHref();
  const here = usePageAddress();
  const { session } = useRootData();
  const [hasEnded, setEnded] = useState(false);
  const [endHeader, setEndHeader] = useState<string | null>(null);
  const signIn = `${href("/auth/login")}?${new URLSearchParams({ returnTo: here })}`;
  const person = session?.person;
  const firstPerson = useRef(person);
  const watchInputs = { signIn, here, renewInSeconds: session?.renewInSeconds ?? null };
  const latest = useRef(watchInputs);
  latest.current = watchInputs;

  useEffect(() => {
    if (person === undefined) return;
    return pauseWhileLeaving(() => {
      const onChange = (state: SessionState) => {
        if (state === "alive") return setEnded(false);
        forgetPages();
        if (state === "ended" && hasUnsavedTyping()) return setEnded(true);
        // Somebody else may use the computer by now, so the provider must ask who signs in.
        if (state === "ended") return leaveFor(`${latest.current.signIn}&prompt=login`);
        // The browser's question would show the first person's text to the other person.
        suppressLeaveQuestion();
        leaveFor(latest.current.here);
      };
      // A document belongs to the first person who was signed in.
      firstPerson.current ??= person;
      if (firstPerson.current !== person) {
        onChange("otherPerson");
        return () => undefined;
      }
      const stopWatchingTyping = watchTyping();
      const stopping = new AbortController();
      startPolling(person, { onChange, onExpiry: setEndHeader }, stopping.signal);
      renewBeforeExpiry(latest.current.renewInSeconds, stopping.signal);
      return () => {
        setEnded(false);
        stopWatchingTyping();
        stopping.abort();
      };
    });
  }, [person]);

  return (
    <>
      <SessionExpiry endHeader={endHeader} onProlonged={() => setEndHeader(null)} />
      <Floating>
        {hasEnded && (
          <Message kind="warning" title={<h2>{t("errors:status.http401.message")}</h2>} withCloseButton={false}>
            <p>{t("common:sessionEnded.message")}</p>
            <a href={signIn} target="_blank" rel="noreferrer">
              {t("common:sessionEnded.signIn")}
            </a>
          </Message>
        )}
      </Floating>
    </>
  );
}
