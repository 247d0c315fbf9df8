import { NativeSelect } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Link } from "@remix-run/react";
import type { OptionalColumn } from "~/domain/preferences";
import type { Sort } from "~/domain/query";
import { type EditableField, editableFields, type Seller } from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";
import { type ListState, SEARCH_FORM_ID, useListHref } from "../list-href";
import { columnLabel } from "./cells";
import classes from "./table.module.css";

type TableHeadProps = ListState & {
  columns: { column: OptionalColumn; label: string }[];
  sellers: Seller[];
  isSelected: (id: string) => boolean;
  onSelect: (ids: string[], isSelected: boolean) => void;
  isCovered: boolean;
};

export function TableHead({ columns, sellers, isSelected, onSelect, isCovered, ...state }: TableHeadProps) {
  const t = useT();
  const isHydrated = useMounted();
  const ids = sellers.map(({ id }) => id);
  const selectedCount = ids.filter(isSelected).length;
  // Without scripts the bar of selected rows is above the table and doesn't cover the head.
  const isUnderBar = isHydrated && isCovered;
  return (
    <thead data-covered={isUnderBar || undefined}>
      <tr>
        <td className={classes.pick}>
          {ids.length > 0 && (
            // Invisible before hydration, not absent, so that the rows don't move.
            <label className={isHydrated ? undefined : classes.later}>
              <input
                type="checkbox"
                checked={selectedCount === ids.length}
                disabled={!isHydrated}
                ref={(box) => {
                  if (box) box.indeterminate = selectedCount > 0 && selectedCount < ids.length;
                }}
                onChange={({ target }) => onSelect(ids, target.checked)}
              />
              <span>{t("sellers:selection.page")}</span>
            </label>
          )}
          <SortSelect query={state.query} />
        </td>
        <SortHeader field="displayName" label={t("sellers:fields.displayName")} isLink={!isUnderBar} {...state} />
        {columns.map(({ column, label }) =>
          column === "note" ? (
            <th key={column} scope="col" className={classes[column]}>
              {label}
            </th>
          ) : (
            <SortHeader key={column} field={column} label={label} isLink={!isUnderBar} {...state} />
          ),
        )}
        <td className={classes.actions} />
      </tr>
    </thead>
  );
}

type SortHeaderProps = ListState & { field: EditableField; label: string; isLink: boolean };

function SortHeader({ field, label, isLink, ...state }: SortHeaderProps) {
  const { withChange } = useListHref(state);
  const current = state.query.sort;
  const order = current === field ? "ascending" : current === `-${field}` ? "descending" : undefined;
  const sort: Sort = order === "ascending" ? `-${field}` : field;
  return (
    <th scope="col" aria-sort={order} className={classes[field]}>
      {isLink ? (
        <Link to={withChange({ sort })} className={theme.quiet} preventScrollReset>
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

/** For narrow windows, which hide the column names; without scripts the search button submits. */
function SortSelect({ query }: Pick<ListState, "query">) {
  const t = useT();
  return (
    <NativeSelect
      key={query.sort}
      className={classes.sort}
      name="sort"
      // The arrow of the chosen option is sign enough.
      rightSection=" "
      form={SEARCH_FORM_ID}
      aria-label={t("sellers:list.sort")}
      defaultValue={query.sort}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      {editableFields.flatMap((field) => {
        const label = columnLabel(t, field);
        return [
          <option key={field} value={field}>{`${label} ↑`}</option>,
          <option key={`-${field}`} value={`-${field}`}>{`${label} ↓`}</option>,
        ];
      })}
    </NativeSelect>
  );
}
