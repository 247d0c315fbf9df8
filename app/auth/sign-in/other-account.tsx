import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton } from "~/ui";

/** What somebody without access can do: sign out, or sign in as somebody else. Both work without a session as well. */
export function OtherAccount() {
  const t = useT();
  const href = useHref();
  return (
    <>
      <LinkButton variant="filled" reloadDocument to={`${href("/auth/login")}?prompt=login`}>
        {t("errors:actions.otherAccount")}
      </LinkButton>
      <LinkButton reloadDocument to={href("/auth/logout")}>
        {t("auth:signOut.confirm")}
      </LinkButton>
    </>
  );
}
