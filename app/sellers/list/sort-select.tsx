import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { editableFields } from "~/domain/seller-fields";
import type { ListState } from "./list-href";
import { SEARCH_FORM } from "./search-form";
import classes from "./toolbar.module.css";
import { columnLabel } from "./view-menu";

/** The order of the list where its columns have no heads to press; without scripts it goes with the search. */
export function SortSelect({ query }: ListState) {
  const { t } = useTranslation("sellers");
  return (
    <NativeSelect
      key={query.sort}
      className={classes.sort}
      name="sort"
      form={SEARCH_FORM}
      aria-label={t("list.sort")}
      defaultValue={query.sort}
      onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
    >
      {editableFields.flatMap((field) => [
        <option key={field} value={field}>
          ↑ {columnLabel(t, field)}
        </option>,
        <option key={`-${field}`} value={`-${field}`}>
          ↓ {columnLabel(t, field)}
        </option>,
      ])}
    </NativeSelect>
  );
}
