import { useHref, useT } from "~/i18n/hooks";
import { LinkButton, PageHeader } from "~/ui";
import { PlusIcon } from "~/ui/icons";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import { type ListState, SEARCH_FORM } from "./list-href";
import { focusSearch } from "./toolbar/search-form";

export function NothingMatches({ query: { q, sort } }: Pick<ListState, "query">) {
  const t = useT();
  const href = useHref();
  const hasText = q !== "";
  return (
    <section className={theme.card}>
      {/* The next search keeps the order, because the table's head with its field is missing. */}
      <input type="hidden" name="sort" value={sort} form={SEARCH_FORM} />
      <Statement
        level={2}
        drawing="nothing-found"
        title={t(hasText ? "sellers:list.nothingMatches" : "sellers:list.nobodyFiltered")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t("sellers:filters.clear")}
          </LinkButton>
        }
      >
        {hasText && t("sellers:list.nothingMatchesHint")}
      </Statement>
    </section>
  );
}

export function NoSellersYet({ newSellerPath }: { newSellerPath: string }) {
  const t = useT();
  const href = useHref();
  return (
    <>
      <PageHeader title={t("sellers:list.title")} />
      <section className={theme.card}>
        <Statement
          level={2}
          drawing="nothing-yet"
          title={t("common:noData")}
          actions={
            <>
              <LinkButton variant="filled" to={newSellerPath}>
                <PlusIcon size={16} />
                {t("sellers:list.add")}
              </LinkButton>
              <LinkButton to={href("/sellers/import")}>{t("sellers:list.import")}</LinkButton>
            </>
          }
        >
          {t("sellers:list.none")}
        </Statement>
      </section>
    </>
  );
}
