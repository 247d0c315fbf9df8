import { TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { MAX_MPK, MAX_SEARCH, parseSellerQuery, printSellerQuery, type SellerQuery } from "~/domain/query";
import { useHref, useT } from "~/i18n/hooks";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { useFilterForm } from "~/layouts/shell/use-filter-form";
import { Button } from "~/ui";
import badge from "~/ui/badge.module.css";
import { HiddenFields } from "~/ui/form/post-form";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { type ListState, SEARCH_FORM_ID, useListHref } from "../list-href";
import { filterText } from "../selection/selection";
import classes from "./toolbar.module.css";

export function SearchForm(state: ListState) {
  const t = useT();
  const { q, mpk = "", names, status, size, selection } = state.query;
  // The text, the MPK, the names and the order (`SortSelect`) have fields of their own.
  const fieldless = { q: "", sort: "displayName", page: 1, status, size, selection } as const;
  const fieldlessParams = printSellerQuery(fieldless, { size: state.defaultPageSize });
  const filterCount = [mpk, names].filter(Boolean).length;
  return (
    <search className={classes.search}>
      <Form {...useSearchForm(state)} className={classes.search}>
        <TextInput
          className={classes.text}
          id="q"
          name="q"
          type="search"
          aria-label={t("sellers:list.searchLabel")}
          leftSection={<SearchIcon />}
          defaultValue={q}
          maxLength={MAX_SEARCH}
          autoComplete="off"
          autoCorrect="off"
          placeholder={t("sellers:list.searchHint")}
        />
        <HiddenFields params={fieldlessParams} />
        <Button type="submit" className={classes.submit}>
          {t("common:search")}
        </Button>
        <DetailsMenu
          className={classes.menu}
          summary={
            <>
              {t("sellers:filters.title")}
              {filterCount > 0 && (
                <span
                  className={badge.badge}
                  data-color="green"
                  style={{ paddingInline: "0.375rem", marginLeft: "0.375rem" }}
                >
                  <span className={theme.spoken}>{t("sellers:filters.count")} </span>
                  {filterCount}
                </span>
              )}
            </>
          }
        >
          <div className={`${classes.panel} ${classes.filters}`}>
            <TextInput
              name="mpk"
              label={t("sellers:filters.mpk")}
              defaultValue={mpk}
              maxLength={MAX_MPK}
              autoComplete="off"
              autoCorrect="off"
            />
            <label className={theme.tickLine}>
              <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
              {t("sellers:filters.names")}
            </label>
            <Button type="submit" className={classes.apply}>
              {t("sellers:look.apply")}
            </Button>
          </div>
        </DetailsMenu>
      </Form>
    </search>
  );
}

function useSearchForm(state: ListState) {
  const href = useHref();
  const { withChange, withFilter } = useListHref(state);
  const { formProps } = useFilterForm({
    id: SEARCH_FORM_ID,
    filter: filterText(state.query),
    currentHref: withChange({}),
    hrefOf: (form) => withFilter(queryOf(form)),
    showFilter: (form) => form.reset(),
  });
  return { ...formProps, action: href("/sellers") };
}

function queryOf(form: HTMLFormElement): SellerQuery {
  return parseSellerQuery(new URLSearchParams([...new FormData(form)] as [string, string][]));
}

/** For links that disappear with the filter that they remove. */
export function focusSearch(): void {
  document.getElementById("q")?.focus({ preventScroll: true });
}
