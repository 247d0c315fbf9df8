import { Navigate, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { PlusIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { focusSearch } from "./filter-form";
import type { FailedList } from "./list-content.server";
import { type ListState, SEARCH_FORM } from "./list-href";

export function NothingMatches({ query: { q, sort } }: Pick<ListState, "query">) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const hasText = q !== "";
  return (
    <section className={theme.card}>
      {/* Where there is no table's head to choose it in, the order stays as it is. */}
      <input type="hidden" name="sort" value={sort} form={SEARCH_FORM} />
      <EmptyState
        kind="nothing-found"
        title={t(hasText ? "list.nothingMatches" : "list.nobodyFiltered")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t("filters.clear")}
          </LinkButton>
        }
      >
        {hasText && t("list.nothingMatchesHint")}
      </EmptyState>
    </section>
  );
}

export function NoSellersYet({ newSeller }: { newSeller: string }) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  return (
    <>
      <PageHeader title={t("list.title")} />
      <section className={theme.card}>
        <EmptyState
          kind="nothing-yet"
          title={t("common:noData")}
          actions={
            <>
              <LinkButton variant="filled" to={newSeller}>
                <PlusIcon size={16} />
                {t("list.add")}
              </LinkButton>
              <LinkButton to={href("/sellers/import")}>{t("list.import")}</LinkButton>
            </>
          }
        >
          {t("list.none")}
        </EmptyState>
      </section>
    </>
  );
}

/** The key makes a screen reader announce each failure. */
export function FailedListNotice({ title, text }: FailedList["failure"]) {
  const { t } = useTranslation("common");
  const { key, pathname, search, state } = useLocation();
  return (
    <Notice key={key} kind="error" role="alert" title={title} my="sm">
      <p>{text}</p>
      {/* `state`: whether the search is being typed. The button goes, so the focus moves on. */}
      <LinkButton
        isSmall
        style={{ marginTop: "0.5rem" }}
        to={pathname + search}
        state={state}
        preventScrollReset
        onClick={focusSearch}
      >
        {t("tryAgain")}
      </LinkButton>
    </Notice>
  );
}

/** Leads to the error page when there is no previous list, as after a link from another page. */
export function FailedListPage({ title, page }: FailedList["failure"]) {
  const { t } = useTranslation("sellers");
  return (
    <>
      <PageHeader title={t("list.title")} />
      <Notice kind="error" title={title} />
      <Navigate to={page} replace />
    </>
  );
}
