import { Badge, Button, NativeSelect, TextInput, VisuallyHidden } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { printSellerQuery } from "~/domain/query";
import { useHref } from "~/i18n/use-locale";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { SearchIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import type { ListState } from "./list-href";
import classes from "./toolbar.module.css";
import { useTyped, useTypedSearch } from "./typed-search";

/** Other controls of the list belong to this form by its name. */
export const SEARCH_FORM = "search-form";

/** Search and filters of the list: a plain GET form, so that the URL is the whole state. It starts from page one. */
export function SearchForm({ query, defaultPageSize }: ListState) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const { q, status = "", mpk = "", names = "", ...shown } = query;
  const otherParams = printSellerQuery({ ...shown, sort: "displayName", q: "", page: 1 }, { size: defaultPageSize });
  const form = useFieldsOf([q, status, mpk, names].join("\n"));
  const { typing, type, stop } = useTypedSearch({ query, defaultPageSize });
  const filters = [mpk, status, names].filter(Boolean).length;
  return (
    <search className={classes.search}>
      <Form
        ref={form}
        id={SEARCH_FORM}
        action={href("/sellers")}
        // After Back the fields say what the address says, not what was left in them.
        autoComplete="off"
        className={classes.search}
        replace={typing}
        onSubmit={stop}
      >
        <TextInput
          className={classes.text}
          id="q"
          name="q"
          type="search"
          aria-label={t("list.searchLabel")}
          leftSection={<SearchIcon />}
          defaultValue={q}
          onInput={type}
          maxLength={200}
          autoComplete="off"
          placeholder={t("list.searchHint")}
        />
        {[...otherParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{t("common:search")}</Button>
        <DetailsMenu
          className={classes.menu}
          summary={
            <>
              {t("filters.title")}
              {filters > 0 && (
                <Badge color="green" px="0.375rem" ml="0.375rem">
                  <VisuallyHidden component="span">{t("filters.count")} </VisuallyHidden>
                  {filters}
                </Badge>
              )}
            </>
          }
        >
          <div className={classes.panel}>
            <NativeSelect key={status} name="status" label={t("list.statusLabel")} defaultValue={status}>
              <option value="">{t("list.statusAll")}</option>
              <option value="active">{t("status.active")}</option>
              <option value="inactive">{t("status.inactive")}</option>
            </NativeSelect>
            <TextInput name="mpk" label={t("list.mpkLabel")} defaultValue={mpk} maxLength={64} autoComplete="off" />
            <label className={theme.tickLine}>
              <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
              {t("list.nameless")}
            </label>
            <Button type="submit">{t("filters.apply")}</Button>
          </div>
        </DetailsMenu>
      </Form>
    </search>
  );
}

/**
 * Lets Back, Forward and links show the search that the page is about, without taking the focus from its fields. What
 * was found while typing leaves them alone: more may stand there by now.
 */
function useFieldsOf(search: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(search);
  const typed = useTyped();
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    if (!typed) form.current?.reset();
  }, [search, typed]);
  return form;
}

/** For links that go away with what they clear: the focus stays where the next search is typed. */
export function focusSearch(): void {
  document.getElementById("q")?.focus({ preventScroll: true });
}
