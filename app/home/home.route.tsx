import { Button, Card } from "@mantine/core";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { unreachable } from "~/.server/backend/optional";
import { deferred } from "~/.server/http/deferred";
import { rootRedirect } from "~/.server/http/visitor-language";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import { LinkButton, PageHeader } from "~/ui";
import controls from "~/ui/controls.module.css";
import { Deferred } from "~/ui/deferred-part";
import { PlusIcon, SearchIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import { Attention } from "./attention";
import { homeBlocks } from "./home-blocks.server";
import classes from "./home-columns.module.css";
import { LatestChanges } from "./latest-changes";
import { SellerCountsRow } from "./seller-counts";

await loadNamespaces("history", "home");

export const handle = { title: ({ t }) => pageTitle(t, t("home:title")) } satisfies TitleHandle;

export const loader = forFranchisee(
  (ctx) => deferred(ctx.request, homeBlocks(ctx), { counts: unreachable, latest: null, attention: null }),
  { first: rootRedirect },
);

export default function Page() {
  const { counts, latest, attention } = useLoaderData<typeof loader>();
  const t = useT();
  const href = useHref();
  const { userProfile } = useRootData();
  const name = userProfile?.givenName ?? userProfile?.displayName;
  return (
    <>
      <PageHeader title={name ? t("home:greeting", { name }) : t("home:greetingNameless")} description={t("home:lead")}>
        <LinkButton variant="filled" to={href("/sellers/new")}>
          <PlusIcon size={16} />
          {t("home:shortcuts.newSeller")}
        </LinkButton>
      </PageHeader>
      <section aria-labelledby="counts" className={classes.counts}>
        <h2 id="counts">{t("home:counts.title")}</h2>
        <SellerCountsRow counts={counts} />
      </section>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Search />
          <Card aria-labelledby="attention">
            <h2 id="attention">{t("home:attention.title")}</h2>
            <Deferred part={attention} failed={t("home:attention.failedToLoad")}>
              {(items) => <Attention items={items} />}
            </Deferred>
          </Card>
          <Shortcuts />
        </div>
        <Card aria-labelledby="latest">
          <h2 id="latest">{t("home:latest.title")}</h2>
          <Deferred part={latest} failed={t("home:latest.failedToLoad")}>
            {(changes) => <LatestChanges changes={changes} />}
          </Deferred>
        </Card>
      </div>
    </>
  );
}

function Search() {
  const t = useT();
  const href = useHref();
  return (
    <Card aria-labelledby="search">
      <h2 id="search">{t("home:search.title")}</h2>
      <Form action={href("/sellers")} role="search" className={classes.search}>
        <label htmlFor="q" className={controls.hint}>
          {t("home:search.label")}
        </label>
        <div className={classes.searchRow}>
          <input id="q" name="q" type="search" className={controls.input} autoComplete="off" />
          <Button type="submit">
            <SearchIcon size={16} />
            {t("common:search")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

const shortcuts = [
  { name: "newSeller", path: "/sellers/new" },
  { name: "latest", path: "/sellers" },
  { name: "inactive", path: "/sellers?status=inactive" },
  { name: "nameless", path: "/sellers?names=none" },
  { name: "preferences", path: "/preferences" },
] as const;

function Shortcuts() {
  const t = useT();
  const href = useHref();
  return (
    <Card aria-labelledby="shortcuts">
      <h2 id="shortcuts">{t("home:shortcuts.title")}</h2>
      <ul className={classes.shortcuts}>
        {shortcuts.map(({ name, path }) => (
          <li key={name}>
            <Link to={href(path)}>{t(`home:shortcuts.${name}`)}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
