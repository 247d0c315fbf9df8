import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { DetailsMenu } from "~/components/details-menu";
import { Button } from "~/components/ui";
import { Choices } from "~/components/ui/choices";
import controls from "~/components/ui/controls.module.css";
import { useHref } from "~/i18n/use-locale";
import { densities, listColumns, type Preferences } from "~/profile/preferences";
import { isFiltered, printSellerFilter } from "../query";
import { type ListState, useListHref } from "./list-href";
import classes from "./views.module.css";

type ToolbarProps = ListState & { total: number; shown: Pick<Preferences, "columns" | "density"> };

/** How many sellers there are, how their list looks, and where all of them can be taken. */
export function Toolbar({ total, shown, ...state }: ToolbarProps) {
  const { t } = useTranslation("sellers");
  const href = useHref();
  const { withChange } = useListHref(state);
  const matching = printSellerFilter(state.query);
  return (
    <div className={classes.toolbar}>
      <p role="status">{t(isFiltered(state.query) ? "list.found" : "list.total", { count: total })}</p>
      <DetailsMenu summary={t("display.title")}>
        <Form
          method="post"
          action={withChange({ page: state.query.page })}
          className={classes.panel}
          preventScrollReset
        >
          <fieldset className={controls.choices}>
            <legend>{t("display.columns")}</legend>
            {listColumns.map((column) => (
              <label key={column} className={controls.choice}>
                <input type="checkbox" name="columns" value={column} defaultChecked={shown.columns.includes(column)} />
                {t(column === "accountEnabled" ? "list.statusColumn" : `fields.${column}`)}
              </label>
            ))}
          </fieldset>
          <Choices
            legend={t("display.density")}
            name="density"
            chosen={shown.density}
            options={densities.map((value) => ({ value, text: t(`display.densities.${value}`) }))}
          />
          <Button name="intent" value="display">
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
  );
}
