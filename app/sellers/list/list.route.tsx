import { Button } from "@mantine/core";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { forFranchisee } from "~/auth/for-franchisee.server";
import { withFrom } from "~/domain/list-link";
import { isFiltered, printSellerQuery } from "~/domain/query";
import { loadNamespaces } from "~/i18n/browser-i18n";
import { useHref } from "~/i18n/use-locale";
import { pageTitle, type TitleHandle } from "~/layouts/shell/page-title";
import skipLink from "~/layouts/shell/skip-link.module.css";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { PlusIcon } from "~/ui/icons";
import { useRootData } from "~/ui/root-data";
import { changeList } from "./change-list.server";
import classes from "./list.module.css";
import { type ListContent, listContent } from "./list-content.server";
import { NothingFound } from "./nothing-found";
import { Pages } from "./pages";
import { SelectableSellers } from "./selectable-sellers";
import { TABLE_ID } from "./sellers-table";
import { Toolbar } from "./toolbar";
import { type Unlisted, unlisted } from "./unlisted.server";
import { NoList, UnlistedNotice } from "./unlisted-notice";

await loadNamespaces("sellers");

export const handle = {
  title: ({ t, loaded, returned }) => {
    const { page } = loaded.query;
    const title = page > 1 ? t("sellers:list.titleOfPage", { page }) : t("sellers:list.title");
    return pageTitle(t, title, { error: Boolean(returned) || "failed" in loaded });
  },
} satisfies TitleHandle<typeof loader, typeof action>;

export const loader = forFranchisee(async (ctx) => {
  const found = await listContent(ctx, ctx.request).catch((error: unknown) => unlisted(error, ctx));
  return data(found.content, found);
});

export const action = forFranchisee((ctx) => changeList(ctx, ctx.request), { typed: ["name", "newName"] });

export default function Page() {
  const loaded = useLoaderData<typeof loader>();
  const last = useRef<ListContent>();
  if (!("failed" in loaded)) last.current = loaded;
  if (last.current) return <List {...last.current} asked={loaded} />;
  return "failed" in loaded && <NoList {...loaded.failed} />;
}

type ListProps = ListContent & {
  /** What was asked for: the list that is shown, unless that couldn't be had. */
  asked: ListContent | Unlisted;
};

function List({
  sellers,
  dates,
  total,
  scannedCount,
  query,
  defaultPageSize,
  saved,
  selected,
  formKey,
  typedName,
  restoredLook,
  ignored,
  asked,
}: ListProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { preferences } = useRootData();
  const refused = useActionData<typeof action>();
  const ticked = refused && "ids" in refused ? refused : undefined;
  const state = { query, defaultPageSize };
  const noneMatch = total === 0 && isFiltered(query);
  const here = printSellerQuery(query, { size: defaultPageSize }).toString();
  return (
    <>
      <PageHeader title={t("list.title")}>
        {!noneMatch && (
          <Button component="a" href={`#${TABLE_ID}`} variant="filled" className={skipLink.skip}>
            {t("list.skip")}
          </Button>
        )}
        <LinkButton to={href("/sellers/import")}>{t("list.import")}</LinkButton>
        <LinkButton variant="filled" to={href(withFrom("/sellers/new", here))} leftSection={<PlusIcon size={16} />}>
          {t("list.add")}
        </LinkButton>
      </PageHeader>
      <div className={classes.list}>
        {ignored.length > 0 && (
          <Notice kind="warning" mb="md">
            {[t("list.ignored"), ...ignored.map((reason) => `${reason}.`)].join(" ")}
          </Notice>
        )}
        {ticked && (
          <Notice kind="error" role="alert" tabIndex={-1} autoFocus mb="md">
            {ticked.unkept}
          </Notice>
        )}
        <Toolbar
          {...state}
          asked={asked.query}
          problem={"failed" in asked && <UnlistedNotice {...asked.failed} />}
          total={total}
          scannedCount={scannedCount}
          saved={saved}
          look={preferences}
          formKey={formKey}
          typed={refused && "name" in refused ? refused : typedName}
          restoredLook={restoredLook}
        />
        {noneMatch ? (
          <NothingFound searched={query.q !== ""} />
        ) : (
          <SelectableSellers
            {...state}
            sellers={sellers}
            dates={dates}
            total={total}
            uncertain={scannedCount !== undefined}
            selected={ticked ?? selected}
            formKey={formKey}
            look={preferences}
          />
        )}
        <Pages {...state} total={total} />
      </div>
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/layouts/shell/error-screen";
