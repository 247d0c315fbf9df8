import { Badge, Card } from "@mantine/core";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { deferred } from "~/.server/http/deferred";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { readPreferences } from "~/profile/preferences-cookie.server";
import { fromOf, historyPath, listPath, sellerPath, withFrom } from "~/sellers/list-link";
import { mailLink } from "~/sellers/mail-link";
import { Fact, Facts, LinkButton, PageHeader } from "~/ui";
import { CopyButton } from "~/ui/copy/copy-button";
import { SubmitButton } from "~/ui/form/submit-button";
import { NeighbourNavigation } from "./neighbour-links";
import { neighbourLinks } from "./neighbour-links.server";

await loadNamespaces("history", "sellers");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.seller.displayName || t("sellers:detail.unnamed")),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(async ({ sellers, request, params, newFormKey }) => {
  const id = params.id ?? "";
  const from = fromOf(request.url);
  // Asked for beside the record, so that it costs no time; the page is sent without waiting for it.
  const neighbours = neighbourLinks(sellers, id, from, readPreferences(request).pageSize);
  const { seller } = await sellers.get(id);
  return {
    seller,
    ...(await deferred(request, { neighbours }, { neighbours: null })),
    formKey: await newFormKey(),
    list: listPath(from, seller.id),
    edit: withFrom(sellerPath(seller.id, "edit"), from),
    status: withFrom(sellerPath(seller.id, "status"), from),
    history: historyPath(seller.id, from),
  };
});

export default function Page() {
  const { t } = useTranslation(["sellers", "history"]);
  const href = useHref();
  const { seller, neighbours, formKey, list, edit, status, history } = useLoaderData<typeof loader>();
  const { displayName, email, firstName, surname, mpk, accountEnabled, id } = seller;
  const orEmpty = (value: string | undefined) => value || t("detail.empty");
  return (
    <>
      <PageHeader title={displayName || t("detail.unnamed")} back={{ to: href(list), text: t("detail.back") }}>
        {accountEnabled ? (
          <LinkButton to={href(status)}>{t("detail.disable")}</LinkButton>
        ) : (
          <Form method="post" action={href(status)}>
            <input type="hidden" name="formKey" value={formKey} />
            <input type="hidden" name="accountEnabled" value="true" />
            <SubmitButton variant="default" pending={t("form.saving")}>
              {t("detail.enable")}
            </SubmitButton>
          </Form>
        )}
        <LinkButton to={href(history)}>{t("history:short")}</LinkButton>
        <LinkButton variant="filled" to={href(edit)} data-shortcut="edit">
          {t("detail.edit")}
        </LinkButton>
      </PageHeader>
      <NeighbourNavigation links={neighbours} of={id} />
      <Card aria-labelledby="facts">
        <h2 id="facts">{t("detail.facts")}</h2>
        <Facts>
          <Fact name={t("fields.displayName")}>
            {orEmpty(displayName)}
            <CopyButton text={displayName} name={t("fields.displayName")} />
          </Fact>
          <Fact name={t("fields.email")}>
            {email ? (
              <a href={mailLink(email)}>
                <bdi>{email}</bdi>
              </a>
            ) : (
              orEmpty("")
            )}
            <CopyButton text={email} name={t("fields.email")} />
          </Fact>
          <Fact name={t("fields.firstName")}>{orEmpty(firstName)}</Fact>
          <Fact name={t("fields.surname")}>{orEmpty(surname)}</Fact>
          <Fact name={t("fields.mpk")}>
            {orEmpty(mpk)}
            <CopyButton text={mpk} name={t("fields.mpk")} />
          </Fact>
          <Fact name={t("list.statusColumn")}>
            <Badge color={accountEnabled ? "green" : "gray"}>
              {t(accountEnabled ? "status.active" : "status.inactive")}
            </Badge>
          </Fact>
          <Fact name={t("fields.id")}>
            <code>{id}</code>
            <CopyButton text={id} name={t("fields.id")} />
          </Fact>
        </Facts>
      </Card>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
