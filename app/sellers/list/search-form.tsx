import { TextInput } from "@mantine/core";
import { MAX_SEARCH, printSellerFilter, printSellerQuery } from "~/domain/query";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import badge from "~/ui/badge.module.css";
import { HiddenFields } from "~/ui/form/post-form";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { FilterFields, FilterForm, loadFilters } from "./filter-form";
import type { WrongDays } from "./ignored-parameters.server";
import type { ListState } from "./list-href";
import { ListMenu } from "./list-menu";
import classes from "./toolbar.module.css";

type SearchFormProps = ListState & { wrongDays: WrongDays; isMenuOpen: boolean };

export function SearchForm({ wrongDays, isMenuOpen, ...state }: SearchFormProps) {
  const t = useT();
  const { q, sort: _sort, page: _page, status, size, selection, ...otherFilters } = state.query;
  // Defaults aren't printed: text and order have fields outside the menu (`SortSelect`).
  const withoutTextAndSort = { q: "", sort: "displayName" } as const;
  const menuParams = printSellerFilter({ ...withoutTextAndSort, ...otherFilters });
  const fieldless = { ...withoutTextAndSort, page: 1, status, size, selection };
  const fieldlessParams = printSellerQuery(fieldless, { size: state.defaultPageSize });
  const filterCount = [...menuParams].length;
  return (
    <search className={classes.search}>
      <FilterForm {...state}>
        {(key) => (
          <>
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
            <Button type="submit">{t("common:search")}</Button>
            <ListMenu
              name="filters"
              isOpen={isMenuOpen}
              load={loadFilters}
              hiddenFields={<HiddenFields params={menuParams} />}
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
              <FilterFields key={key} filter={state.query} wrongDays={wrongDays} />
            </ListMenu>
          </>
        )}
      </FilterForm>
    </search>
  );
}
