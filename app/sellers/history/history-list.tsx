import { Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { historyFrom, withFrom } from "~/domain/list-link";
import { sellerPath, statusPath } from "~/domain/seller-paths";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { DayName, FieldChanges, informativeFields, OutcomeMarks } from "./change-parts";
import classes from "./history-list.module.css";
import type { BatchLine, HistoryPageContent } from "./history-page.server";
import type { HistoryRow, HistoryView } from "./history-rows";
import { UndoForm, type UndoRefusal, UndoRefusalNotice } from "./undo-form";

export const LIST_ID = "history-list";

type ItemListProps = {
  /** Shared by all forms of the page; with the entry's id it is the idempotency key. */
  formKey: string;
  withSeller: boolean;
  /** The account of the page's only seller is disabled. */
  isDisabled: boolean;
  /** The refusal is shown in the entry that it concerns. */
  refusal?: UndoRefusal;
};

type ListProps = Pick<HistoryPageContent, "days" | "batches" | "now"> & ItemListProps;

export function HistoryDays({ days, batches, now, ...list }: ListProps) {
  const t = useT();
  return (
    <Stack
      component="ol"
      gap={0}
      id={LIST_ID}
      tabIndex={-1}
      className={classes.list}
      aria-label={t("common:navigation.history")}
    >
      {days.map(({ day, rows }) => (
        <li key={day}>
          <Text component="h2" mt="lg" mb="xs" c="dimmed" fz="0.875rem" fw={600}>
            <DayName day={day} now={now} />
          </Text>
          <ol className={`${theme.paper} ${theme.lines}`}>
            {rows.map((row) => {
              const batch = batches[row.key];
              return (
                <li key={row.key}>
                  {batch ? (
                    <JobRow row={row} batch={batch} {...list} />
                  ) : (
                    row.entries.map((entry) => <HistoryItem key={entry.id} entry={entry} {...list} />)
                  )}
                </li>
              );
            })}
          </ol>
        </li>
      ))}
    </Stack>
  );
}

function JobRow({ row, batch, ...list }: { row: HistoryRow; batch: BatchLine } & ItemListProps) {
  const t = useT();
  const href = useHref();
  const { entries, count } = row;
  const { what, isOfOneKind, jobId, canUndo } = batch;
  const [newest] = entries;
  if (!newest) return null;
  const link = (query: string, text: string) => (
    <Link to={href(`/sellers/jobs/${jobId}${query}`)} className={theme.reach} aria-label={`${text}: ${what}`}>
      {text}
    </Link>
  );
  return (
    <div className={classes.job}>
      <details open={hasRefusal(row, list.refusal)}>
        <summary className={classes.row}>
          <Time at={newest.at} />
          <Who entry={newest} />
          <span className={`${classes.what} ${classes.title}`}>
            <strong>{what}</strong>
            <ChevronIcon size={16} />
            <OutcomeMarks row={row} />
          </span>
        </summary>
        <ol className={theme.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <HistoryItem entry={entry} {...list} place={isOfOneKind ? "batchOfOneKind" : "batch"} />
            </li>
          ))}
        </ol>
        {count > entries.length && (
          <p className={classes.rest}>{t("common:shownOf", { shown: entries.length, total: count })}</p>
        )}
      </details>
      {jobId && (
        <p className={classes.jobLinks} data-screen-only>
          {link("", t("history:see"))}
          {canUndo && link("?ask=undo", t("common:undo"))}
        </p>
      )}
    </div>
  );
}

function Who({ entry: { who } }: { entry: HistoryView }) {
  const t = useT();
  return <bdi translate={who ? "no" : undefined}>{who || t("history:someone")}</bdi>;
}

type Place =
  | "list"
  /** The batch's line says who and when. */
  | "batch"
  /** The batch's line also says what was done. */
  | "batchOfOneKind"
  /** Outside the list, so with the date, and with all fields. */
  | "question"
  /** The question lists the fields itself. */
  | "questionWithoutFields";

type HistoryItemProps = { entry: HistoryView; place?: Place } & ItemListProps;

export function hasRefusal({ entries }: HistoryRow, refusal: UndoRefusal | undefined): boolean {
  return entries.some(({ id }) => id === refusal?.changeId);
}

export function HistoryItem({ entry, formKey, withSeller, isDisabled, refusal, place = "list" }: HistoryItemProps) {
  const t = useT();
  const href = useHref();
  const { search } = useLocation();
  const from = withSeller ? historyFrom(search) : null;
  const { at, action, outcome, sellerId, isUndoable } = entry;
  const name = useNameOf(entry);
  const isAdded = action === "create" && outcome === "done";
  const isQuestion = place === "question" || place === "questionWithoutFields";
  const isInBatch = place === "batch" || place === "batchOfOneKind";
  const fields = isQuestion ? entry.fields : informativeFields(entry);
  const title = isQuestion ? "action" : titleOf(entry, withSeller, fields.length > 0);
  return (
    <article className={`${classes.row} ${isInBatch ? classes.within : ""}`}>
      {!isInBatch && (
        <>
          <Time at={at} withDate={isQuestion} />
          <Who entry={entry} />
        </>
      )}
      <div className={classes.what}>
        <div className={classes.title}>
          {withSeller && <SellerLink id={sellerId} name={name} from={from} />}
          {title === "fields" && <FieldChanges entry={entry} fields={fields} isBold={!withSeller} />}
          {title === "action" && place !== "batchOfOneKind" && <span>{t(`history:action.${action}`)}</span>}
          {outcome !== "done" && <OutcomeMarks row={countOf(outcome)} />}
          {entry.undone && (
            <span className={classes.quiet}>{t(entry.undonePartly ? "history:undonePartly" : "history:undone")}</span>
          )}
          {entry.isUndo && place !== "batchOfOneKind" && <span className={classes.quiet}>{t("history:isUndo")}</span>}
          {!isInBatch && entry.jobId && <Link to={href(`/sellers/jobs/${entry.jobId}`)}>{t("history:job")}</Link>}
        </div>
        {title !== "fields" && place !== "questionWithoutFields" && <FieldChanges entry={entry} fields={fields} />}
        {entry.reason && (
          <p className={classes.quiet}>
            {t("history:reason")} <bdi>{entry.reason}</bdi>
          </p>
        )}
        {isAdded && !withSeller && <p className={classes.quiet}>{t("history:created")}</p>}
      </div>
      <div className={classes.undo} data-screen-only>
        {isUndoable && !isQuestion && <UndoButton entry={entry} formKey={formKey} />}
        {isAdded && sellerId && !isDisabled && (
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

function UndoButton({ entry, formKey }: { entry: HistoryView; formKey: string }) {
  const t = useT();
  const what = t("history:undoOf", { when: formatDateTime(entry.at), name: useNameOf(entry) });
  return (
    <UndoForm formKey={formKey} changeId={entry.id}>
      <button type="submit" className={theme.reach} aria-label={`${t("common:undo")} ${what}`}>
        {t("common:undo")}
      </button>
    </UndoForm>
  );
}

function useNameOf({ sellerName }: HistoryView): string {
  const t = useT();
  return sellerName || t("sellers:detail.unnamed");
}

/** What stands beside the seller's name. */
function titleOf(
  { action, fields }: HistoryView,
  withSeller: boolean,
  hasFields: boolean,
): "fields" | "action" | "nothing" {
  if (action !== "update") return "action";
  // On a page of all sellers only a note's text says by itself what was changed.
  if (!withSeller || fields[0]?.field === "note") return "fields";
  // Old and new values below it say that the data was changed.
  return hasFields ? "nothing" : "action";
}

/** One entry's outcome as the counts of a batch. */
function countOf(outcome: HistoryView["outcome"]) {
  return { count: 1, failed: 0, unknown: 0, inFlight: 0, [outcome]: 1 };
}

function Time({ at, withDate = false }: { at: number; withDate?: boolean }) {
  const when = formatDateTime(at);
  return (
    <time className={classes.time} dateTime={new Date(at).toISOString()} title={when}>
      {withDate ? when : formatTime(at)}
    </time>
  );
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
