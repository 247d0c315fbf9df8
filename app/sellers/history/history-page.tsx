import { Button } from "@mantine/core";
import { Form, Link, useLocation } from "@remix-run/react";
import { useT } from "~/i18n/use-t";
import { LinkButton, Notice } from "~/ui";
import { EmptyState } from "~/ui/empty-state";
import { DayRangeFields } from "./day-range-fields";
import { HistoryDays, holds } from "./history-list";
import classes from "./history-page.module.css";
import type { HistoryPageContent } from "./history-page.server";
import { UndoQuestion } from "./undo-question";
import { type UndoRefusal, UndoRefused } from "./undo-refusal";

type HistoryContentProps = {
  content: HistoryPageContent;
  refusal?: UndoRefusal;
  withSeller?: boolean;
  /** The list that the person came from (`historyPath`). */
  list?: string | null;
};

/** The history of all sellers or of one: the days, the changes, older ones. */
export function HistoryContent({ content, refusal, withSeller = false, list }: HistoryContentProps) {
  const t = useT();
  const { pathname } = useLocation();
  const { range, days, now, chosen, formKey, older, unanswered } = content;
  const filtered = range.from !== "" || range.to !== "";
  const isAsked = refusal !== undefined && chosen?.entry.id === refusal.changeId;
  const isListed = days.some(({ rows }) => rows.some((row) => holds(row, refusal)));
  const none = older !== undefined ? "history:noneSoFar" : filtered ? "history:noneInRange" : "history:none";
  return (
    <>
      {refusal && !isAsked && !isListed && <UndoRefused refusal={refusal} formKey={formKey} />}
      {chosen && <UndoQuestion chosen={chosen} formKey={formKey} withSeller={withSeller} refusal={refusal} />}
      <Form method="get" className={classes.range}>
        {list && <input type="hidden" name="list" value={list} />}
        <DayRangeFields {...range} />
        <div className={classes.buttons}>
          <Button type="submit">{t("history:show")}</Button>
          {filtered && (
            <LinkButton to={withQuery(pathname, { list })} variant="subtle">
              {t("history:all")}
            </LinkButton>
          )}
        </div>
      </Form>
      {unanswered && (
        <Notice kind="warning">
          <p>{t("history:unanswered")}</p>
        </Notice>
      )}
      {days.length === 0 ? (
        <EmptyState kind={filtered ? "nothing-found" : "nothing-yet"} title={t("common:noData")}>
          {t(none)}
        </EmptyState>
      ) : (
        <HistoryDays
          days={days}
          now={now}
          formKey={formKey}
          withSeller={withSeller}
          refusal={isAsked ? undefined : refusal}
        />
      )}
      <Pages content={content} list={list} />
    </>
  );
}

function Pages({ content: { range, older, isFirst }, list }: Pick<HistoryContentProps, "content" | "list">) {
  const t = useT();
  const { pathname } = useLocation();
  if (older === undefined && isFirst) return null;
  const to = (before?: string) => withQuery(pathname, { list, from: range.from, to: range.to, before });
  return (
    <nav aria-label={t("history:pages")} className={classes.pages}>
      {!isFirst && <Link to={to()}>{t("history:newest")}</Link>}
      {older !== undefined && (
        <Link to={to(older)} rel="next">
          {t("history:older")}
        </Link>
      )}
    </nav>
  );
}

function withQuery(pathname: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `${pathname}?${new URLSearchParams(given)}` : pathname;
}
