import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type HistoryColumn, isHistoryColumn, type ListColumn } from "~/domain/preferences";
import type { Sort } from "~/domain/query";
import type { Seller } from "~/domain/seller";
import type { EditableField } from "~/domain/seller-fields";
import theme from "~/ui/theme/components.module.css";
import classes from "./list.module.css";
import { type ListState, useListHref } from "./list-href";
import { useScripted } from "./use-chosen";

type TableHeadProps = ListState & {
  columns: { column: ListColumn | HistoryColumn; label: string }[];
  sellers: Seller[];
  isTicked: (id: string) => boolean;
  onTick: (ids: string[], ticked: boolean) => void;
};

/** The columns' names, which sort; a box that ticks the whole page, where a script can do that. */
export function TableHead({ columns, sellers, isTicked, onTick, ...state }: TableHeadProps) {
  const { t } = useTranslation("sellers");
  const hasScripts = useScripted();
  const ids = sellers.map(({ id }) => id);
  const count = ids.filter(isTicked).length;
  const some = count > 0 && count < ids.length;
  return (
    <thead>
      <tr>
        <td className={classes.pick}>
          {ids.length > 0 && (
            // Its place is reserved meanwhile: a row that moves away under the pointer isn't ticked.
            <label className={hasScripts ? undefined : classes.later}>
              <input
                type="checkbox"
                checked={count === ids.length}
                disabled={!hasScripts}
                ref={(box) => {
                  if (box) box.indeterminate = some;
                }}
                onChange={({ target }) => onTick(ids, target.checked)}
              />
              <span>{t("selection.page")}</span>
            </label>
          )}
        </td>
        <SortHeader field="displayName" label={t("fields.displayName")} {...state} />
        {columns.map(({ column, label }) =>
          isHistoryColumn(column) ? (
            <th key={column} scope="col">
              {label}
            </th>
          ) : (
            <SortHeader key={column} field={column} label={label} {...state} />
          ),
        )}
      </tr>
    </thead>
  );
}

/** A column's name, as a link that sorts by it, and the other way round the second time. */
function SortHeader({ field, label, ...state }: ListState & { field: EditableField; label: string }) {
  const { withChange } = useListHref(state);
  const chosen = state.query.sort;
  const order = chosen === field ? "ascending" : chosen === `-${field}` ? "descending" : undefined;
  const sort: Sort = order === "ascending" ? `-${field}` : field;
  return (
    <th scope="col" aria-sort={order}>
      <Link to={withChange({ sort })} className={theme.quiet} preventScrollReset>
        {label}
      </Link>
    </th>
  );
}
