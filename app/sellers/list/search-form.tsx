import { Button } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useHref } from "~/i18n/use-locale";
import { printSellerQuery } from "~/sellers/query";
import controls from "~/ui/controls.module.css";
import { SearchIcon } from "~/ui/icons";
import type { ListState } from "./list-href";
import classes from "./search-form.module.css";

/** Search and filters of the list: a plain GET form, so that the URL is the whole state. It starts from page one. */
export function SearchForm({ query, defaultPageSize }: ListState) {
  const { t } = useTranslation(["sellers", "common"]);
  const href = useHref();
  const { q, status = "", mpk = "", names = "", ...shown } = query;
  const otherParams = printSellerQuery({ ...shown, q: "", page: 1 }, { size: defaultPageSize });
  return (
    <search>
      {/* The key lets Back and Forward show the search that the page is about. */}
      <Form key={[q, status, mpk, names].join("\n")} action={href("/sellers")} className={classes.search}>
        <div className={classes.text}>
          <label htmlFor="q">{t("list.searchLabel")}</label>
          <input
            id="q"
            name="q"
            type="search"
            className={controls.input}
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
            placeholder={t("list.searchHint")}
          />
        </div>
        <div className={classes.short}>
          <label htmlFor="mpk">{t("list.mpkLabel")}</label>
          <input
            id="mpk"
            name="mpk"
            type="text"
            className={controls.input}
            defaultValue={mpk}
            maxLength={64}
            autoComplete="off"
          />
        </div>
        <div className={classes.short}>
          <label htmlFor="status">{t("list.statusLabel")}</label>
          <select id="status" name="status" className={controls.select} defaultValue={status}>
            <option value="">{t("list.statusAll")}</option>
            <option value="active">{t("status.active")}</option>
            <option value="inactive">{t("status.inactive")}</option>
          </select>
        </div>
        <label className={controls.choice}>
          <input type="checkbox" name="names" value="none" defaultChecked={names === "none"} />
          {t("list.nameless")}
        </label>
        {[...otherParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">
          <SearchIcon />
          {t("common:search")}
        </Button>
      </Form>
    </search>
  );
}
