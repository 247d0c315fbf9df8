import { resultsInWords } from "~/domain/results-in-words";
import type { Translate } from "~/i18n/catalogues";
import { dayOf, daysBefore, formatDay } from "~/i18n/format";
import { useT } from "~/i18n/hooks";
import { Badge } from "~/ui/badge";
import theme from "~/ui/theme/components.module.css";
import classes from "./change-parts.module.css";
import type { EntryView, FieldValue, HistoryRow } from "./history-rows";

type FieldChangesProps = {
  entry: EntryView;
  fields?: EntryView["fields"];
  isBold?: boolean;
};

/** For example „MPK 17 → 18”, or „Dodano notatkę: …”. */
export function FieldChanges({ entry, fields = entry.fields, isBold }: FieldChangesProps) {
  const t = useT();
  if (fields.length === 0) return null;
  const is = entry.outcome === "done" ? t("history:is") : t("history:wanted");
  return (
    <ul className={isBold ? `${classes.fields} ${classes.bold}` : classes.fields}>
      {fields.map(({ field, before, after }) => {
        const isNote = field === "note";
        const hasBefore = entry.action !== "create" && !(isNote && !before);
        const hasAfter = !isNote || after;
        const Former = before === undefined || before === "" ? "span" : "del";
        return (
          <li key={field}>
            <span className={classes.field}>
              {isNote ? `${t(`history:note.${noteChange(before, after)}`)}:` : fieldLabel(t, field)}
            </span>{" "}
            {hasBefore && (
              <>
                <span className={theme.spoken}>{t("history:was")} </span>
                <Former>
                  <Value value={before} />
                </Former>
              </>
            )}
            {hasBefore && hasAfter && (
              <>
                <span aria-hidden="true"> → </span>
                <span className={theme.spoken}>, {is} </span>
              </>
            )}
            {hasAfter && (
              <ins>
                <Value value={after} />
              </ins>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function noteChange(before: FieldValue | undefined, after: FieldValue | undefined) {
  if (!before) return "added";
  return after ? "changed" : "removed";
}

/** „Stan konta”, because the check box's label „Konto aktywne” would repeat the value „Aktywne”. */
export function fieldLabel(t: Translate, field: EntryView["fields"][number]["field"]): string {
  return t(field === "accountEnabled" ? "sellers:list.statusLabel" : `sellers:fields.${field}`);
}

/** No field for „Wyłączono konto”, which already says which field was changed. */
export function informativeFields({ action, fields }: EntryView): EntryView["fields"] {
  return action === "enable" || action === "disable" ? [] : fields;
}

export function Value({ value }: { value?: FieldValue }) {
  const t = useT();
  if (typeof value === "boolean") return t(`sellers:status.${value ? "active" : "inactive"}`);
  return value ? <bdi translate="no">{value}</bdi> : <i>{t("sellers:conflict.empty")}</i>;
}

type OutcomeMarksProps = {
  row: Pick<HistoryRow, "count" | "failed" | "unknown" | "inFlight">;
  /** Of a whole job, for example „2 nieudane, 1 pominięte”. */
  problems?: string;
};

export function OutcomeMarks({ row: { count, failed, unknown, inFlight }, problems }: OutcomeMarksProps) {
  const t = useT();
  const isJob = count > 1;
  const problemsOfJob = isJob && (problems ?? resultsInWords(t, { failed, unknown }));
  return (
    <>
      {problemsOfJob && <Badge color="yellow">{problemsOfJob}</Badge>}
      {!isJob && failed > 0 && <Badge color="red">{t("common:outcome.failed")}</Badge>}
      {inFlight > 0 && <Badge>{t("common:outcome.inFlight") + (isJob ? `: ${inFlight}` : "")}</Badge>}
      {!isJob && unknown > 0 && <Badge color="yellow">{t("common:outcome.unknown")}</Badge>}
    </>
  );
}

export function DayName({ day, now }: { day: string; now: number }) {
  const t = useT();
  const today = dayOf(now);
  return (
    <>
      {day === today && `${t("history:today")}, `}
      {day === daysBefore(today, 1) && `${t("history:yesterday")}, `}
      <time dateTime={day}>{formatDay(day)}</time>
    </>
  );
}
