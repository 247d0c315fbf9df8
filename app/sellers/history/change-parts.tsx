import { Text } from "@mantine/core";
import { Link, useActionData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { sellerPath } from "~/domain/seller-paths";
import { dayOf, daysBefore, formatDay, relativeTime } from "~/i18n/calendar";
import type { Translate } from "~/i18n/catalogues";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref, useLocale } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { Badge } from "~/ui/badge";
import theme from "~/ui/theme/components.module.css";
import { usePolling } from "~/ui/use-polling";
import classes from "./change-parts.module.css";
import type { FieldValue, HistoryRow, HistoryView } from "./history-rows";

type FieldChangesProps = {
  entry: HistoryView;
  fields?: HistoryView["fields"];
  /** The values alone say what the change is. */
  isBold?: boolean;
};

/** Shows a line per field: „MPK: 17 → 18”; of a note also what was done: „Dodano notatkę: …”. */
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
              {isNote ? t(`history:note.${noteChange(before, after)}`) : fieldLabel(t, field)}:
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

/** Beside the value „Aktywne” the check box's label, „Konto aktywne”, would say the same twice. */
export function fieldLabel(t: Translate, field: HistoryView["fields"][number]["field"]): string {
  return t(field === "accountEnabled" ? "sellers:list.statusLabel" : `sellers:fields.${field}`);
}

/** Leaves out the field of enabling and disabling, which the action's name says. */
export function informativeFields({ action, fields }: HistoryView): HistoryView["fields"] {
  return action === "enable" || action === "disable" ? [] : fields;
}

export function Value({ value }: { value?: FieldValue }) {
  const t = useT();
  if (typeof value === "boolean") return t(`sellers:status.${value ? "active" : "inactive"}`);
  return value ? <bdi translate="no">{value}</bdi> : <i>{t("sellers:conflict.empty")}</i>;
}

/** Shows badges of failed, unknown and unfinished changes only. */
export function OutcomeMarks({
  row: { count, failed, unknown, inFlight },
}: {
  row: Pick<HistoryRow, "count" | "failed" | "unknown" | "inFlight">;
}) {
  const t = useT();
  const text = (outcome: "failed" | "unknown" | "inFlight", some: number) =>
    t(`common:outcome.${outcome}`) + (count > 1 ? `: ${some}` : "");
  return (
    <>
      {failed > 0 && <Badge color="red">{text("failed", failed)}</Badge>}
      {inFlight > 0 && <Badge>{text("inFlight", inFlight)}</Badge>}
      {unknown > 0 && <Badge color="yellow">{text("unknown", unknown)}</Badge>}
    </>
  );
}

/** Facts in a dimmed line, with dots between them. */
export function FactsLine({ children }: { children: ReactNode }) {
  return <p className={classes.facts}>{children}</p>;
}

/** @param now the server's time, in ms since the epoch */
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

/** Without scripts there is a link, because a reload would lose what the person typed. */
export function LiveRefresh({ isLive }: { isLive: boolean }) {
  const t = useT();
  const { pathname, search } = useLocation();
  // Loading the page again would drop the answer of a refused form.
  const hasAnswer = useActionData() !== undefined;
  usePolling(isLive && !hasAnswer, 5_000);
  if (!isLive) return null;
  return (
    <noscript>
      <Text mb="md">
        {t("history:live")}{" "}
        <Link to={pathname + search} reloadDocument>
          {t("common:refresh")}
        </Link>
      </Text>
    </noscript>
  );
}

type LatestRowsProps = {
  rows: HistoryRow[];
  /** The server's time, in ms since the epoch. */
  now: number;
  withSeller?: boolean;
};

export function LatestRows({ rows, now, withSeller = false }: LatestRowsProps) {
  return (
    <ol className={`${classes.rows} ${theme.lines}`}>
      {rows.map((row) => (
        <li key={row.key}>
          <LatestRow row={row} now={now} withSeller={withSeller} />
        </li>
      ))}
    </ol>
  );
}

function LatestRow({ row, now, withSeller }: { row: HistoryRow; now: number; withSeller: boolean }) {
  const t = useT();
  const href = useHref();
  const locale = useLocale();
  const [entry] = row.entries;
  if (!entry) return null;
  const { at, action, jobId } = entry;
  const what = t(`history:action.${action}`);
  const fields = informativeFields(entry);
  // Old and new values say that the data was changed, so the action isn't named beside them.
  const values = action === "update" && row.count === 1 && fields.length > 0 && (
    <FieldChanges entry={entry} fields={fields} isBold={!withSeller} />
  );
  return (
    <>
      <div className={classes.what}>
        {withSeller ? <SellerName entry={entry} /> : values || what}
        {row.count > 1 && (
          <span>{row.isCut ? t("history:andMore") : t("history:andOthers", { count: row.count - 1 })}</span>
        )}
        <OutcomeMarks row={row} />
      </div>
      {withSeller && values}
      <FactsLine>
        {withSeller && !values && <span>{what}</span>}
        <span>{entry.who || t("history:someone")}</span>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {`${relativeTime(t, at, now, locale)}, ${formatTime(at)}`}
        </time>
        {jobId && <Link to={href(`/sellers/jobs/${jobId}`)}>{t("history:job")}</Link>}
      </FactsLine>
    </>
  );
}

function SellerName({ entry: { sellerId, sellerName } }: { entry: HistoryView }) {
  const t = useT();
  const href = useHref();
  const name = sellerName || t("sellers:detail.unnamed");
  return sellerId ? (
    <Link to={href(sellerPath(sellerId))} className={classes.seller}>
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
}
