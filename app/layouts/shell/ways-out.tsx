import { Link, type LinkProps } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

export type Way = Pick<LinkProps, "children" | "onClick" | "reloadDocument"> & { to: string };

/** Shows the first way as a button, and the others as links beside the button. */
export function Ways({ ways }: { ways: Way[] }) {
  return ways.map((way, at) =>
    at > 0 ? (
      <Link key={way.to} className={theme.reach} {...way} />
    ) : (
      <LinkButton key="first" variant="filled" {...way} />
    ),
  );
}

/** Statuses that stay when the page is loaded again, so that „Spróbuj ponownie” isn't offered. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 410]);

type WaysOutProps = {
  status: number;
  /** Where a new sign-in leads back to. */
  here: string;
  /** The failed page's address, which is offered again unless the status is final. */
  failedPage?: string | null;
  /** Further ways for this failure, e.g. to the draft. */
  own?: Way[];
  /** Whether the provider must ask who signs in; other pages would sign in without asking. */
  isReauth?: boolean;
};

/**
 * Links that lead on from an error, in one order: own ways, retry, the dashboard, signing in again,
 * signing out. After 401 signing in comes before the dashboard.
 */
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
    // The provider may fail to renew the token, but sign people in (docs/product.md §4).
    if (status === 503) addSignIn();
  }
  // Who can't go on should at least be able to end the session on a shared computer.
  if (session && (status === 403 || status === 503 || isReauth)) {
    addDocumentLink(href("/auth/logout"), t(status === 403 ? "errors:actions.otherAccount" : "common:account.signOut"));
  }
  return <Ways ways={ways} />;
}
