import { Link, type LinkProps } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

export type Way = Pick<LinkProps, "children" | "onClick" | "reloadDocument"> & { to: string };

/** @param hasButton false if the screen has its button already, so that each way is a link */
export function Ways({ ways, hasButton = true }: { ways: Way[]; hasButton?: boolean }) {
  return ways.map((way, at) =>
    at > 0 || !hasButton ? (
      <Link key={way.to} className={theme.reach} {...way} />
    ) : (
      <LinkButton key="first" variant="filled" {...way} />
    ),
  );
}

/** Without „Spróbuj ponownie”: loading the page again would return the same status. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 410]);

type WaysOutProps = {
  status: number;
  /** Where a new sign-in leads back to. */
  here: string;
  failedPage?: string | null;
  own?: Way[];
  /** The provider must ask who signs in, because somebody else may use this computer now. */
  isReauth?: boolean;
};

export function WaysOut({ status, here, failedPage, own = [], isReauth = false }: WaysOutProps) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  const ways = [...own];
  const addDocumentLink = (to: string, children: string) => ways.push({ to, children, reloadDocument: true });
  const addSignIn = () =>
    addDocumentLink(
      `${href("/auth/login")}?${new URLSearchParams({ returnTo: here, ...(isReauth && { prompt: "login" }) })}`,
      t("errors:actions.signInAgain"),
    );
  if (isReauth) {
    addSignIn();
  } else {
    if (failedPage && !FINAL_STATUSES.has(status)) addDocumentLink(failedPage, t("common:tryAgain"));
    if (status === 401) addSignIn();
    ways.push({ to: href("/"), children: t("errors:actions.home") });
    // A provider that can't renew a token may still sign people in.
    if (status === 503) addSignIn();
  }
  // On a shared computer, a person who can't continue must be able to end the session.
  if (session && (status === 403 || status === 503 || isReauth)) {
    addDocumentLink(href("/auth/logout"), t(status === 403 ? "errors:actions.otherAccount" : "common:account.signOut"));
  }
  return <Ways ways={ways} />;
}
