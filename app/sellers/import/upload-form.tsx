import { Card } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { Notice } from "~/ui";
import formClasses from "~/ui/form/form.module.css";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { UploadContent } from "./import-content";

const rules = ["turn", "headings", "create", "update", "clear", "csv"] as const;

/** Chooses the file to check; says why the one before it couldn't be used. */
export function UploadForm({ content: { fault, megabytes, rows, formKey } }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  return (
    <div className={classes.columns}>
      <Form method="post" action={href("/sellers/import")} encType="multipart/form-data" className={formClasses.form}>
        {fault && (
          <Notice kind="error" role="alert" title={fault.title}>
            <p id="fault">{fault.text}</p>
          </Notice>
        )}
        <div className={formClasses.field}>
          <label htmlFor="file" className={formClasses.label}>
            {t("import:file")} <span className={formClasses.required}>{t("common:required")}</span>
          </label>
          <p id="file-hint" className={formClasses.hint}>
            {t("import:fileHint", { megabytes, rows })}
          </p>
          <input
            className={classes.file}
            id="file"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx"
            required
            aria-describedby={fault ? "file-hint fault" : "file-hint"}
            aria-invalid={fault ? true : undefined}
          />
        </div>
        <input type="hidden" name="formKey" value={formKey} />
        <div className={formClasses.buttons}>
          <SubmitButton pending={t("import:checking")}>{t("import:check")}</SubmitButton>
        </div>
      </Form>
      <Card aria-labelledby="template" className={classes.help}>
        <h2 id="template">{t("import:template")}</h2>
        <p className={classes.links}>
          <Link to={href("/sellers/import/files/template.csv")} reloadDocument>
            {t("import:templateCsv")}
          </Link>
          <Link to={href("/sellers/import/files/template.xlsx")} reloadDocument>
            {t("import:templateXlsx")}
          </Link>
        </p>
        <p>{t("import:exportHint")}</p>
        <h2>{t("import:how")}</h2>
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{t(`import:rules.${rule}`)}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
