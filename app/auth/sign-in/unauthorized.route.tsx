import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Statement } from "~/layouts/shell/statement";
import { LinkButton } from "~/ui";

await loadNamespaces("auth");

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

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
