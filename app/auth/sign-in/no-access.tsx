import type { ReactNode } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { type OnwardLink, OnwardLinks } from "~/layouts/shell/onward-links";
import { breakableEmail } from "~/ui/breakable-email";

export type Account = { name?: string; email?: string };

type NoAccessProps = {
  /** Null when nobody is signed in. */
  account: Account | null;
  message: string;
  /** The refused page. „Sprawdź ponownie” opens it again. */
  page: string;
  requestId?: string;
  /** Says what happened to a posted form. */
  children?: ReactNode;
};

export function NoAccess({ account, message, page, requestId, children }: NoAccessProps) {
  const t = useT();
  const href = useHref();
  const links: OnwardLink[] = [
    ...(account ? [{ to: page, children: t("auth:noAccess.checkAgain"), reloadDocument: true }] : []),
    {
      to: `${href("/auth/login")}?prompt=login`,
      children: t(account ? "errors:actions.otherAccount" : "errors:actions.signIn"),
      reloadDocument: true,
    },
    ...(account ? [{ to: href("/auth/logout"), children: t("common:account.signOut"), reloadDocument: true }] : []),
  ];
  return (
    <ErrorScreen
      drawing="no-access"
      heading={t("auth:noAccess.title")}
      message={message}
      requestId={requestId}
      description={t("auth:noAccess.explanation")}
      more={
        <>
          {account && <SignedInAs {...account} />}
          {children && <p>{children}</p>}
        </>
      }
    >
      <OnwardLinks links={links} buttons={2} />
    </ErrorScreen>
  );
}

/** The page's header has the name, so the address tells which of a person's accounts it is. */
function SignedInAs({ name, email }: Account) {
  const t = useT();
  if (!name && !email) return null;
  return (
    <p>
      {t("auth:noAccess.account")} {/* An address moves to a line of its own before it breaks. */}
      <strong translate="no" style={{ display: "inline-block" }}>
        {email ? breakableEmail(email) : <bdi>{name}</bdi>}
      </strong>
    </p>
  );
}
