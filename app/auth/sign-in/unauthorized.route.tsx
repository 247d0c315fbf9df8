import { useTranslation } from "react-i18next";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Statement } from "~/layouts/shell/statement";
import { OtherAccount } from "./other-account";

await loadNamespaces("auth");

export const handle = {
  title: ({ t }) => pageTitle(t, t("auth:noAccess.title"), { error: true }),
} satisfies TitleHandle;

export default function Page() {
  const { t } = useTranslation("auth");
  return (
    <Statement
      drawing="no-access"
      title={t("noAccess.title")}
      message={t("noAccess.message")}
      actions={<OtherAccount />}
    >
      <p>{t("noAccess.explanation")}</p>
    </Statement>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
