import { Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { historyFrom, sellerPath, statusPath, withFrom } from "~/domain/paths";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { DayName, FieldChanges, informativeFields, OutcomeMarks } from "./change-parts";
import classes from "./history-list.module.css";
import type { HistoryPageContent, JobLine } from "./history-page.server";
import type { EntryView, HistoryRow } from "./history-rows";
import { UndoForm, type UndoRefusal, UndoRefusalNotice } from "./undo-form";

export const LIST_ID = "history-list";

type ItemListProps = {
  /** The same in all forms: an undo's idempotency key contains the form key and the entry's id. */
  formKey: string;
  /** On the page of all sellers' changes: each change names its seller. */
  withSeller: boolean;
  /** On a seller's own page: the seller's account is disabled. */
  isAccountDisabled: boolean;
  refusal?: UndoRefusal;
};

type ListProps = Pick<HistoryPageContent, "days" | "now"> & ItemListProps;

export function HistoryDays({ days, now, ...list }: ListProps) {
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
            {rows.map((row) => (
              <li key={row.key}>
                {row.job ? (
                  <JobRow row={row} job={row.job} {...list} />
                ) : (
                  row.entries.map((entry) => <HistoryItem key={entry.id} entry={entry} {...list} />)
                )}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </Stack>
  );
}

function JobRow({ row, job, ...list }: { row: HistoryRow; job: JobLine } & ItemListProps) {
  const t = useT();
  const href = useHref();
  const { entries, count } = row;
  const { what, problems, isOfOneKind, jobId, canUndo } = job;
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
            <OutcomeMarks row={row} problems={problems} />
          </span>
        </summary>
        <ol className={theme.lines}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <HistoryItem entry={entry} {...list} place="job" isActionKnown={isOfOneKind} />
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

function Who({ entry: { who } }: { entry: EntryView }) {
  const t = useT();
  return <bdi translate={who ? "no" : undefined}>{who || t("history:someone")}</bdi>;
}

export function hasRefusal({ entries }: HistoryRow, refusal: UndoRefusal | undefined): boolean {
  return entries.some(({ id }) => id === refusal?.changeId);
}

type HistoryItemProps = ItemListProps & {
  entry: EntryView;
  fields?: EntryView["fields"];
  place?: "list" | "job" | "question";
  /** The job's line above already names the action. */
  isActionKnown?: boolean;
};

export function HistoryItem({
  entry,
  fields = informativeFields(entry),
  place = "list",
  isActionKnown = false,
  formKey,
  withSeller,
  isAccountDisabled,
  refusal,
}: HistoryItemProps) {
  const t = useT();
  const { search } = useLocation();
  const { at, action, outcome, sellerId, reason, isUndo, isUndoable } = entry;
  const from = withSeller ? historyFrom(search) : null;
  const name = entry.sellerName || t("sellers:detail.unnamed");
  const isInJob = place === "job";
  const isInQuestion = place === "question";
  const isAdded = action === "create" && outcome === "done";
  const isUpdate = action === "update" && !isInQuestion;
  // „MPK 17 → 18” without a seller's name and „Dodano notatkę: …” need no „Zmiana danych”.
  const areFieldsInTitle = isUpdate && (!withSeller || fields[0]?.field === "note");
  const isActionShown = !isActionKnown && !areFieldsInTitle && !(isUpdate && isUndo);
  return (
    <article className={`${classes.row} ${isInJob ? classes.within : ""}`}>
      {!isInJob && (
        <>
          <Time at={at} withDate={isInQuestion} />
          <Who entry={entry} />
        </>
      )}
      <div className={classes.what}>
        <div className={classes.title}>
          {withSeller && <SellerLink id={sellerId} name={name} from={from} />}
          {areFieldsInTitle && <FieldChanges entry={entry} fields={fields} isBold={!withSeller} />}
          {isActionShown && (
            <span className={withSeller ? classes.quiet : undefined}>{t(`history:action.${action}`)}</span>
          )}
          <EntryMarks entry={entry} isInJob={isInJob} isActionKnown={isActionKnown} />
        </div>
        {!areFieldsInTitle && <FieldChanges entry={entry} fields={fields} />}
        {reason && (
          <p className={classes.quiet}>
            {t("history:reason")} <bdi>{reason}</bdi>
          </p>
        )}
        {isAdded && !withSeller && <p className={classes.quiet}>{t("history:created")}</p>}
      </div>
      <div className={classes.undo} data-screen-only>
        {isUndoable && !isInQuestion && <UndoButton entry={entry} name={name} formKey={formKey} />}
        {isAdded && sellerId && !isAccountDisabled && (
          <DisableLink sellerId={sellerId} name={withSeller ? name : undefined} from={from} />
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

type EntryMarksProps = { entry: EntryView; isInJob: boolean; isActionKnown: boolean };

function EntryMarks({ entry, isInJob, isActionKnown }: EntryMarksProps) {
  const t = useT();
  const href = useHref();
  const { outcome, undone, isUndo, jobId } = entry;
  return (
    <>
      <OutcomeMarks row={{ count: 1, failed: 0, unknown: 0, inFlight: 0, [outcome]: 1 }} />
      {undone && <span className={classes.quiet}>{t(`history:${undone}`)}</span>}
      {isUndo && !isActionKnown && <span className={classes.quiet}>{t("history:isUndo")}</span>}
      {!isInJob && jobId && <Link to={href(`/sellers/jobs/${jobId}`)}>{t("history:job")}</Link>}
    </>
  );
}

function DisableLink({ sellerId, name, from }: { sellerId: string; name?: string; from: string | null }) {
  const t = useT();
  const href = useHref();
  const text = t("sellers:detail.disable");
  return (
    <Link
      to={href(withFrom(statusPath(sellerId, "inactive"), from))}
      className={theme.reach}
      aria-label={name && `${text}: ${name}`}
    >
      {text}
    </Link>
  );
}

function UndoButton({ entry, name, formKey }: { entry: EntryView; name: string; formKey: string }) {
  const t = useT();
  const what = t("history:undoOf", { when: formatDateTime(entry.at), name });
  return (
    <UndoForm formKey={formKey} changeId={entry.id}>
      <button type="submit" className={theme.reach} aria-label={`${t("common:undo")} ${what}`}>
        {t("common:undo")}
      </button>
    </UndoForm>
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

function SellerLink({ id, name, from }: { id?: string; name: string; from: string | null }) {
  const href = useHref();
  if (id === undefined) return <bdi translate="no">{name}</bdi>;
  return (
    <Link to={href(withFrom(sellerPath(id), from))}>
      <bdi translate="no">{name}</bdi>
    </Link>
  );
}
