import { Group } from "@mantine/core";
import { Navigate, useLocation } from "@remix-run/react";
import { isFiltered } from "~/domain/query";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton, Notice, PageHeader } from "~/ui";
import { PlusIcon } from "~/ui/icons";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import type { FailedList } from "./list-content.server";
import { type ListState, SEARCH_FORM_ID } from "./list-href";
import { focusSearch } from "./toolbar/search-form";

export function NothingMatches({ query }: Pick<ListState, "query">) {
  const t = useT();
  const href = useHref();
  const hasText = query.q !== "";
  const hasOnlyText = !isFiltered({ ...query, q: "" });
  return (
    <section className={theme.card}>
      {/* Keeps the order for the next search, as no table has the order's field. */}
      <input type="hidden" name="sort" value={query.sort} form={SEARCH_FORM_ID} />
      <Statement
        level={2}
        drawing="nothing-found"
        title={t(hasText ? "sellers:list.nothingMatches" : "sellers:list.nobodyFiltered")}
        actions={
          <LinkButton to={href("/sellers")} onClick={focusSearch}>
            {t(hasOnlyText ? "sellers:filters.clearSearch" : "sellers:filters.clear")}
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

/** The location's key remounts the notice, so that a screen reader announces each failure. */
export function FailedListNotice({ title, text }: FailedList["failure"]) {
  const t = useT();
  const href = useHref();
  const { key, pathname, search, state } = useLocation();
  return (
    <Notice key={key} kind="error" role="alert" title={title} my="sm">
      <p>{text}</p>
      {/* `state`: the search came from typing. The focus moves, because the link disappears. */}
      <Group gap="xs" mt="xs">
        <LinkButton isSmall to={pathname + search} state={state} preventScrollReset onClick={focusSearch}>
          {t("common:tryAgain")}
        </LinkButton>
        <LinkButton isSmall to={href("/")} variant="subtle">
          {t("errors:actions.home")}
        </LinkButton>
      </Group>
    </Notice>
  );
}

/** Opens the error page, and is visible until that page has loaded. */
export function FailedListPage({ title, errorPath }: FailedList["failure"]) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("sellers:list.title")} />
      <Notice kind="error" title={title} />
      <Navigate to={errorPath} replace />
    </>
  );
}
