import { Box, Card, Group, Stack, Text } from "@mantine/core";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { optional, optionalValue } from "~/.server/backend/optional";
import { deferred } from "~/.server/http/deferred";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import {
  fromOf,
  historyPath,
  isFromHistory,
  listPath,
  sellerPath,
  similarSellerPath,
  statusPath,
  withFrom,
} from "~/domain/list-link";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { readPreferences } from "~/profile/preferences-cookie.server";
import { LatestRows } from "~/sellers/history/changes/latest-rows";
import { LiveRefresh } from "~/sellers/history/changes/live-refresh";
import { lastDisabling, sellerChanges } from "~/sellers/history/seller-changes.server";
import { areNotesOn, findNote } from "~/sellers/write/seller-notes.server";
import { LinkButton, PageHeader } from "~/ui";
import { Avatar } from "~/ui/avatar";
import { CardColumns } from "~/ui/card-columns";
import { Deferred } from "~/ui/deferred-part";
import { SubmitButton } from "~/ui/form/submit-button";
import { BackLink } from "~/ui/page-header";
import { NeighbourNavigation } from "./neighbour-links";
import { neighbourLinks } from "./neighbour-links.server";
import { NoteCard } from "./note-card";
import { AccountState, SellerFacts } from "./seller-facts";

await loadNamespaces("history", "sellers");

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.seller.displayName || t("sellers:detail.unnamed")),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(async ({ sellers, session, request, params, newFormKey }) => {
  const id = params.id ?? "";
  const from = fromOf(request.url);
  // Started before the record is requested, so that both run at once; the page doesn't wait for it.
  const neighbours = neighbourLinks(sellers, id, from, readPreferences(request).pageSize);
  const { seller } = await sellers.get(id);
  // Only after the backend has shown the seller to this person may they see its history.
  const changes = sellerChanges(seller, { session });
  const note = areNotesOn() ? optional(findNote(seller.id)).then(optionalValue) : undefined;
  return {
    seller,
    ...(await deferred(request, { neighbours, changes }, { neighbours: null, changes: null })),
    now: Date.now(),
    formKey: await newFormKey(),
    list: listPath(from, seller.id),
    fromHistory: isFromHistory(from),
    edit: withFrom(sellerPath(seller.id, "edit"), from),
    // The link names the state, because somebody else may change the account before it is followed.
    status: withFrom(statusPath(seller.id, seller.accountEnabled ? "inactive" : "active"), from),
    history: historyPath(seller.id, from),
    note: await note,
    disabling: seller.accountEnabled ? undefined : ((await lastDisabling(seller.id)) ?? undefined),
    editNote: withFrom(sellerPath(seller.id, "note"), from),
    similar: similarSellerPath(seller.id, from),
  };
});
export const action = noAction;

export default function Page() {
  const t = useT();
  const href = useHref();
  const { seller, neighbours, changes, now, formKey, note, ...page } = useLoaderData<typeof loader>();
  const { displayName, accountEnabled, id } = seller;
  return (
    <>
      <Group gap="0.5rem 1rem" mb="sm">
        <BackLink to={href(page.list)} text={t(page.fromHistory ? "history:backToHistory" : "sellers:detail.back")} />
        <NeighbourNavigation links={neighbours} of={id} />
      </Group>
      <Group align="flex-start" gap="0.5rem 1rem">
        <Avatar name={displayName} size={56} />
        <Box flex="1 1 20rem" miw={0}>
          <PageHeader
            title={displayName || t("sellers:detail.unnamed")}
            isName={displayName !== ""}
            description={<AccountState accountEnabled={accountEnabled} disabling={page.disabling} />}
          >
            {accountEnabled ? (
              <LinkButton to={href(page.status)} data-command>
                {t("sellers:detail.disable")}
              </LinkButton>
            ) : (
              <Form method="post" action={href(page.status)} data-command>
                <input type="hidden" name="formKey" value={formKey} />
                <input type="hidden" name="accountEnabled" value="true" />
                <SubmitButton variant="default" pending={t("sellers:form.saving")}>
                  {t("sellers:detail.enable")}
                </SubmitButton>
              </Form>
            )}
            <LinkButton to={href(page.similar)} data-command>
              {t("sellers:detail.addSimilar")}
            </LinkButton>
            <LinkButton to={href(page.history)}>{t("history:short")}</LinkButton>
            <LinkButton variant="filled" to={href(page.edit)} data-shortcut="edit" data-command>
              {t("sellers:detail.edit")}
            </LinkButton>
          </PageHeader>
        </Box>
      </Group>
      <CardColumns widths="minmax(0, 44rem) minmax(18rem, 1fr)">
        <Stack gap="1.25rem">
          <SellerFacts seller={seller} />
          {note !== undefined && <NoteCard note={note} editPath={href(page.editNote)} />}
        </Stack>
        <Card aria-labelledby="changes">
          <h2 id="changes">{t("history:latest")}</h2>
          <Deferred part={changes} failed={t("history:failedToLoad")}>
            {(rows) =>
              rows.length > 0 ? (
                <>
                  <LiveRefresh isLive={rows.some(({ inFlight }) => inFlight > 0)} />
                  <LatestRows rows={rows} now={now} />
                  <Text mt="sm">
                    <Link to={href(page.history)}>{t("history:ofSellerAll")}</Link>
                  </Text>
                </>
              ) : (
                <Text c="dimmed">{t("history:none")}</Text>
              )
            }
          </Deferred>
        </Card>
      </CardColumns>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
