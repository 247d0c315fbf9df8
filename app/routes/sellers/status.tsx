import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireFranchisee } from "~/.server/auth/guard";
import { changeStatus } from "~/.server/sellers/change-status";
import classes from "~/components/form/form.module.css";
import { SubmitButton } from "~/components/form/submit-button";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { LinkButton, PageHeader } from "~/components/ui";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { fromOf, sellerPath, withFrom } from "~/sellers/list-link";

await need("sellers");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, t(`sellers:${wordsFor(loaded.accountEnabled)}.title`)),
} satisfies TitleHandle<typeof loader>;

/** The page asks about the state that the account isn't in: disabling mostly, enabling after a held form. */
function wordsFor(accountEnabled: boolean) {
  return accountEnabled ? "disablePage" : "enablePage";
}

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const { seller } = await franchisee.api.sellers.get(args.params.id ?? "");
  return {
    name: seller.displayName,
    accountEnabled: seller.accountEnabled,
    formKey: await franchisee.newFormKey(),
    record: withFrom(sellerPath(seller.id), fromOf(args.request.url)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  return changeStatus(franchisee, args.params.id ?? "", fromOf(args.request.url));
}

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { name, accountEnabled, formKey, record } = useLoaderData<typeof loader>();
  const words = wordsFor(accountEnabled);
  return (
    <>
      <PageHeader title={t(`${words}.title`)} back={{ to: href(record), text: t("form.backToRecord") }} />
      <Form method="post" className={classes.form}>
        <p>{t(`${words}.question`, { name: name || t("detail.unnamed") })}</p>
        <p>{t(`${words}.effect`)}</p>
        <input type="hidden" name="formKey" value={formKey} />
        <input type="hidden" name="accountEnabled" value={String(!accountEnabled)} />
        <div className={classes.buttons}>
          <SubmitButton variant={accountEnabled ? "danger" : "primary"} pending={t("form.saving")}>
            {t(accountEnabled ? "detail.disable" : "detail.enable")}
          </SubmitButton>
          <LinkButton to={href(record)}>{t("form.cancel")}</LinkButton>
        </div>
      </Form>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
