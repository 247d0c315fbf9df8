import { Card, Group, Input, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton, Notice } from "~/ui";
import { CardColumns } from "~/ui/card-columns";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { UploadContent } from "./import-content";
import { useTurn } from "./use-turn";

const rules = ["turn", "headings", "workbook", "create", "update", "clear", "csv"] as const;

/** Chooses the file to check; says why the one before it couldn't be used. */
export function UploadForm({ content: { fault, megabytes, rows, formKey } }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  const turn = useTurn();
  return (
    <CardColumns>
      <Card>
        <Form method="post" action={href("/sellers/import")} encType="multipart/form-data">
          <Stack gap="md">
            {fault && (
              <Notice kind="error" role="alert" title={fault.title}>
                <p id="fault">{fault.text}</p>
              </Notice>
            )}
            <Input.Wrapper
              id="file"
              label={
                <>
                  {t("import:file")}{" "}
                  <Text span c="dimmed" fw={400}>
                    {t("common:required")}
                  </Text>
                </>
              }
              description={t("import:fileHint", { megabytes, rows })}
              descriptionProps={{ id: "file-hint" }}
            >
              <input
                className={classes.file}
                id="file"
                type="file"
                name="file"
                accept=".csv,.tsv,.txt,.xlsx,.ods"
                required
                aria-describedby={fault ? "file-hint fault" : "file-hint"}
                aria-invalid={fault ? true : undefined}
              />
            </Input.Wrapper>
            <input type="hidden" name="formKey" value={formKey} />
            <Group>
              <SubmitButton pending={t(`import:turn.${turn ?? "sending"}`)}>{t("import:check")}</SubmitButton>
              <VisuallyHidden role="status">{turn && t(`import:turn.${turn}`)}</VisuallyHidden>
            </Group>
          </Stack>
        </Form>
      </Card>
      <Card aria-labelledby="template">
        <Stack gap="sm">
          <h2 id="template">{t("import:template")}</h2>
          <p>{t("import:exportHint")}</p>
          <Group gap="xs">
            <LinkButton to={href("/sellers/import/files/template.csv")} reloadDocument>
              {t("import:templateCsv")}
            </LinkButton>
            <LinkButton to={href("/sellers/import/files/template.xlsx")} reloadDocument>
              {t("import:templateXlsx")}
            </LinkButton>
          </Group>
          <Text component="h2" mt="sm" fz="lg" fw={650} lh={1.25}>
            {t("import:how")}
          </Text>
          <Stack component="ul" gap="xs" pl="1.25rem" c="dimmed" style={{ listStyle: "disc" }}>
            {rules.map((rule) => (
              <li key={rule}>{t(`import:rules.${rule}`)}</li>
            ))}
          </Stack>
        </Stack>
      </Card>
    </CardColumns>
  );
}
