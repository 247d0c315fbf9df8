import { Badge, Button, VisuallyHidden } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { sellerPath } from "~/sellers/list-link";
import classes from "./history-list.module.css";
import type { FieldValue, HistoryView } from "./history-view";

type HistoryListProps = {
  entries: HistoryView[];
  /** One for all forms of the page: with the entry's id it names what is to be done once. */
  formKey: string;
  /** The list's name. */
  label: string;
  /** Names each entry's seller and leads there. */
  withSeller?: boolean;
};

/** Changes, newest first, each with what it changed and a way to take it back. */
export function HistoryList({ entries, formKey, label, withSeller = false }: HistoryListProps) {
  return (
    <ol className={classes.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <HistoryItem entry={entry} formKey={formKey} withSeller={withSeller} />
        </li>
      ))}
    </ol>
  );
}

function HistoryItem({ entry, formKey, withSeller }: { entry: HistoryView; formKey: string; withSeller: boolean }) {
  const t = useT();
  const when = formatDateTime(entry.at);
  const name = entry.sellerName || t("history:unnamed");
  return (
    <article className={classes.entry}>
      <div className={classes.head}>
        <h2>{t(`history:action.${entry.action}`)}</h2>
        <Outcome entry={entry} />
        <time dateTime={new Date(entry.at).toISOString()}>{when}</time>
      </div>
      <p className={classes.facts}>
        {withSeller && <SellerLink id={entry.sellerId} name={name} />}
        <bdi>{t("history:who", { name: entry.who || t("history:someone") })}</bdi>
        <Links entry={entry} />
      </p>
      <ChangedFields entry={entry} />
      {entry.undoable && (
        <Form method="post" preventScrollReset className={classes.undo}>
          <input type="hidden" name="formKey" value={formKey} />
          <input type="hidden" name="change" value={entry.id} />
          <Button type="submit" size="xs">
            {t("history:undo")}
            <VisuallyHidden> {t("history:undoOf", { when, name })}</VisuallyHidden>
          </Button>
        </Form>
      )}
      {entry.action === "create" && entry.outcome === "done" && <CreatedHint entry={entry} />}
    </article>
  );
}

function Outcome({ entry }: { entry: HistoryView }) {
  const t = useT();
  const colors = { done: "green", failed: "red", unknown: "yellow" } as const;
  return (
    <>
      <Badge color={colors[entry.outcome]}>{t(`history:outcome.${entry.outcome}`)}</Badge>
      {entry.undone && <Badge>{t("history:undone")}</Badge>}
    </>
  );
}

function SellerLink({ id, name }: { id?: string; name: string }) {
  const href = useHref();
  if (id === undefined) return <bdi>{name}</bdi>;
  return (
    <Link to={href(sellerPath(id))}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function Links({ entry }: { entry: HistoryView }) {
  const t = useT();
  const href = useHref();
  return (
    <>
      {entry.isUndo && <span>{t("history:isUndo")}</span>}
      {entry.jobId && <Link to={href(`/sellers/jobs/${entry.jobId}`)}>{t("history:job")}</Link>}
    </>
  );
}

function CreatedHint({ entry }: { entry: HistoryView }) {
  const t = useT();
  const href = useHref();
  return (
    <p className={classes.hint}>
      {t("history:created")}{" "}
      {entry.sellerId && <Link to={href(sellerPath(entry.sellerId, "status"))}>{t("history:disable")}</Link>}
    </p>
  );
}

function ChangedFields({ entry }: { entry: HistoryView }) {
  const t = useT();
  const is = entry.outcome === "done" ? t("history:is") : t("history:wanted");
  return (
    <dl className={classes.fields}>
      {entry.fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{t(`sellers:fields.${field}`)}</dt>
          <dd>
            {entry.action !== "create" && (
              <>
                <VisuallyHidden>{t("history:was")} </VisuallyHidden>
                <del>
                  <Value value={before} />
                </del>
                <span aria-hidden="true"> → </span>
                <VisuallyHidden>, {is} </VisuallyHidden>
              </>
            )}
            <ins>
              <Value value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A value in words; an empty one is said, so that it doesn't look forgotten. */
export function Value({ value }: { value?: FieldValue }) {
  const t = useT();
  if (typeof value === "boolean") return t(value ? "common:yes" : "common:no");
  return value ? <bdi>{value}</bdi> : <i>{t("history:empty")}</i>;
}
