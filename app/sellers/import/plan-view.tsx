import { Card } from "@mantine/core";
import { Form, Link, useLocation } from "@remix-run/react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { sellerPath } from "~/sellers/list-link";
import { LinkButton, Notice } from "~/ui";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { PlanContent } from "./import-content";

const kinds = ["create", "update", "unchanged", "wrong"] as const;

/** What a checked file would do, and the button that has it done. */
export function CheckedFile({ plan }: { plan: PlanContent }) {
  const t = useT();
  const { counts, zeros, ignored, jobId } = plan;
  return (
    <>
      <Card className={classes.summary}>
        <dl className={classes.counts}>
          {kinds.map((kind) => (
            <div key={kind} className={kind === "wrong" && counts.wrong > 0 ? classes.bad : undefined}>
              <dt>{t(`import:counts.${kind}`)}</dt>
              <dd>{t("import:count", { count: counts[kind] })}</dd>
            </div>
          ))}
        </dl>
        {ignored.length > 0 && <p className={classes.hint}>{t("import:ignored", { names: ignored.join(", ") })}</p>}
        {zeros && (
          <Notice kind="warning">
            <p>{zeros}</p>
          </Notice>
        )}
        {jobId === undefined ? <Start plan={plan} /> : <Started jobId={jobId} />}
      </Card>
      {counts.wrong > 0 && <Problems plan={plan} />}
      {plan.preview.length > 0 && <Preview plan={plan} />}
    </>
  );
}

function Start({ plan: { id, counts, importable, formKey } }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  return (
    <Form method="post" action={href(`/sellers/import?plan=${id}`)} className={classes.start}>
      {importable === 0 && <p>{t("import:nothing")}</p>}
      {importable > 0 && counts.wrong > 0 && <p>{t("import:skipped", { count: counts.wrong })}</p>}
      <input type="hidden" name="plan" value={id} />
      <input type="hidden" name="formKey" value={formKey} />
      <div className={classes.buttons}>
        {importable > 0 && (
          <SubmitButton pending={t("import:starting")}>{t("import:start", { count: importable })}</SubmitButton>
        )}
        <LinkButton to={href("/sellers/import")}>{t("import:another")}</LinkButton>
      </div>
    </Form>
  );
}

function Started({ jobId }: { jobId: string }) {
  const t = useT();
  const href = useHref();
  return (
    <div className={classes.start}>
      <p>{t("import:started")}</p>
      <div className={classes.buttons}>
        <LinkButton to={href(`/sellers/jobs/${jobId}`)} variant="filled">
          {t("import:toJob")}
        </LinkButton>
        <LinkButton to={href("/sellers/import")}>{t("import:another")}</LinkButton>
      </div>
    </div>
  );
}

function Problems({ plan }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  const { problems, correction } = plan;
  const labels = { field: t("import:field"), value: t("import:value"), reason: t("import:reason") };
  return (
    <section aria-labelledby="problems" className={classes.section}>
      <h2 id="problems">{t("import:problems")}</h2>
      <p>
        <LinkButton to={href(correction)} reloadDocument>
          {t("import:correction")}
        </LinkButton>
      </p>
      <p className={classes.hint}>{t("import:correctionHint")}</p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("import:line")}</th>
            <th scope="col">{labels.field}</th>
            <th scope="col">{labels.value}</th>
            <th scope="col">{labels.reason}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ line, field, value, reason }) => (
            <tr key={`${line} ${field} ${reason}`}>
              <th scope="row">
                <span className={classes.narrow}>{t("import:line")} </span>
                {line}
              </th>
              <td data-label={labels.field}>{field}</td>
              <td data-label={labels.value}>
                <bdi>{value}</bdi>
              </td>
              <td data-label={labels.reason}>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pages plan={plan} />
    </section>
  );
}

function Pages({ plan: { id, page, pages } }: { plan: PlanContent }) {
  const t = useT();
  const { pathname } = useLocation();
  if (pages <= 1) return null;
  const to = (number: number) => `${pathname}?plan=${id}&page=${number}#problems`;
  return (
    <nav aria-label={t("import:pages")} className={classes.pages}>
      {page > 1 && <Link to={to(page - 1)}>{t("import:previous")}</Link>}
      <span>{t("import:page", { page, pages })}</span>
      {page < pages && <Link to={to(page + 1)}>{t("import:next")}</Link>}
    </nav>
  );
}

function Preview({ plan: { preview, importable } }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  return (
    <section aria-labelledby="preview" className={classes.section}>
      <h2 id="preview">{t("import:preview")}</h2>
      {preview.length < importable && (
        <p className={classes.hint}>{t("import:previewSome", { shown: preview.length, total: importable })}</p>
      )}
      <ul className={classes.preview}>
        {preview.map(({ line, name, sellerId, changes }) => (
          <li key={line}>
            <h3>
              <bdi>
                {sellerId === undefined ? name : <Link to={href(sellerPath(sellerId))}>{name || sellerId}</Link>}
              </bdi>
              <span className={classes.hint}>
                {t("import:line")} {line}
                {sellerId === undefined && `, ${t("import:created")}`}
              </span>
            </h3>
            <dl>
              {changes.map(({ field, before, after }) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd>
                    <ins>
                      <bdi>{after}</bdi>
                    </ins>
                    {before !== undefined && (
                      <span className={classes.hint}>
                        {t("import:was")}{" "}
                        <del>
                          <bdi>{before}</bdi>
                        </del>
                      </span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
