import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui";
import { SearchIcon } from "~/components/ui/icons";
import { useHref } from "~/i18n/use-locale";
import classes from "./list.module.css";
import { printSellerQuery, type SellerQuery } from "./query";

/** Search and filter of the list: a plain GET form, so that the URL is the whole state. It starts from page one. */
export function SearchForm({ query, usualSize }: { query: SellerQuery; usualSize: number }) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const { q, status = "", ...shown } = query;
  const kept = printSellerQuery({ ...shown, q: "", page: 1 }, { size: usualSize });
  return (
    <search>
      {/* The key lets Back and Forward show the search that the page is about. */}
      <Form key={`${q}\n${status}`} action={href("/sellers")} className={classes.search}>
        <label htmlFor="q">{t("list.searchLabel")}</label>
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          placeholder={t("list.searchHint")}
        />
        <label htmlFor="status">{t("list.statusLabel")}</label>
        <select id="status" name="status" defaultValue={status}>
          <option value="">{t("list.statusAll")}</option>
          <option value="active">{t("status.active")}</option>
          <option value="inactive">{t("status.inactive")}</option>
        </select>
        {[...kept].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>
          <SearchIcon />
          {t("common:search")}
        </Button>
      </Form>
    </search>
  );
}
