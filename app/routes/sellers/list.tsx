import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireFranchisee } from "~/.server/auth/guard";
import { changeList } from "~/.server/list/change-list";
import { listContent } from "~/.server/list/list-content";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { useRootData } from "~/components/root-data";
import { LinkButton, PageHeader } from "~/components/ui";
import { PlusIcon } from "~/components/ui/icons";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { FilterChips } from "~/sellers/list/filter-chips";
import { NothingFound } from "~/sellers/list/nothing-found";
import { Pages } from "~/sellers/list/pages";
import { SearchForm } from "~/sellers/list/search-form";
import { SelectableSellers } from "~/sellers/list/selectable-sellers";
import { Toolbar } from "~/sellers/list/toolbar";
import { Views } from "~/sellers/list/views";
import { withFrom } from "~/sellers/list-link";
import { isFiltered, printSellerQuery } from "~/sellers/query";

await need("sellers");

export const handle = {
  title: ({ t, returned }) => pageTitle(t, t("sellers:list.title"), { error: Boolean(returned) }),
} satisfies TitleHandle<typeof loader, typeof action>;

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const { content, headers } = await listContent(franchisee, args.request);
  return data(content, { headers });
}

export async function action(args: ActionFunctionArgs) {
  return changeList(await requireFranchisee(args), args.request);
}

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { preferences } = useRootData();
  const refused = useActionData<typeof action>();
  const { sellers, total, lookedThrough, query, usualSize, saved, kept, formKey, held } =
    useLoaderData<typeof loader>();
  const state = { query, usualSize };
  const here = printSellerQuery(query, { size: usualSize }).toString();
  return (
    <>
      <PageHeader title={t("list.title")}>
        <LinkButton to={href("/sellers/import")}>{t("list.import")}</LinkButton>
        <LinkButton variant="primary" to={href(withFrom("/sellers/new", here))}>
          <PlusIcon />
          {t("list.add")}
        </LinkButton>
      </PageHeader>
      <Views {...state} saved={saved} formKey={formKey} typed={refused ?? held} />
      <SearchForm {...state} />
      <FilterChips {...state} />
      <Toolbar {...state} total={total} lookedThrough={lookedThrough} look={preferences} formKey={formKey} />
      {total === 0 && isFiltered(query) ? (
        <NothingFound />
      ) : (
        <SelectableSellers
          {...state}
          sellers={sellers}
          total={total}
          uncertain={lookedThrough !== undefined}
          kept={kept}
          formKey={formKey}
          look={preferences}
        />
      )}
      <Pages {...state} total={total} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
