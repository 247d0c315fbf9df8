import type { ReactNode } from "react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";

type WaysOutProps = {
  status: number;
  /** The page that failed, to which a new sign-in leads back. */
  here: string;
  /** The page to ask for once more, where that may be answered otherwise. */
  retry?: string | null;
  /** Links that lead on from this failure, such as to the draft; the first one stands out. */
  children?: ReactNode;
};

/**
 * Where to go from an error, in one order on all screens: own links, retry, sign-in, another
 * account, the dashboard. The first stands out.
 */
export function WaysOut({ status, here, retry, children }: WaysOutProps) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  const signIn = `${href("/auth/login")}?${new URLSearchParams({ returnTo: here })}`;
  const first = children ? "own" : retry ? "retry" : status === 401 ? "signIn" : "home";
  const look = (link: typeof first) => (link === first ? "filled" : "default");
  return (
    <>
      {children}
      {retry && (
        <LinkButton variant={look("retry")} reloadDocument to={retry}>
          {t("common:tryAgain")}
        </LinkButton>
      )}
      {/* A new session may help after 401, and while something that it needs is away (503). */}
      {(status === 401 || status === 503) && (
        <LinkButton variant={look("signIn")} reloadDocument to={signIn}>
          {t("errors:actions.signInAgain")}
        </LinkButton>
      )}
      {status === 503 && session && (
        <LinkButton reloadDocument to={href("/auth/logout")}>
          {t("common:account.signOut")}
        </LinkButton>
      )}
      {status === 403 && session && (
        <LinkButton reloadDocument to={href("/auth/logout")}>
          {t("errors:actions.otherAccount")}
        </LinkButton>
      )}
      <LinkButton variant={look("home")} to={href("/")}>
        {t("errors:actions.home")}
      </LinkButton>
    </>
  );
}
