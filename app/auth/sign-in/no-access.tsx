import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ErrorScreen } from "~/layouts/shell/error-screen";
import { LinkButton } from "~/ui";
import { breakableEmail } from "~/ui/breakable-email";

/** The account that is signed in, as the provider names it. */
export type Account = { name?: string; email?: string };

type NoAccessProps = {
  /** Null when nobody is signed in. */
  account: Account | null;
  message: string;
  /** The page that was refused, and that „Sprawdź ponownie” opens: it asks the directory anew. */
  page: string;
  requestId?: string;
  /** When the page was opened or refused, in ms since the epoch. */
  at: number;
  /** Whether `at` is when the directory refused the person. */
  isRefusal?: boolean;
  /** What became of a form that the person sent. */
  children?: ReactNode;
};

export function NoAccess({ account, message, page, requestId, at, isRefusal, children }: NoAccessProps) {
  const t = useT();
  const href = useHref();
  return (
    <ErrorScreen
      drawing="no-access"
      heading={t("auth:noAccess.title")}
      message={message}
      requestId={requestId}
      at={at}
      description={
        <>
          {account && <SignedInAs {...account} />}
          {t("auth:noAccess.explanation")} {account && t("auth:noAccess.advice")} {children}
          {isRefusal && (
            <Text span inherit display="block">
              {t("auth:noAccess.checkedAt", { time: formatDateTime(at) })}
            </Text>
          )}
        </>
      }
    >
      {account && (
        <LinkButton variant="filled" reloadDocument to={page}>
          {t("auth:noAccess.checkAgain")}
        </LinkButton>
      )}
      <LinkButton variant={account ? "default" : "filled"} reloadDocument to={`${href("/auth/login")}?prompt=login`}>
        {t("errors:actions.otherAccount")}
      </LinkButton>
      <LinkButton reloadDocument to={href("/auth/logout")}>
        {t("common:account.signOut")}
      </LinkButton>
    </ErrorScreen>
  );
}

function SignedInAs({ name, email }: Account) {
  const t = useT();
  if (!name && !email) return null;
  return (
    <Text span inherit display="block">
      {t("auth:noAccess.account")}{" "}
      <span translate="no">
        {name && <bdi>{name}</bdi>}
        {name && email && ", "}
        {email && breakableEmail(email)}
      </span>
    </Text>
  );
}
