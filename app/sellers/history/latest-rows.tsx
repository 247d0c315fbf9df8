import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { sellerPath } from "~/domain/paths";
import type { Translate } from "~/i18n/catalogues";
import { capitalize, formatDateTime, formatTime, relativeTime } from "~/i18n/format";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import theme from "~/ui/theme/components.module.css";
import { FieldChanges, OutcomeMarks } from "./change-parts";
import classes from "./change-parts.module.css";
import type { EntryView, HistoryRow } from "./history-rows";

type LatestRowsProps = {
  rows: HistoryRow[];
  now: number;
  /** The rows are of several sellers, so each row names its seller. */
  withSeller?: boolean;
  /** How many of the rows a phone shows. */
  phoneRows?: number;
};

export function LatestRows({ rows, now, withSeller = false, phoneRows = rows.length }: LatestRowsProps) {
  return (
    <ol className={`${classes.rows} ${theme.lines}`}>
      {rows.map((row, at) => (
        <li key={row.key} className={at < phoneRows ? undefined : theme.notOnPhone}>
          <LatestRow row={row} now={now} withSeller={withSeller} />
        </li>
      ))}
    </ol>
  );
}

function LatestRow({ row, now, withSeller }: { row: HistoryRow; now: number; withSeller: boolean }) {
  const t = useT();
  const href = useHref();
  const [entry] = row.entries;
  if (!entry) return null;
  const { at, action, jobId } = entry;
  const isOneUpdate = action === "update" && row.count === 1 && entry.fields.length > 0;
  const values = isOneUpdate && <FieldChanges entry={entry} isBold={!withSeller} />;
  // „17 → 18” needs no „Zmieniono dane” beside it.
  const what = !isOneUpdate && whatOf(t, row, action);
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
        {withSeller && what && <span>{what}</span>}
        <span>{entry.who || t("history:someone")}</span>
        <When at={at} now={now} />
        {jobId && <Link to={href(`/sellers/jobs/${jobId}`)}>{t("history:job")}</Link>}
      </FactsLine>
    </>
  );
}

function whatOf(t: Translate, { count, done, isCut }: HistoryRow, action: EntryView["action"]): string {
  return count > 1 && done[action] === count && !isCut
    ? capitalize(t(`history:did.${action}`, { count }))
    : t(`history:action.${action}`);
}

function SellerName({ entry: { sellerId, sellerName } }: { entry: EntryView }) {
  const t = useT();
  const href = useHref();
  const name = sellerName || t("sellers:detail.unnamed");
  return sellerId ? <Link to={href(sellerPath(sellerId))}>{name}</Link> : <span>{name}</span>;
}

/** For example „5 minut temu, 14:05”. */
export function When({ at, now }: { at: number; now: number }) {
  const t = useT();
  const locale = useLocale();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {`${relativeTime(t, at, now, locale)}, ${formatTime(at)}`}
    </time>
  );
}

export function FactsLine({ children }: { children: ReactNode }) {
  return <p className={classes.facts}>{children}</p>;
}
