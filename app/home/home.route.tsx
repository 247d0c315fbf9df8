import { Button, Card, Group, Stack, TextInput } from "@mantine/core";
import { Await, Form, Link, useLoaderData } from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { unreachable } from "~/.server/backend/optional";
import { deferred } from "~/.server/http/deferred";
import { rootRedirect } from "~/.server/http/visitor-language";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { ownSellerPath } from "~/auth/own-seller.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { OwnSellerLink } from "~/layouts/own-seller-link";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LiveRefresh } from "~/sellers/history/changes/live-refresh";
import { LinkButton, PageHeader } from "~/ui";
import { CardColumns } from "~/ui/card-columns";
import { Deferred } from "~/ui/deferred-part";
import { EmptyState } from "~/ui/empty-state";
import { PlusIcon, SearchIcon } from "~/ui/icons";
import { Attention } from "./attention";
import { ChangesChart } from "./changes-chart";
import { CleanupLinks } from "./cleanup";
import { cleanup, longDisabled } from "./cleanup.server";
import { type Activity, homeBlocks, NO_ACTIVITY } from "./home-blocks.server";
import { LatestChanges } from "./latest-changes";
import { type CountsPart, SellerCountLinks } from "./seller-counts";

await loadNamespaces("history", "home", "sellers");

export const handle = { title: ({ t }) => pageTitle(t, t("common:navigation.home")) } satisfies TitleHandle;

export const loader = forFranchisee(
  async (ctx) => ({
    ...(await deferred(
      ctx.request,
      { ...homeBlocks(ctx), cleanup: cleanup(ctx), ownSeller: ownSellerPath(ctx) },
      { counts: unreachable, activity: NO_ACTIVITY, cleanup: { counts: null }, ownSeller: null },
    )),
    longDisabled: longDisabled(),
    now: Date.now(),
  }),
  { first: rootRedirect },
);
export const action = noAction;

export default function Page() {
  const { counts, activity, cleanup, longDisabled, ownSeller, now } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  return (
    <>
      <PageHeader title={t("home:greeting")}>
        <OwnSellerLink path={ownSeller} />
        <LinkButton to={href("/sellers/new")} leftSection={<PlusIcon size={16} />}>
          {t("sellers:list.add")}
        </LinkButton>
      </PageHeader>
      <Stack gap="1.25rem">
        <Search />
        <Card component="div">
          <Group align="flex-start" gap="1rem 3rem">
            <SellerCountLinks counts={counts} />
            <CleanupLinks cleanup={cleanup} longDisabled={longDisabled} now={now} />
          </Group>
        </Card>
        <Deferred part={activity} failed={t("history:failedToLoad")}>
          {(activity) => <ActivityCards activity={activity} counts={counts} now={now} />}
        </Deferred>
      </Stack>
    </>
  );
}

type ActivityProps = { activity: Activity; counts: CountsPart; now: number };

/** What needs somebody and what runs come first, the changes beside them. */
function ActivityCards({ activity, counts, now }: ActivityProps) {
  const t = useT();
  const href = useHref();
  const { latest, daily, attention, jobs, isLive } = activity;
  const changes = (
    <UnlessWarned isMissing={latest === null} counts={counts}>
      <Card aria-labelledby="latest">
        <Group justify="space-between" align="baseline" gap="0.25rem 1rem">
          <h2 id="latest">{t("history:latest")}</h2>
          <Link to={href("/history")}>{t("home:latest.all")}</Link>
        </Group>
        <Deferred part={latest} failed={t("history:failedToLoad")}>
          {(days) =>
            days.length > 0 || attention?.length || jobs.length > 0 ? (
              <LatestChanges days={days} now={now} />
            ) : (
              <EmptyState kind="nothing-yet" order={3} title={t("history:none")} />
            )
          }
        </Deferred>
      </Card>
    </UnlessWarned>
  );
  const needsColumn = attention?.length !== 0 || jobs.length > 0 || daily !== null;
  return (
    <>
      <LiveRefresh isLive={isLive} />
      {needsColumn ? (
        <CardColumns>
          <Stack gap="1.25rem">
            {attention?.length !== 0 && (
              <UnlessWarned isMissing={attention === null} counts={counts}>
                <Card aria-labelledby="attention">
                  <h2 id="attention">{t("home:attention.title")}</h2>
                  <Deferred part={attention} failed={t("home:attention.failedToLoad")}>
                    {(items) => <Attention items={items} />}
                  </Deferred>
                </Card>
              </UnlessWarned>
            )}
            {jobs.length > 0 && (
              <Card aria-labelledby="jobs">
                <h2 id="jobs">{t("home:running")}</h2>
                <Attention items={jobs} />
              </Card>
            )}
            {daily && <ChangesChart daily={daily} />}
          </Stack>
          {changes}
        </CardColumns>
      ) : (
        changes
      )}
    </>
  );
}

type UnlessWarnedProps = { isMissing: boolean; counts: CountsPart; children: ReactNode };

/** Nothing says that it is missing where the counts warn that the sellers system doesn't answer. */
function UnlessWarned({ isMissing, counts, children }: UnlessWarnedProps) {
  if (!isMissing) return children;
  return (
    <Suspense fallback={null}>
      <Await resolve={counts} errorElement={null}>
        {({ isKnown }) => isKnown && children}
      </Await>
    </Suspense>
  );
}

function Search() {
  const t = useT();
  const href = useHref();
  return (
    // The field and its button are larger here than anywhere else: it is what most people come for.
    <Group
      renderRoot={(props) => <Form action={href("/sellers")} {...props} />}
      role="search"
      aria-label={t("home:search.title")}
      align="flex-end"
      gap="xs"
      wrap="nowrap"
      __vars={{ "--panel-control-height": "3rem" }}
    >
      <TextInput
        id="q"
        name="q"
        type="search"
        autoComplete="off"
        label={t("home:search.title")}
        description={t("home:search.label")}
        leftSection={<SearchIcon size={20} />}
        labelProps={{ fz: "lg" }}
        flex={1}
        miw={0}
      />
      <Button type="submit" variant="filled">
        {t("common:search")}
      </Button>
    </Group>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
