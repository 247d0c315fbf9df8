import { Link, useLocation } from "@remix-run/react";
import { withParams } from "~/domain/paths";
import type { Translate } from "~/i18n/catalogues";
import { formatDay } from "~/i18n/format";
import { useHref, useT } from "~/i18n/hooks";
import { useFocusAfterPaging } from "~/layouts/shell/use-after-navigation";
import { LinkButton, Notice } from "~/ui";
import { Pager } from "~/ui/data/pager";
import { SendingGuard } from "~/ui/form/late-unsaved-guard";
import { Statement } from "~/ui/statement";
import theme from "~/ui/theme/components.module.css";
import { HistoryFilterForm } from "./history-filter-form";
import { HistoryDays, hasRefusal, LIST_ID } from "./history-list";
import classes from "./history-list.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { countFilters, filterParams } from "./history-query";
import { LiveRefresh } from "./live-refresh";
import { type UndoRefusal, UndoRefusalNotice } from "./undo-form";
import { UndoQuestion } from "./undo-question";

type HistoryContentProps = {
  content: HistoryPageContent;
  refusal?: UndoRefusal;
  /** On the page of all sellers' changes: each change names its seller. */
  withSeller?: boolean;
  /** On a seller's own page: the seller's account is disabled. */
  isAccountDisabled?: boolean;
  /** Parameters of the sellers list that the back link opens, for example `q=lipa&page=3`. */
  list?: string | null;
};

export function HistoryContent({
  content,
  refusal,
  withSeller = false,
  isAccountDisabled = false,
  list,
}: HistoryContentProps) {
  const t = useT();
  const { days, now, undoQuestion, formKey, hasBackendFailed, omissionNotice, isLive } = content;
  const { pathname } = useLocation();
  const allPath = countFilters(content) > 0 && withParams(pathname, { list });
  const isCountShown = days.length > 0 && allPath;
  const emptyText = emptyTextOf(content);
  const isEmpty = isWithoutHistory(content);
  // Show the refusal once: in the question, or else at its change, or else above both.
  const isRefusalInQuestion = refusal !== undefined && undoQuestion?.entry.id === refusal.changeId;
  const isRefusalInList = days.some(({ rows }) => rows.some((row) => hasRefusal(row, refusal)));
  return (
    <>
      {refusal && !isRefusalInQuestion && !isRefusalInList && <UndoRefusalNotice refusal={refusal} formKey={formKey} />}
      {undoQuestion && (
        <UndoQuestion
          question={undoQuestion}
          formKey={formKey}
          withSeller={withSeller}
          isAccountDisabled={isAccountDisabled}
          refusal={refusal}
        />
      )}
      {/* Without any history the page offers no filters and no file. */}
      {!isEmpty && (
        <div className={withSeller ? classes.inSight : classes.tools}>
          {!withSeller && <ExportLink content={content} className={classes.file} />}
          <HistoryFilterForm content={content} withSeller={withSeller} list={list} />
        </div>
      )}
      {omissionNotice && (
        <Notice kind="warning">
          <p>{omissionNotice}</p>
        </Notice>
      )}
      {hasBackendFailed && (
        <Notice kind="warning">
          <p>{t("history:unanswered")}</p>
        </Notice>
      )}
      <LiveRefresh isLive={isLive} />
      <div className={isCountShown ? classes.found : undefined}>
        {/* `off` while the page polls: a screen reader would read each new number. */}
        <span className={isCountShown ? undefined : theme.spoken} role="status" aria-live={isLive ? "off" : undefined}>
          {days.length > 0 ? foundText(t, content) : content.hasWrongDays ? "" : t(emptyText)}
        </span>
        {isCountShown && (
          <Link to={allPath} className={theme.reach} data-screen-only>
            {t("sellers:filters.clear")}
          </Link>
        )}
      </div>
      {days.length === 0 ? (
        <section className={theme.card} style={{ marginTop: isEmpty ? 0 : "1.5rem" }}>
          <NoChanges content={content} withSeller={withSeller} allPath={allPath} />
        </section>
      ) : (
        <HistoryDays
          days={days}
          now={now}
          formKey={formKey}
          withSeller={withSeller}
          isAccountDisabled={isAccountDisabled}
          refusal={isRefusalInQuestion ? undefined : refusal}
        />
      )}
      <Pages content={content} list={list} />
      <SendingGuard />
    </>
  );
}

function isWithoutHistory(content: HistoryPageContent): boolean {
  const { days, isNewest, hasBackendFailed } = content;
  return days.length === 0 && emptyTextOf(content) === "history:none" && isNewest && !hasBackendFailed;
}

type NoChangesProps = Pick<HistoryContentProps, "content" | "withSeller"> & { allPath: string | false };

function NoChanges({ content, withSeller, allPath }: NoChangesProps) {
  const t = useT();
  const href = useHref();
  const emptyText = emptyTextOf(content);
  if (!isWithoutHistory(content)) {
    const isSoFar = emptyText === "history:noneSoFar";
    return (
      <Statement
        level={2}
        drawing="nothing-found"
        title={t(isSoFar ? "common:noData" : emptyText)}
        actions={allPath && <LinkButton to={allPath}>{t("sellers:filters.clear")}</LinkButton>}
      >
        {isSoFar && t(emptyText)}
      </Statement>
    );
  }
  return (
    <Statement
      level={2}
      drawing="no-changes"
      title={t(emptyText)}
      actions={withSeller && <LinkButton to={href("/sellers")}>{t("history:toSellers")}</LinkButton>}
    >
      {t("history:noneHint")}
    </Statement>
  );
}

/** On the page of all sellers' changes. */
export function HistoryLinks({ content }: Pick<HistoryContentProps, "content">) {
  const t = useT();
  const href = useHref();
  if (isWithoutHistory(content)) return null;
  return (
    <>
      <LinkButton to={href("/sellers/bulk")}>{t("common:ownJobs")}</LinkButton>
      <ExportLink content={content} />
    </>
  );
}

/** Leads to a file of the changes that the page's filters find. */
function ExportLink({ content, className }: Pick<HistoryContentProps, "content"> & { className?: string }) {
  const t = useT();
  const { pathname } = useLocation();
  if (content.hasWrongDays) return null;
  const to = withParams(`${pathname}/export.csv`, filterParams(content));
  return (
    <LinkButton to={to} reloadDocument className={className}>
      {t("sellers:export.csv")}
    </LinkButton>
  );
}

function emptyTextOf(content: HistoryPageContent) {
  if (content.hasWrongDays) return "history:fixDays";
  // An older page may have changes, so don't say that there are none.
  if (content.older !== undefined) return "history:noneSoFar";
  return countFilters(content) > 0 ? "history:noneMatching" : "history:none";
}

/** „5 zmian”, or „50 zmian na tej stronie, 27.11.2026 – 29.11.2026” if there are more pages. */
function foundText(t: Translate, { days, older, isNewest }: HistoryPageContent): string {
  const count = days.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.count, 0);
  if (older === undefined && isNewest) return t("history:found", { count });
  const ends = new Set([days.at(-1)?.day ?? "", days[0]?.day ?? ""]);
  return `${t("history:foundHere", { count })}, ${[...ends].map(formatDay).join(" – ")}`;
}

function Pages({ content, list }: Pick<HistoryContentProps, "content" | "list">) {
  const t = useT();
  const { pathname } = useLocation();
  const { older, newer, isNewest } = content;
  const onClick = useFocusAfterPaging(LIST_ID);
  const to = (place: Record<string, string> = {}) => withParams(pathname, { list, ...filterParams(content), ...place });
  return (
    <Pager
      label={t("common:pages")}
      onClick={onClick}
      first={!isNewest && { to: to(), text: t("history:newest") }}
      previous={newer && { to: to(newer), text: t("history:newer") }}
      next={older && { to: to(older), text: t("history:older") }}
    />
  );
}
