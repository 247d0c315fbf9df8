import { Card, Group, Input, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton } from "~/ui";
import { CardColumns } from "~/ui/card-columns";
import { DataTable } from "~/ui/data/data-table";
import { FormRefusal } from "~/ui/form/form-refusal";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { UploadContent } from "./import-content";
import { useTurn } from "./use-turn";

const rules = ["turn", "headings", "workbook", "create", "update", "clear", "csv"] as const;

/** Chooses the file to check; says why the one before it couldn't be used. */
export function UploadForm({ content }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  const turn = useTurn();
  const submit = useSubmit();
  const { gone, megabytes, rows, formKey } = content;
  /** What is said here since the server's last answer. */
  const [later, setLater] = useState<{ content: UploadContent; fault?: UploadContent["fault"] }>();
  const said = later?.content === content ? later : content;
  const { fault } = said;
  // Browsers don't read a file that was saved anew or moved since it was chosen; what is sent with it would fail as a whole.
  const sendIfReadable = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const field = form.elements.namedItem("file") as HTMLInputElement;
    event.preventDefault();
    try {
      const reader = field.files?.[0]?.stream().getReader();
      await reader?.read();
      void reader?.cancel();
    } catch {
      field.value = "";
      return setLater({ content, fault: content.unreadable });
    }
    submit(form);
  };
  return (
    <CardColumns>
      <Card>
        <Form method="post" action={href("/sellers/import")} encType="multipart/form-data" onSubmit={sendIfReadable}>
          <Stack gap="md">
            {gone && (
              <FormRefusal answer={content} kind="error" title={gone.title}>
                <p>{gone.text}</p>
              </FormRefusal>
            )}
            {fault && (
              <FormRefusal answer={said} kind="error" title={fault.title}>
                <p id="fault">{fault.text}</p>
              </FormRefusal>
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
                accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods"
                required
                onChange={() => setLater({ content })}
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
        {gone && gone.typed.length > 0 && <TypedBefore typed={gone.typed} />}
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

/** What somebody typed into the table of a file that isn't there any more: it can be copied from here. */
function TypedBefore({ typed }: Pick<NonNullable<UploadContent["gone"]>, "typed">) {
  const t = useT();
  const labels = { line: t("import:line"), field: t("import:field"), value: t("import:value") };
  return (
    <>
      <Text component="h2" id="typed" mt="lg" mb="sm" fz="lg" fw={650} lh={1.25}>
        {t("import:typed")}
      </Text>
      <DataTable labelledBy="typed" columns={Object.values(labels)}>
        {typed.map(({ line, field, value }) => (
          <tr key={`${line} ${field}`}>
            <td data-label={labels.line}>{line}</td>
            <th scope="row">{field}</th>
            <td data-label={labels.value}>
              <bdi translate="no">{value}</bdi>
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
