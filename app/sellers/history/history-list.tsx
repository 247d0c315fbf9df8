import { Paper, Stack, Text } from "@mantine/core";
import { Link, useLocation } from "@remix-run/react";
import { historyFrom, sellerPath, statusPath, withFrom } from "~/domain/list-link";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { ChevronIcon } from "~/ui/icons";
import theme from "~/ui/theme/components.module.css";
import { DayName } from "./changes/day-name";
import { FieldChanges, tellingFields } from "./changes/field-changes";
import { OutcomeMarks } from "./changes/outcome-marks";
import type { HistoryDay, HistoryRow } from "./history-days";
import classes from "./history-list.module.css";
import type { HistoryView } from "./history-view";
import { UndoForm } from "./undo-form";
import { type UndoRefusal, UndoRefused } from "./undo-refusal";

/** The list of a page of the history; it takes the focus when the page is turned. */
export const LIST_ID = "history-list";

type Shown = {
  /** One for all forms of the page: with the entry's id it names what is to be done once. */
  formKey: string;
  /** Names each entry's seller and leads there. */
  withSeller: boolean;
  /** Whether that seller's account is disabled already. */
  isDisabled: (sellerId: string | undefined) => boolean;
  /** Why the change that was asked for wasn't taken back: said in its own entry. */
  refusal?: UndoRefusal;
};

/** Changes by day, newest first: a line each, and one that opens for all that a job made on that day. */
export function HistoryDays({ days, now, ...shown }: { days: HistoryDay[]; now: number } & Shown) {
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
                  <JobRow row={row} {...shown} />
                ) : (
                  row.entries.map((entry) => <HistoryItem key={entry.id} entry={entry} {...shown} />)
                )}
              </li>
            ))}
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

function JobRow({ row, ...shown }: { row: HistoryRow } & Shown) {
  const t = useT();
  const href = useHref();
  const { entries, count, actions } = row;
  const [newest] = entries;
  if (!newest) return null;
  const kinds = Object.entries(actions) as [HistoryView["action"], number][];
  return (
    <details className={classes.job} open={holds(row, shown.refusal)}>
      <summary className={classes.row}>
        <Time at={newest.at} />
        <bdi translate={newest.who ? "no" : undefined}>{newest.who || t("history:someone")}</bdi>
        <span className={classes.what}>
          <span className={classes.title}>
            <strong>{t("history:jobOf", { count })}</strong>
            <OutcomeMarks row={row} />
          </span>
          <span className={classes.quiet}>
            {kinds.map(([action, some]) => `${t(`history:action.${action}`)}: ${some}`).join(", ")}
          </span>
        </span>
        <ChevronIcon size={16} />
      </summary>
      <ol className={theme.lines}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <HistoryItem entry={entry} {...shown} inJob />
          </li>
        ))}
      </ol>
      {(count > entries.length || newest.jobId) && (
        <p className={classes.rest}>
          {count > entries.length && t("history:shownOf", { shown: entries.length, count })}{" "}
          {newest.jobId && <Link to={href(`/sellers/jobs/${newest.jobId}`)}>{t("history:wholeJob")}</Link>}
        </p>
      )}
    </details>
  );
}

type HistoryItemProps = {
  entry: HistoryView;
  inJob?: boolean;
  /** It stands by itself, in a question: with its date and all fields, or "told" when the question names them. */
  alone?: boolean | "told";
} & Shown;

/** Whether a change is among those that a row shows. */
export function holds({ entries }: HistoryRow, change: Pick<UndoRefusal, "changeId"> | undefined): boolean {
  return entries.some(({ id }) => id === change?.changeId);
}

export function HistoryItem({ entry, formKey, withSeller, isDisabled, refusal, inJob, alone }: HistoryItemProps) {
  const t = useT();
  const href = useHref();
  const from = useHistoryFrom(withSeller);
  const { at, action, outcome, sellerId, undoable } = entry;
  const name = entry.sellerName || t("history:unnamed");
  const isMade = action === "create" && outcome === "done";
  const marks = { count: 1, failed: 0, unknown: 0, inFlight: 0 };
  return (
    <article className={classes.row}>
      <Time at={at} long={Boolean(alone)} />
      <bdi translate={entry.who ? "no" : undefined}>{entry.who || t("history:someone")}</bdi>
      <div className={classes.what}>
        <div className={classes.title}>
          {withSeller && <SellerLink id={sellerId} name={name} from={from} />}
          <span>{t(`history:action.${action}`)}</span>
          {outcome !== "done" && <OutcomeMarks row={{ ...marks, [outcome]: 1 }} />}
          {entry.undone && (
            <span className={classes.quiet}>{t(entry.undonePartly ? "history:undonePartly" : "history:undone")}</span>
          )}
          {entry.isUndo && <span className={classes.quiet}>{t("history:isUndo")}</span>}
          {!inJob && entry.jobId && <Link to={href(`/sellers/jobs/${entry.jobId}`)}>{t("history:job")}</Link>}
        </div>
        {alone !== "told" && <FieldChanges entry={entry} fields={alone ? entry.fields : tellingFields(entry)} />}
        {entry.reason && (
          <p className={classes.quiet}>
            {t("history:reason")} <bdi>{entry.reason}</bdi>
          </p>
        )}
        {isMade && !withSeller && (
          <p className={classes.quiet}>{t(isDisabled(sellerId) ? "history:createdDisabled" : "history:created")}</p>
        )}
      </div>
      <div className={classes.undo} data-screen-only>
        {undoable && !alone && (
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
        {isMade && sellerId && !isDisabled(sellerId) && (
          <Link
            to={href(withFrom(statusPath(sellerId, "inactive"), from))}
            className={theme.reach}
            aria-label={withSeller ? `${t("history:disable")}: ${name}` : undefined}
          >
            {t("history:disable")}
          </Link>
        )}
      </div>
      {refusal?.changeId === entry.id && (
        <div className={classes.refusal}>
          <UndoRefused refusal={refusal} formKey={formKey} />
        </div>
      )}
    </article>
  );
}

function Time({ at, long = false }: { at: number; long?: boolean }) {
  const when = formatDateTime(at);
  return (
    <time className={classes.time} dateTime={new Date(at).toISOString()} title={when}>
      {long ? when : formatTime(at)}
    </time>
  );
}

/** The page of all sellers' history that one is on, to come back to from a seller. */
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
