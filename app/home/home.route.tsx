import { Box, Group, Stack, TextInput } from "@mantine/core";
import { Form, useLoaderData } from "@remix-run/react";
import { UNREACHABLE } from "~/.server/backend/optional";
import { deferred } from "~/.server/http/deferred";
import { rootRedirect } from "~/.server/http/visitor-language";
import { forFranchisee, noAction } from "~/auth/for-franchisee.server";
import { useHref, useT } from "~/i18n/hooks";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { Button, LinkButton, PageHeader } from "~/ui";
import { Deferred } from "~/ui/deferred-part";
import { PlusIcon, SearchIcon } from "~/ui/icons";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import { ActivityCards, HOME_COLUMNS } from "./activity-cards";
import { SellerCountLinks, useHasNoSellers } from "./count-links";
import { homeBlocks, NO_ACTIVITY } from "./home-blocks.server";

export const handle = { title: ({ t }) => pageTitle(t, t("common:navigation.home")) } satisfies TitleHandle;

export const loader = forFranchisee(
  async (ctx) => ({
    ...(await deferred(
      ctx.request,
      homeBlocks(ctx),
      // Without scripts the page shows these values for blocks that are late.
      { counts: UNREACHABLE, activity: NO_ACTIVITY },
    )),
    now: Date.now(),
  }),
  { respondFirst: rootRedirect },
);
export const action = noAction;

export default function Page() {
  const { counts, activity, now } = useLoaderData<typeof loader>();
  const t = useT();
  const isFirstDay = useHasNoSellers(counts);
  return (
    <>
      <PageHeader title={t("home:greeting")}>{!isFirstDay && <AddLink />}</PageHeader>
      <Stack gap="1.25rem">
        {isFirstDay ? (
          <FirstSellers />
        ) : (
          <Box className={`${theme.columns} ${theme.even}`} __vars={HOME_COLUMNS}>
            <div className={theme.card}>
              <Search />
            </div>
            <SellerCountLinks counts={counts} />
          </Box>
        )}
        <Deferred part={activity}>
          {(activity) => <ActivityCards activity={activity} counts={counts} now={now} isFirstDay={isFirstDay} />}
        </Deferred>
      </Stack>
    </>
  );
}

function AddLink({ variant }: { variant?: "filled" }) {
  const t = useT();
  const href = useHref();
  return (
    <LinkButton to={href("/sellers/new")} variant={variant}>
      <PlusIcon size={16} />
      {t("sellers:list.add")}
    </LinkButton>
  );
}

function FirstSellers() {
  const t = useT();
  const href = useHref();
  return (
    <section className={theme.card}>
      <Statement
        level={2}
        drawing="nothing-yet"
        title={t("home:firstDay.title")}
        actions={
          <>
            <AddLink variant="filled" />
            <LinkButton to={href("/sellers/import")}>{t("home:firstDay.import")}</LinkButton>
          </>
        }
      >
        {t("home:firstDay.hint")}
      </Statement>
    </section>
  );
}

function Search() {
  const t = useT();
  const href = useHref();
  return (
    // The search is larger than on other pages, because most people open this page to search.
    <Group
      renderRoot={(props) => <Form action={href("/sellers")} {...props} />}
      role="search"
      aria-label={t("sellers:list.searchLabel")}
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
        autoCorrect="off"
        label={t("sellers:list.searchLabel")}
        description={t("sellers:list.searchHint")}
        leftSection={<SearchIcon size={20} />}
        labelProps={{ fz: "lg", fw: 650, lh: 1.25 }}
        descriptionProps={{ mt: "-0.25rem", mb: "0.75rem" }}
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
