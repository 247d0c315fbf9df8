import { useTranslation } from "react-i18next";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { LinkButton } from "~/components/ui";
import { useHref } from "~/i18n/use-locale";

export const handle = {
  title: ({ t }) => pageTitle(t, t("auth:noAccess.title"), { error: true }),
} satisfies TitleHandle;

export default function Page() {
  const { t } = useTranslation("auth");
  const href = useHref();
  return (
    <>
      <h1 tabIndex={-1}>{t("noAccess.title")}</h1>
      <p>{t("noAccess.message")}</p>
      <p>{t("noAccess.explanation")}</p>
      <LinkButton variant="primary" to={href("/auth/logout")} reloadDocument>
        {t("signOut.confirm")}
      </LinkButton>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
