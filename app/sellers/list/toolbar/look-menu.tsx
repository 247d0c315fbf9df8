import { densities, optionalColumns } from "~/domain/preferences";
import { useT } from "~/i18n/hooks";
import { Button } from "~/ui";
import { PostForm } from "~/ui/form/post-form";
import theme from "~/ui/theme/components.module.css";
import { type ListState, useListHref } from "../list-href";
import { columnLabel } from "../table/cells";
import type { TableLook } from "../table/sellers-table";
import classes from "./toolbar.module.css";

type LookMenuProps = ListState & {
  look: TableLook;
  hasNotes: boolean;
  formKey: string;
  /** From a draft: the session had ended when the form was sent. */
  restoredLook?: TableLook;
};

export function LookMenu({ look, hasNotes, formKey, restoredLook, ...state }: LookMenuProps) {
  const t = useT();
  const { withChange } = useListHref(state);
  const { columns, density } = restoredLook ?? look;
  return (
    <PostForm
      formKey={formKey}
      action={withChange({ page: state.query.page })}
      className={classes.panel}
      preventScrollReset
      autoComplete="off"
    >
      <fieldset>
        <legend className={theme.label}>{t("sellers:look.columns")}</legend>
        {optionalColumns
          .filter((column) => hasNotes || column !== "note")
          .map((column) => (
            <label key={column} className={theme.tickLine}>
              <input type="checkbox" name="columns" value={column} defaultChecked={columns.includes(column)} />
              {columnLabel(t, column)}
            </label>
          ))}
      </fieldset>
      <fieldset>
        <legend className={theme.label}>{t("sellers:look.rows")}</legend>
        {densities.map((each) => (
          <label key={each} className={theme.tickLine}>
            <input type="radio" name="density" value={each} defaultChecked={density === each} />
            {t(`sellers:look.densities.${each}`)}
          </label>
        ))}
      </fieldset>
      <Button type="submit" name="intent" value="display">
        {t("sellers:look.apply")}
      </Button>
    </PostForm>
  );
}
