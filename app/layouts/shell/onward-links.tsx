import { Group } from "@mantine/core";
import { Link, type LinkProps } from "@remix-run/react";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton } from "~/ui";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";

export type OnwardLink = Pick<LinkProps, "children" | "onClick" | "reloadDocument"> & {
  to: string;
  isMinor?: true;
};

/** @param buttons how many of the links are buttons; 0 if the screen already has a button */
export function OnwardLinks({ links, buttons = 1 }: { links: OnwardLink[]; buttons?: number }) {
  const others = links.slice(buttons);
  const major = others.filter(({ isMinor }) => !isMinor);
  const minor = others.filter(({ isMinor }) => isMinor);
  return (
    <>
      {links.slice(0, buttons).map(({ isMinor, ...link }, at) => (
        <LinkButton key={at === 0 ? "first" : link.to} variant={at === 0 ? "filled" : "default"} {...link} />
      ))}
      {/* Rows of their own, because the text of a button has another baseline. */}
      {[major, minor].map(
        (row) =>
          row[0] && (
            <Group key={row[0].to} justify="center" gap="1.25rem" w="100%" py="0.375rem">
              {row.map(({ isMinor, ...link }) => (
                <Link
                  key={link.to}
                  className={isMinor ? `${theme.reach} ${theme.dimmed}` : theme.reach}
                  style={isMinor && { fontSize: "0.8125rem" }}
                  {...link}
                />
              ))}
            </Group>
          ),
      )}
    </>
  );
}

/** No „Spróbuj ponownie” for these: loading the page again would return the same status. */
const FINAL_STATUSES = new Set([400, 401, 403, 404, 405, 410]);

type StatusLinksProps = {
  status: number;
  /** The page that opens after a new sign-in. */
  returnTo: string;
  failedPage?: string | null;
  firstLinks?: OnwardLink[];
  /** The provider must ask who signs in, because somebody else may use this computer now. */
  isReauth?: boolean;
};

/** The links of an error screen, by the failed request's status. */
export function StatusLinks({ status, returnTo, failedPage, firstLinks = [], isReauth = false }: StatusLinksProps) {
  const t = useT();
  const href = useHref();
  const { session } = useRootData();
  const links = [...firstLinks];
  const addDocumentLink = (to: string, children: string, isMinor?: true) =>
    links.push({ to, children, reloadDocument: true, isMinor });
  const addSignIn = () =>
    addDocumentLink(
      `${href("/auth/login")}?${new URLSearchParams({ returnTo, ...(isReauth && { prompt: "login" }) })}`,
      t("errors:actions.signInAgain"),
    );
  if (isReauth) {
    addSignIn();
  } else {
    if (failedPage && !FINAL_STATUSES.has(status)) addDocumentLink(failedPage, t("common:tryAgain"));
    if (status === 401) addSignIn();
    links.push({ to: href("/"), children: t("errors:actions.home") });
    // With a sign-in link: a provider that can't renew a token may still sign people in.
    if (status === 503) addSignIn();
  }
  // On a shared computer, a person who can't continue must be able to end the session.
  if (session && (status === 403 || status === 503 || isReauth)) {
    if (status === 403) addDocumentLink(href("/auth/logout"), t("errors:actions.otherAccount"));
    else addDocumentLink(href("/auth/logout"), t("common:account.signOut"), true);
  }
  return <OnwardLinks links={links} />;
}
