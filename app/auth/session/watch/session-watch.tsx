import { useEffect, useRef, useState } from "react";
import { useHref, usePageAddress } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { leaveFor } from "~/layouts/shell/leaving";
import { whileStaying } from "~/ui/departure";
import { Floating, Message } from "~/ui/notice";
import { forgetPages } from "~/ui/page-memory";
import { useRootData } from "~/ui/root-data";
import { askNothing, hasUnsavedTyping, watchTyping } from "./unsaved";
import { type SessionState, watchSession } from "./watch-session";

/** Leaves after the end unless typed text would be lost. Another person gets a reload. */
export function SessionWatch() {
  const t = useT();
  const href = useHref();
  const here = usePageAddress();
  const { session } = useRootData();
  const [ended, setEnded] = useState(false);
  const signIn = `${href("/auth/login")}?${new URLSearchParams({ returnTo: here })}`;
  const latest = useRef({ signIn, here });
  latest.current = { signIn, here };
  const person = session?.person;
  const owner = useRef(person);
  const renewIn = useRef<number | null>(null);
  renewIn.current = session?.renewInSeconds ?? null;

  // Each page brings a new session object; only another person restarts the watch.
  useEffect(() => {
    if (person === undefined) return;
    return whileStaying(() => {
      const onChange = (state: SessionState) => {
        if (state !== "lives") forgetPages();
        if (state === "another's") {
          askNothing();
          leaveFor(latest.current.here);
        } else if (state === "lives" || hasUnsavedTyping()) setEnded(state === "ended");
        else leaveFor(`${latest.current.signIn}&prompt=login`);
      };
      // A later page in this document belongs to another person.
      owner.current ??= person;
      if (owner.current !== person) {
        onChange("another's");
        return () => undefined;
      }
      const stops = [watchTyping(), watchSession({ person, renewInSeconds: renewIn.current, onChange })];
      return () => {
        setEnded(false);
        for (const stop of stops) stop();
      };
    });
  }, [person]);

  return (
    <Floating>
      {ended && (
        <Message kind="warning" title={<h2>{t("errors:status.http401.message")}</h2>} withCloseButton={false}>
          <p>{t("common:sessionEnded.message")}</p>
          <a href={signIn} target="_blank" rel="noreferrer">
            {t("common:sessionEnded.signIn")}
          </a>
        </Message>
      )}
    </Floating>
  );
}
