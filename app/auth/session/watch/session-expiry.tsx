import { useState } from "react";
import { readExpiry, SESSION_ENDS_HEADER } from "~/auth/session/session-headers";
import { formatTime } from "~/i18n/format";
import { useHref, usePageAddress, useT } from "~/i18n/hooks";
import { Button, Notice } from "~/ui";
import { Floating, Message } from "~/ui/notice";
import { useRootData } from "~/ui/root-data";
import { showToast } from "~/ui/toast";

type SessionExpiryProps = {
  /** Null while the session's end isn't near. */
  endHeader: string | null;
  onProlonged: () => void;
};

export function SessionExpiry({ endHeader, onProlonged }: SessionExpiryProps) {
  const [dismissedEnd, setDismissedEnd] = useState<string | null>(null);
  return (
    <Floating role="status">
      {endHeader && endHeader !== dismissedEnd && (
        <ExpiryMessage
          key={endHeader}
          endHeader={endHeader}
          onProlonged={onProlonged}
          onClose={() => setDismissedEnd(endHeader)}
        />
      )}
    </Floating>
  );
}

/** Only the fixed end can be near, because loading the page has moved the idle end. */
export function NearEndWithoutScripts() {
  const t = useT();
  const fixedEndIfNear = useRootData().session?.fixedEndIfNear;
  if (fixedEndIfNear === undefined) return null;
  const title = t("common:sessionExpiry.title", { time: formatTime(fixedEndIfNear) });
  return (
    <Notice kind="warning" title={title} mb="md" data-screen-only>
      <SignInAgain />
    </Notice>
  );
}

type ExpiryMessageProps = { endHeader: string; onProlonged: () => void; onClose: () => void };

function ExpiryMessage({ endHeader, onProlonged, onClose }: ExpiryMessageProps) {
  const t = useT();
  const [hasFailed, setFailed] = useState(false);
  const expiry = readExpiry(endHeader);
  if (!expiry) return null;

  async function stay() {
    const response = await fetch("/auth/session", { method: "POST", redirect: "manual" }).catch(() => undefined);
    if (response?.status !== 204 || response.headers.has(SESSION_ENDS_HEADER)) return setFailed(true);
    onProlonged();
    showToast({ kind: "success", text: t("common:sessionExpiry.stayed") });
  }

  return (
    <Message
      kind="warning"
      title={<h2>{t("common:sessionExpiry.title", { time: formatTime(expiry.at) })}</h2>}
      onClose={onClose}
    >
      {expiry.limit === "fixed" ? (
        <SignInAgain />
      ) : (
        <>
          <p>{t(hasFailed ? "common:sessionExpiry.failed" : "common:sessionExpiry.idle")}</p>
          <Button isSmall onClick={() => void stay()}>
            {t("common:sessionExpiry.stay")}
          </Button>
        </>
      )}
    </Message>
  );
}

/** `data-command` adds the link to the palette: from a form in a row, Tab can't reach the link. */
function SignInAgain() {
  const t = useT();
  const href = useHref();
  const here = usePageAddress();
  return (
    <>
      <p>{t("common:sessionExpiry.fixed")}</p>
      <a
        href={`${href("/auth/login")}?${new URLSearchParams({ returnTo: here })}`}
        target="_blank"
        rel="noreferrer"
        data-command
      >
        {t("common:sessionEnded.signIn")}
      </a>
    </>
  );
}
