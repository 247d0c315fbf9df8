import { Paper, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { historyFrom, sellerPath, statusPath, withFrom } from "~/domain/list-link";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import {
  batchText,
  DayName,
  FieldChanges,
  informativeFields,
  isToldByFields,
  OutcomeMarks,
} from "./changes/change-parts";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { type HistoryDay, type HistoryRow, type HistoryView, kindOfChange } from "./history-view";
import { UndoForm, type UndoRefusal, UndoRefusalNotice } from "./undo-form";

export const LIST_ID = "history-list";

type ListProps = {
  /** Shared by all forms of the page; with the entry's id it is the idempotency key. */
  formKey: string;
  withSeller: boolean;
  isDisabled: (sellerId: string | undefined) => boolean;
  /** The person's own jobs that are still stored. */
  jobs: HistoryPageContent["jobs"];
  /** Shown in its own entry. */
  refusal?: UndoRefusal;
};

export function HistoryDays({ days, now, ...list }: { days: HistoryDay[]; now: number } & ListProps) {
  const t = useT();
  return (
    <Stack component="ol" gap={0} id={LIST_ID} tabIndex={-1} className={classes.list} aria-label={t("history:list")}>
      {days.map(({ day, rows }) => (
        <li key={day}>
          <Text component="h2" mt="lg" mb="xs" c="dimmed" fz="0.875rem" fw={600}>
            <DayName day={day} now={now} />
          </Text>
          <Paper component="ol" withBorder radius="lg" className={theme.lines}>
            {rows.map((row) => (
              <li key={row.key}>
                {row.count > 1 ? (
                  <JobRow row={row} {...list} />
                ) : (
                  row.entries.map((entry) => <HistoryItem key={entry.id} entry={entry} {...list} />)
                )}
              </li>
            ))}
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

function JobRow({ row, ...list }: { row: HistoryRow } & ListProps) {
  const t = useT();
  const href = useHref();
  const { entries, count } = row;
  const [newest] = entries;
  if (!newest) return null;
  const { jobId, who } = newest;
  const job = jobId === undefined ? undefined : list.jobs[jobId];
  const what = batchText(t, row);
  const isOfOneKind = new Set(entries.map(kindOfChange)).size === 1;
  return (
    <div className={classes.job}>
      <details open={hasRefusal(row, list.refusal)}>
        <summary className={classes.row}>
          <Time at={newest.at} />
          <bdi translate={who ? "no" : undefined}>{who || t("history:someone")}</bdi>
          <span className={`${classes.what} ${classes.title}`}>
            <strong>{what}</strong>
            <OutcomeMarks row={row} />
          </span>
          <ChevronIcon size={16} />
        </summary>
        <ol className={theme.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <HistoryItem entry={entry} {...list} within={isOfOneKind ? "kind" : "job"} />
            </li>
          ))}
        </ol>
        {count > entries.length && (
          <p className={classes.rest}>{t("history:shownOf", { shown: entries.length, count })}</p>
        )}
      </details>
      {job && (
        <p className={classes.jobLinks} data-screen-only>
          <Link to={href(`/sellers/jobs/${jobId}`)} className={theme.reach} aria-label={`${t("history:see")}: ${what}`}>
            {t("history:see")}
          </Link>
          {job.isOver && entries.some(({ undoable }) => undoable) && (
            <Link
              to={href(`/sellers/jobs/${jobId}?ask=undo`)}
              className={theme.reach}
              aria-label={`${t("history:undo")}: ${what}`}
            >
              {t("history:undo")}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

type HistoryItemProps = {
  entry: HistoryView;
  /** In a batch, whose line says who and when; `kind`: it says also what. */
  within?: "job" | "kind";
  /** Outside the list, in a question: with its date, and with all fields or none. */
  standalone?: "full" | "withoutFields";
} & ListProps;

export function hasRefusal({ entries }: HistoryRow, refusal: UndoRefusal | undefined): boolean {
  return entries.some(({ id }) => id === refusal?.changeId);
}

export function HistoryItem({ entry, formKey, withSeller, isDisabled, refusal, within, standalone }: HistoryItemProps) {
  const t = useT();
  const href = useHref();
  const from = useHistoryFrom(withSeller);
  const { at, action, outcome, sellerId, undoable } = entry;
  const name = entry.sellerName || t("sellers:detail.unnamed");
  const isAdded = action === "create" && outcome === "done";
  const isTold = !standalone && isToldByFields(entry, withSeller);
  const fields = standalone ? entry.fields : informativeFields(entry);
  const marks = { count: 1, failed: 0, unknown: 0, inFlight: 0 };
  return (
    <article className={`${classes.row} ${within ? classes.within : ""}`}>
      {!within && (
        <>
          <Time at={at} withDate={standalone !== undefined} />
          <bdi translate={entry.who ? "no" : undefined}>{entry.who || t("history:someone")}</bdi>
        </>
      )}
      <div className={classes.what}>
        <div className={classes.title}>
          {withSeller && <SellerLink id={sellerId} name={name} from={from} />}
          {isTold ? (
            <FieldChanges entry={entry} fields={fields} isBold={!withSeller} />
          ) : (
            within !== "kind" && <span>{t(`history:action.${action}`)}</span>
          )}
          {outcome !== "done" && <OutcomeMarks row={{ ...marks, [outcome]: 1 }} />}
          {entry.undone && (
            <span className={classes.quiet}>{t(entry.undonePartly ? "history:undonePartly" : "history:undone")}</span>
          )}
          {entry.isUndo && within !== "kind" && <span className={classes.quiet}>{t("history:isUndo")}</span>}
          {!within && entry.jobId && <Link to={href(`/sellers/jobs/${entry.jobId}`)}>{t("history:job")}</Link>}
        </div>
        {standalone !== "withoutFields" && !isTold && <FieldChanges entry={entry} fields={fields} />}
        {entry.reason && (
          <p className={classes.quiet}>
            {t("history:reason")} <bdi>{entry.reason}</bdi>
          </p>
        )}
        {isAdded && !withSeller && (
          <p className={classes.quiet}>{t(isDisabled(sellerId) ? "history:createdDisabled" : "history:created")}</p>
        )}
      </div>
      <div className={classes.undo} data-screen-only>
        {undoable && !standalone && (
          <UndoForm formKey={formKey} changeId={entry.id}>
            <button
              type="submit"
              className={theme.reach}
              aria-label={`${t("history:undo")} ${t("history:undoOf", { when: formatDateTime(at), name })}`}
            >
              {t("history:undo")}
            </button>
          </UndoForm>
        )}
        {isAdded && sellerId && !isDisabled(sellerId) && (
          <Link
            to={href(withFrom(statusPath(sellerId, "inactive"), from))}
            className={theme.reach}
            aria-label={withSeller ? `${t("sellers:detail.disable")}: ${name}` : undefined}
          >
            {t("sellers:detail.disable")}
          </Link>
        )}
      </div>
      {refusal?.changeId === entry.id && (
        <div className={classes.refusal}>
          <UndoRefusalNotice refusal={refusal} formKey={formKey} />
        </div>
      )}
    </article>
  );
}

function Time({ at, withDate = false }: { at: number; withDate?: boolean }) {
  const when = formatDateTime(at);
  return (
    <time className={classes.time} dateTime={new Date(at).toISOString()} title={when}>
      {withDate ? when : formatTime(at)}
    </time>
  );
}

function useHistoryFrom(ofAll: boolean): string | null {
  const { search } = useLocation();
  return ofAll ? historyFrom(search) : null;
}

function SellerLink({ id, name, from }: { id?: string; name: string; from: string | null }) {
  const href = useHref();
  if (id === undefined) return <bdi translate="no">{name}</bdi>;
  return (
    <Link to={href(withFrom(sellerPath(id), from))}>
      <bdi translate="no">{name}</bdi>
    </Link>
  );
}
