import { Box, Group, Stack, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { optional } from "~/.server/backend/optional";
import { deferred } from "~/.server/http/deferred";
import { readPreferences } from "~/.server/http/preferences-cookie";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { fromOf, sellerPaths } from "~/domain/paths";
import type { Seller } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LatestRows } from "~/sellers/history/latest-rows";
import { LiveRefresh } from "~/sellers/history/live-refresh";
import { lastDisabling, latestRows } from "~/sellers/history/seller-changes.server";
import { areNotesOn, findNote } from "~/sellers/write/seller-notes.server";
import { settleWrites } from "~/sellers/write/settle-writes.server";
import { Avatar, LinkButton, PageHeader } from "~/ui";
import { Deferred, Loading } from "~/ui/deferred-part";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { BackLink } from "~/ui/page-header";
import { takeRememberedPage, usePageMemory } from "~/ui/page-memory";
import { useRootData } from "~/ui/root-data";
import theme from "~/ui/theme/components.module.css";
import { NeighbourNavigation } from "./neighbour-links";
import classes from "./neighbour-links.module.css";
import { neighbourLinks } from "./neighbour-links.server";
import { AccountState, NoteCard, SellerFacts } from "./seller-facts";

export const handle = {
  title: ({ t, loaded }) => pageTitle(t, loaded.seller.displayName || t("sellers:detail.unnamed")),
} satisfies TitleHandle<typeof loader>;

export const loader = forFranchisee(async ({ sellers, session, request, params, newFormKey }) => {
  const id = params.id ?? "";
  const from = fromOf(request.url);
  const { pageSize } = await readPreferences(request);
  // Started before the record is requested, so that both requests run at once.
  const neighbours = neighbourLinks(sellers, id, from, pageSize);
  const { seller } = await sellers.get(id);
  // A person may see the history only after the backend has shown them the seller.
  const changes = optional(settleWrites(seller).then(() => latestRows(seller, session.sub)));
  const note = areNotesOn() ? optional(findNote(seller.id)) : undefined;
  return {
    seller,
    ...(await deferred(request, { neighbours, changes }, { neighbours: null, changes: null })),
    now: Date.now(),
    formKey: newFormKey(),
    note: await note,
    disabling: seller.accountEnabled ? undefined : await lastDisabling(seller.id),
    ...sellerPaths(seller, from),
  };
});

type RowData = { seller: Seller } & ReturnType<typeof sellerPaths>;

/** A seller opened from the list shows the row's values until the server responds. */
export const clientLoader = async ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  takeRememberedPage<RowData>(request) ?? serverLoader<typeof loader>();
export const action = noAction;

export default function Page() {
  const t = useT();
  const href = useHref();
  const page = useLoaderData<typeof clientLoader>();
  usePageMemory(page);
  const person = useRootData().session?.person;
  // Imported later, because only the palette needs the module.
  useEffect(() => {
    const loading = import("~/keyboard/recent-sellers");
    loading.then(({ rememberSeller }) => rememberSeller(page.seller, person)).catch(() => {});
  }, [page.seller, person]);
  const { displayName, accountEnabled, id } = page.seller;
  const fresh = "isFromMemory" in page ? undefined : page;
  return (
    <>
      <Group gap="0.5rem 1rem" mb="md" className={classes.line}>
        <BackLink to={href(page.list)} text={t(page.isFromHistory ? "history:backToHistory" : "sellers:detail.back")} />
        <NeighbourNavigation links={fresh?.neighbours ?? null} sellerId={id} />
      </Group>
      <PageHeader
        title={displayName || t("sellers:detail.unnamed")}
        isName={displayName !== ""}
        picture={<Avatar name={displayName} size={60} />}
        description={<AccountState accountEnabled={accountEnabled} lastDisabling={fresh?.disabling} />}
      >
        {/* Disabling has a page for the reason. Enabling needs only the server's form key. */}
        {accountEnabled || !fresh ? (
          <LinkButton to={href(page.status)} data-command>
            {t(accountEnabled ? "sellers:detail.disable" : "sellers:detail.enable")}
          </LinkButton>
        ) : (
          <PostForm formKey={fresh.formKey} action={href(page.status)} data-command>
            <input type="hidden" name="accountEnabled" value="true" />
            <SubmitButton variant="default" pending={t("sellers:form.saving")}>
              {t("sellers:detail.enable")}
            </SubmitButton>
          </PostForm>
        )}
        <LinkButton to={href(page.similar)} data-command>
          {t("sellers:detail.addSimilar")}
        </LinkButton>
        <LinkButton to={href(page.history)}>{t("sellers:rowMenu.history")}</LinkButton>
        <LinkButton variant="filled" to={href(page.edit)} data-shortcut="edit" data-command>
          {t("sellers:detail.edit")}
        </LinkButton>
      </PageHeader>
      <Box
        className={theme.columns}
        __vars={{ "--columns": "minmax(0, 44rem) minmax(18rem, 1fr)" }}
        aria-busy={!fresh || undefined}
      >
        <SellerFacts seller={page.seller} />
        <Stack gap="1.25rem">
          {fresh?.note !== undefined && <NoteCard note={fresh.note} editPath={href(page.editNote)} />}
          <section className={theme.card} aria-labelledby="changes">
            <h2 id="changes">{t("history:latest")}</h2>
            {fresh ? (
              <Deferred part={fresh.changes}>
                {(rows) =>
                  rows.length > 0 ? (
                    <>
                      <LiveRefresh isLive={rows.some(({ inFlight }) => inFlight > 0)} />
                      <LatestRows rows={rows} now={fresh.now} />
                      <Text>
                        <Link to={href(page.history)}>{t("history:whole")}</Link>
                      </Text>
                    </>
                  ) : (
                    <Text c="dimmed" fz="sm">
                      {t("history:none")}
                    </Text>
                  )
                }
              </Deferred>
            ) : (
              <Loading />
            )}
          </section>
        </Stack>
      </Box>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
