import { useT } from "~/i18n/use-t";
import type { FieldValue, HistoryView } from "~/sellers/history/history-view";
import theme from "~/ui/theme/components.module.css";
import classes from "./field-changes.module.css";

/** What a change made of each field, in one line each: „MPK: 17 → 18”. */
export function FieldChanges({ entry, fields = entry.fields }: { entry: HistoryView; fields?: HistoryView["fields"] }) {
  const t = useT();
  if (fields.length === 0) return null;
  const is = entry.outcome === "done" ? t("history:is") : t("history:wanted");
  return (
    <ul className={classes.fields}>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.field}>{t(`sellers:fields.${field}`)}:</span>{" "}
          {entry.action !== "create" && (
            <>
              <span className={theme.spoken}>{t("history:was")} </span>
              <del>
                <Value value={before} />
              </del>
              <span aria-hidden="true"> → </span>
              <span className={theme.spoken}>, {is} </span>
            </>
          )}
          <ins>
            <Value value={after} />
          </ins>
        </li>
      ))}
    </ul>
  );
}

/** Fields that tell more than the action's name does: „Wyłączenie konta” says all about its one. */
export function tellingFields({ action, fields }: HistoryView): HistoryView["fields"] {
  return action === "enable" || action === "disable" ? [] : fields;
}

/** A value in words; an empty one is said, so that it doesn't look forgotten. */
export function Value({ value }: { value?: FieldValue }) {
  const t = useT();
  if (typeof value === "boolean") return t(`sellers:status.${value ? "active" : "inactive"}`);
  return value ? <bdi translate="no">{value}</bdi> : <i>{t("history:empty")}</i>;
}
