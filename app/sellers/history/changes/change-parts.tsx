import { Badge, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { dayOf, daysBefore, formatDay } from "~/i18n/calendar";
import type { Translate } from "~/i18n/catalogues";
import { capitalized } from "~/i18n/format";
import { useT } from "~/i18n/use-t";
import type { FieldValue, HistoryRow, HistoryView } from "~/sellers/history/history-view";
import theme from "~/ui/theme/components.module.css";
import classes from "./change-parts.module.css";

type FieldChangesProps = {
  entry: HistoryView;
  fields?: HistoryView["fields"];
  /** Says what the change is, where nothing else does. */
  isBold?: boolean;
};

/** A line per field: „MPK: 17 → 18”; of a note also what became of it: „Dodano notatkę: …”. */
export function FieldChanges({ entry, fields = entry.fields, isBold }: FieldChangesProps) {
  const t = useT();
  if (fields.length === 0) return null;
  const is = entry.outcome === "done" ? t("history:is") : t("history:wanted");
  return (
    <ul className={`${classes.fields} ${isBold ? classes.bold : ""}`}>
      {fields.map(({ field, before, after }) => {
        const fate = field === "note" ? noteFate(before, after) : "changed";
        return (
          <li key={field}>
            <span className={classes.field}>
              {field === "note" ? t(`history:note.${fate}`) : fieldLabel(t, field)}:
            </span>{" "}
            {entry.action !== "create" && fate !== "added" && (
              <>
                <span className={theme.spoken}>{t("history:was")} </span>
                {isEmpty(before) ? <Value /> : <Former value={before} />}
              </>
            )}
            {fate === "changed" && entry.action !== "create" && (
              <>
                <span aria-hidden="true"> → </span>
                <span className={theme.spoken}>, {is} </span>
              </>
            )}
            {fate !== "removed" && (
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

function Former({ value }: { value?: FieldValue }) {
  return (
    <del>
      <Value value={value} />
    </del>
  );
}

const isEmpty = (value: FieldValue | undefined) => value === undefined || value === "";

function noteFate(before: FieldValue | undefined, after: FieldValue | undefined): "added" | "changed" | "removed" {
  if (isEmpty(before)) return "added";
  return isEmpty(after) ? "removed" : "changed";
}

/** The state's own name: beside „Aktywne” the check box's label would say the same twice. */
export function fieldLabel(t: Translate, field: HistoryView["fields"][number]["field"]): string {
  return t(field === "accountEnabled" ? "sellers:list.statusLabel" : `sellers:fields.${field}`);
}

/** Whether the fields say what the change is; on a page of all sellers only a note does. */
export function isToldByFields({ action, fields }: HistoryView, withSeller: boolean): boolean {
  return action === "update" && fields.length > 0 && (!withSeller || fields[0]?.field === "note");
}

/** What a batch did: „Import: dodano 19 sprzedawców”. */
export function batchText(
  t: Translate,
  { count, done, fields }: Pick<HistoryRow, "count" | "done" | "fields">,
): string {
  const kinds = Object.entries(done) as [keyof typeof done, number][];
  // Nothing is done yet, or all of it has failed.
  if (kinds.length === 0) return t("history:jobOf", { count });
  const named = kinds.length === 1 && done.update ? ` (${fields.map((field) => fieldLabel(t, field)).join(", ")})` : "";
  const what = kinds.map(([kind, some]) => t(`history:did.${kind}`, { count: some })).join(", ") + named;
  return done.create ? t("history:import", { what }) : capitalized(what);
}

/** Enabling and disabling are told by the action's name alone. */
export function informativeFields({ action, fields }: HistoryView): HistoryView["fields"] {
  return action === "enable" || action === "disable" ? [] : fields;
}

export function Value({ value }: { value?: FieldValue }) {
  const t = useT();
  if (typeof value === "boolean") return t(`sellers:status.${value ? "active" : "inactive"}`);
  return value ? <bdi translate="no">{value}</bdi> : <i>{t("sellers:conflict.empty")}</i>;
}

/** Badges only for failed, unknown and unfinished changes. */
export function OutcomeMarks({
  row: { count, failed, unknown, inFlight },
}: {
  row: Pick<HistoryRow, "count" | "failed" | "unknown" | "inFlight">;
}) {
  const t = useT();
  const text = (outcome: "failed" | "unknown" | "inFlight", some: number) =>
    t(`history:outcome.${outcome}`) + (count > 1 ? `: ${some}` : "");
  return (
    <>
      {failed > 0 && <Badge color="red">{text("failed", failed)}</Badge>}
      {inFlight > 0 && <Badge color="gray">{text("inFlight", inFlight)}</Badge>}
      {unknown > 0 && <Badge color="yellow">{text("unknown", unknown)}</Badge>}
    </>
  );
}

/** Facts in a dimmed line, with dots between them. */
export function FactsLine({ children }: { children: ReactNode }) {
  return (
    <Group component="p" gap={0} c="dimmed" fz="0.8125rem" className={classes.facts}>
      {children}
    </Group>
  );
}

/** @param now the server's time, in ms since the epoch */
export function DayName({ day, now }: { day: string; now: number }) {
  const t = useT();
  const today = dayOf(now);
  const near = day === today ? t("history:today") : day === daysBefore(today, 1) ? t("history:yesterday") : undefined;
  return (
    <>
      {near && `${near}, `}
      <time dateTime={day}>{formatDay(day)}</time>
    </>
  );
}
