import { Form, Link } from "@remix-run/react";
import { SubmitButton } from "~/components/form/submit-button";
import { Card, LinkButton, Notice } from "~/components/ui";
import { formatDateTime } from "~/i18n/format";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import type { BulkContent, NothingChosen } from "./bulk";
import classes from "./bulk-page.module.css";
import { sellerPath } from "./list-link";

/** Asks if many accounts should be changed: how many exactly, and some of them by name. */
export function BulkQuestion({ content }: { content: BulkContent }) {
  const t = useT();
  const href = useHref();
  const { action, question, notes, confirm, problem, possible, sampleTitle, sample, more, count } = content;
  return (
    <Form method="post" action={href("/sellers/bulk")} className={classes.form}>
      {problem && (
        <Notice kind="warning" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <p className={classes.question}>{question}</p>
      {possible && notes.map((note) => <p key={note}>{note}</p>)}
      {sample.length > 0 && (
        <Card aria-labelledby="sample">
          <h2 id="sample">{sampleTitle}</h2>
          <ul className={classes.sample}>
            {sample.map(({ id, displayName, email, mpk, accountEnabled }) => (
              <li key={id}>
                <Link to={href(sellerPath(id))}>{displayName || email || id}</Link>
                <span>
                  {[email, mpk].filter(Boolean).join(", ")},{" "}
                  {t(`sellers:status.${accountEnabled ? "active" : "inactive"}`)}
                </span>
              </li>
            ))}
          </ul>
          {more && <p>{more}</p>}
        </Card>
      )}
      {content.fields.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same name and value may stand there twice
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="count" value={count} />
      <input type="hidden" name="confirm" value="1" />
      <input type="hidden" name="formKey" value={content.formKey} />
      <div className={classes.buttons}>
        {possible && (
          <SubmitButton variant={action === "disable" ? "danger" : "primary"} pending={t("sellers:form.saving")}>
            {confirm}
          </SubmitButton>
        )}
        <LinkButton to={href("/sellers")}>{t("common:cancel")}</LinkButton>
      </div>
    </Form>
  );
}

/** Nothing was chosen: where to do so, and the person's latest jobs. */
export function NothingToDo({ content }: { content: NothingChosen }) {
  const href = useHref();
  const t = useT();
  return (
    <div className={classes.form}>
      <p>{content.hint}</p>
      <div className={classes.buttons}>
        <LinkButton to={href("/sellers")} variant="primary">
          {content.toList}
        </LinkButton>
      </div>
      <Card aria-labelledby="recent">
        <h2 id="recent">{content.recentTitle}</h2>
        {content.recent.length === 0 && <p>{content.noRecent}</p>}
        <ul className={classes.sample}>
          {content.recent.map(({ id, title, at, total }) => (
            <li key={id}>
              <Link to={href(`/sellers/jobs/${id}`)}>{title}</Link>
              <span>
                {formatDateTime(at)}, {t("jobs:count", { count: total })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
