import { Button } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { densities, listColumns } from "~/franchisee/preferences";
import { useHref } from "~/i18n/use-locale";
import { DetailsMenu } from "~/layouts/shell/details-menu";
import { isFiltered, printSellerFilter } from "~/sellers/query";
import { Notice } from "~/ui";
import controls from "~/ui/controls.module.css";
import { Choices } from "~/ui/form/choices";
import { type ListState, useListHref } from "./list-href";
import type { TableLook } from "./sellers-table";
import classes from "./views.module.css";

type ToolbarProps = ListState & {
  total: number;
  /** How many sellers a filter could look through, when that wasn't all. */
  scannedCount: number | undefined;
  look: TableLook;
  formKey: string;
};

/** How many sellers there are, how their list looks, and where all of them can be taken. */
export function Toolbar({ total, scannedCount, look, formKey, ...state }: ToolbarProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { withChange } = useListHref(state);
  const matching = printSellerFilter(state.query);
  return (
    <>
      <div className={classes.toolbar}>
        <p role="status">{t(isFiltered(state.query) ? "list.found" : "list.total", { count: total })}</p>
        <DetailsMenu summary={t("display.title")}>
          <Form
            method="post"
            action={withChange({ page: state.query.page })}
            className={classes.panel}
            preventScrollReset
          >
            <input type="hidden" name="formKey" value={formKey} />
            <fieldset className={controls.choices}>
              <legend>{t("display.columns")}</legend>
              {listColumns.map((column) => (
                <label key={column} className={controls.choice}>
                  <input type="checkbox" name="columns" value={column} defaultChecked={look.columns.includes(column)} />
                  {t(column === "accountEnabled" ? "list.statusColumn" : `fields.${column}`)}
                </label>
              ))}
            </fieldset>
            <Choices
              legend={t("display.density")}
              name="density"
              chosen={look.density}
              options={densities.map((value) => ({ value, text: t(`display.densities.${value}`) }))}
            />
            <Button type="submit" name="intent" value="display">
              {t("display.apply")}
            </Button>
          </Form>
        </DetailsMenu>
        <Link to={href(`/sellers/export.csv?${matching}`)} reloadDocument>
          {t("export.csv")}
        </Link>
        <Link to={href(`/sellers/export.xlsx?${matching}`)} reloadDocument>
          {t("export.xlsx")}
        </Link>
      </div>
      {scannedCount && (
        <Notice kind="warning" className={classes.notice}>
          <p>{t("list.scannedCount", { looked: scannedCount })}</p>
        </Notice>
      )}
    </>
  );
}
