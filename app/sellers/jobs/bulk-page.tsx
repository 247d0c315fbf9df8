import { Card } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { forgetChosen } from "~/sellers/list/use-chosen";
import { sellerPath } from "~/sellers/list-link";
import { LinkButton, Notice } from "~/ui";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./bulk-page.module.css";
import type { BulkContent } from "./start-status-job.server";

/** Asks if many accounts should be changed: how many exactly, and some of them by name. */
export function BulkQuestion({ content }: { content: BulkContent }) {
  const t = useT();
  const href = useHref();
  const { action, question, notes, confirm, problem, fields, count, list, formKey } = content;
  return (
    <Form method="post" className={classes.form} onSubmit={forgetChosen}>
      {problem && (
        <Notice kind="warning" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      {question && (
        <div>
          <p className={classes.question}>{question}</p>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {content.sample.length > 0 && <Sample content={content} />}
      {fields.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same name stands there many times, and never moves
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="count" value={count} />
      <input type="hidden" name="confirm" value="1" />
      <input type="hidden" name="formKey" value={formKey} />
      <div className={classes.buttons}>
        {question && (
          <SubmitButton variant={action === "disable" ? "danger" : "primary"} pending={t("sellers:form.saving")}>
            {confirm}
          </SubmitButton>
        )}
        <LinkButton to={href(list)}>{t("common:cancel")}</LinkButton>
      </div>
    </Form>
  );
}

function Sample({ content: { sampleTitle, sample, more } }: { content: BulkContent }) {
  return (
    <Card aria-labelledby="sample">
      <h2 id="sample">{sampleTitle}</h2>
      <ul className={classes.rows}>
        {sample.map((seller) => (
          <SampleRow key={seller.id} seller={seller} />
        ))}
      </ul>
      {more && <p className={classes.more}>{more}</p>}
    </Card>
  );
}

function SampleRow({
  seller: { id, displayName, email, mpk, accountEnabled },
}: {
  seller: BulkContent["sample"][number];
}) {
  const t = useT();
  const href = useHref();
  const status = t(`sellers:status.${accountEnabled ? "active" : "inactive"}`);
  return (
    <li>
      <Link to={href(sellerPath(id))}>{displayName || email || id}</Link>
      <span>{[email, mpk, status].filter(Boolean).join(", ")}</span>
    </li>
  );
}
