import { useTranslation } from "react-i18next";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { Statement } from "~/components/statement";
import { LinkButton } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";

await need("auth");

export const handle = {
  title: ({ t }) => pageTitle(t, t("auth:noAccess.title"), { error: true }),
} satisfies TitleHandle;

export default function Page() {
  const { t } = useTranslation("auth");
  const href = useHref();
  return (
    <Statement
      title={t("noAccess.title")}
      message={t("noAccess.message")}
      actions={
        <LinkButton variant="primary" to={href("/auth/logout")} reloadDocument>
          {t("signOut.confirm")}
        </LinkButton>
      }
    >
      <p>{t("noAccess.explanation")}</p>
    </Statement>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
