import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { requireFranchisee } from "~/.server/auth/guard";
import { readPreferences } from "~/.server/preferences";
import { pageTitle, type TitleHandle } from "~/components/page-title";
import { LinkButton, PageHeader } from "~/components/ui";
import { PlusIcon } from "~/components/ui/icons";
import { need } from "~/i18n/client";
import { useHref } from "~/i18n/use-locale";
import { withFrom } from "~/sellers/list-link";
import { NothingFound } from "~/sellers/nothing-found";
import { Pages } from "~/sellers/pages";
import { parseSellerQuery, printSellerQuery } from "~/sellers/query";
import { SearchForm } from "~/sellers/search-form";
import { SellersTable } from "~/sellers/sellers-table";

await need("sellers");

export const handle = {
  title: ({ t }) => pageTitle(t, t("sellers:list.title")),
} satisfies TitleHandle<typeof loader>;

export async function loader(args: LoaderFunctionArgs) {
  const franchisee = await requireFranchisee(args);
  const usualSize = readPreferences(args.request).pageSize;
  const query = parseSellerQuery(new URL(args.request.url).searchParams, { size: usualSize });
  const { sellers, total, page } = await franchisee.api.sellers.list(query);
  return { sellers, total, query: { ...query, page }, usualSize };
}

export default function Page() {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { sellers, total, query, usualSize } = useLoaderData<typeof loader>();
  const filtered = query.q !== "" || query.status !== undefined;
  const here = printSellerQuery(query, { size: usualSize }).toString();
  const matching = printSellerQuery({ ...query, page: 1 }, { size: query.size });
  return (
    <>
      <PageHeader title={t("list.title")}>
        <LinkButton variant="subtle" to={href(`/sellers/export.csv?${matching}`)} reloadDocument>
          {t("export.csv")}
        </LinkButton>
        <LinkButton variant="subtle" to={href(`/sellers/export.xlsx?${matching}`)} reloadDocument>
          {t("export.xlsx")}
        </LinkButton>
        <LinkButton variant="primary" to={href(withFrom("/sellers/new", here))}>
          <PlusIcon />
          {t("list.add")}
        </LinkButton>
      </PageHeader>
      <SearchForm query={query} usualSize={usualSize} />
      <p role="status">{t(filtered ? "list.found" : "list.total", { count: total })}</p>
      {total === 0 && filtered ? (
        <NothingFound />
      ) : (
        <SellersTable sellers={sellers} query={query} usualSize={usualSize} from={here} />
      )}
      <Pages query={query} total={total} usualSize={usualSize} />
    </>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "~/components/error-screen";
