import { Card, Group, Stack, Text } from "@mantine/core";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { fromOf, sellerPath, withFrom } from "~/sellers/list-link";
import { Fact, Facts, LinkButton, PageHeader } from "~/ui";
import classes from "~/ui/form/form.module.css";
import { SubmitButton } from "~/ui/form/submit-button";
import { changeStatus } from "./change-status.server";

await loadNamespaces("sellers");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, t(`sellers:${wordsFor(loaded.accountEnabled)}.title`)),
} satisfies TitleHandle<typeof loader>;

/** The page asks about the state that the account isn't in: disabling mostly, enabling after a draft. */
function wordsFor(accountEnabled: boolean) {
  return accountEnabled ? "disablePage" : "enablePage";
}

export const loader = forFranchisee(async ({ sellers, request, params, newFormKey }) => {
  const { seller } = await sellers.get(params.id ?? "");
  return {
    name: seller.displayName,
    email: seller.email,
    mpk: seller.mpk,
    accountEnabled: seller.accountEnabled,
    formKey: await newFormKey(),
    record: withFrom(sellerPath(seller.id), fromOf(request.url)),
  };
});

export const action = forFranchisee((ctx) => changeStatus(ctx, ctx.params.id ?? "", fromOf(ctx.request.url)));

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { name, email, mpk, accountEnabled, formKey, record } = useLoaderData<typeof loader>();
  const words = wordsFor(accountEnabled);
  return (
    <>
      <PageHeader title={t(`${words}.title`)} back={{ to: href(record), text: t("form.backToRecord") }} />
      <Form method="post" className={classes.form}>
        <input type="hidden" name="formKey" value={formKey} />
        <input type="hidden" name="accountEnabled" value={String(!accountEnabled)} />
        <Card component="div">
          <Stack gap="md">
            <Text fw={600} fz="md">
              {t(`${words}.question`, { name: name || t("detail.unnamed") })}
            </Text>
            <Facts>
              <Fact name={t("fields.email")}>{email || t("detail.empty")}</Fact>
              <Fact name={t("fields.mpk")}>{mpk || t("detail.empty")}</Fact>
            </Facts>
            <Text c="dimmed">{t(`${words}.effect`)}</Text>
            <Group gap="sm">
              <SubmitButton variant={accountEnabled ? "danger" : "primary"} pending={t("form.saving")}>
                {t(accountEnabled ? "detail.disable" : "detail.enable")}
              </SubmitButton>
              <LinkButton to={href(record)}>{t("form.cancel")}</LinkButton>
            </Group>
          </Stack>
        </Card>
      </Form>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
