import { Link } from "@remix-run/react";
import { sellerPath } from "~/domain/list-link";
import { relativeTime } from "~/i18n/calendar";
import { formatDateTime, formatTime } from "~/i18n/format";
import { useHref, useLocale } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import type { HistoryRow } from "~/sellers/history/history-view";
import theme from "~/ui/theme/components.module.css";
import { FactsLine, FieldChanges, informativeFields, OutcomeMarks } from "./change-parts";
import classes from "./change-parts.module.css";

/** The history shows the rest. */
const MAX_FIELDS = 3;

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
  const { at, action, sellerId, jobId } = entry;
  const name = entry.sellerName || t("sellers:detail.unnamed");
  const what = t(`history:action.${action}`);
  const fields = informativeFields(entry);
  const isTold = !withSeller && action === "update" && fields.length > 0;
  // Old and new values say that the data was changed.
  const isUpdateShown = withSeller && action === "update" && row.count === 1 && fields.length > 0;
  const more = fields.length - MAX_FIELDS;
  const Line = isTold ? "div" : "p";
  return (
    <>
      <Line className={classes.what}>
        {isTold ? (
          <FieldChanges entry={entry} fields={fields.slice(0, MAX_FIELDS)} isBold />
        ) : withSeller ? (
          sellerId ? (
            <Link to={href(sellerPath(sellerId))} className={classes.seller}>
              {name}
            </Link>
          ) : (
            <span>{name}</span>
          )
        ) : (
          what
        )}
        {row.count > 1 && (
          <span>{row.cut ? t("history:andMore") : t("history:andOthers", { count: row.count - 1 })}</span>
        )}
        <OutcomeMarks row={row} />
      </Line>
      {isUpdateShown && <FieldChanges entry={entry} fields={fields.slice(0, MAX_FIELDS)} />}
      {action === "update" && row.count === 1 && more > 0 && <p>{t("history:moreFields", { count: more })}</p>}
      <FactsLine>
        {withSeller && !isUpdateShown && <span>{what}</span>}
        <span>{entry.who || t("history:someone")}</span>
        <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {`${relativeTime(t, at, now, locale)}, ${formatTime(at)}`}
        </time>
        {jobId && <Link to={href(`/sellers/jobs/${jobId}`)}>{t("history:job")}</Link>}
      </FactsLine>
    </>
  );
}
