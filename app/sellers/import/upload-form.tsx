import { Group, Input, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useSubmit } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { optionalFields } from "~/domain/seller";
import { useHref, useLocale, useT } from "~/i18n/hooks";
import { LinkButton } from "~/ui";
import { DataTable } from "~/ui/data/data-table";
import { FormRefusal } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import theme from "~/ui/theme/components.module.css";
import classes from "./import.module.css";
import type { UploadContent } from "./import-page.server";
import { PasteForm } from "./paste-form";

const mainRules = ["create", "update", "clear"] as const;
const moreRules = ["headings", "workbook", "csv", "pasted"] as const;

export function UploadForm({ content }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  const { gonePlan } = content;
  return (
    <div className={theme.columns}>
      <Stack gap="1.25rem">
        <section className={theme.card}>
          {gonePlan && (
            <FormRefusal refusal={content} kind="error" title={gonePlan.title}>
              <p>{gonePlan.text}</p>
            </FormRefusal>
          )}
          <FileForm content={content} />
          {gonePlan && gonePlan.typed.length > 0 && <LostCorrections typed={gonePlan.typed} />}
        </section>
        <section className={theme.card}>
          <PasteForm content={content} />
        </section>
      </Stack>
      <section className={theme.card} aria-labelledby="template">
        <h2 id="template">{t("import:template")}</h2>
        <Group gap="xs">
          <LinkButton to={href("/sellers/import/files/template.csv")} reloadDocument>
            {t("import:downloadTemplate", { format: "CSV" })}
          </LinkButton>
          <LinkButton to={href("/sellers/import/files/template.xlsx")} reloadDocument>
            {t("import:downloadTemplate", { format: "XLSX" })}
          </LinkButton>
        </Group>
        <p>{t("import:exportHint")}</p>
        <Text component="h2" mt="sm" fz="lg" fw={650} lh={1.25}>
          {t("import:how")}
        </Text>
        <Rules rules={mainRules} maxRows={content.maxRows} />
        <details>
          <summary>{t("import:moreRules")}</summary>
          <Rules rules={moreRules} maxRows={content.maxRows} />
        </details>
      </section>
    </div>
  );
}

type RulesProps = {
  rules: readonly ((typeof mainRules)[number] | (typeof moreRules)[number])[];
  maxRows: number;
};

function Rules({ rules, maxRows }: RulesProps) {
  const t = useT();
  const anyOf = new Intl.ListFormat(useLocale(), { type: "disjunction" });
  const optional = anyOf.format(
    optionalFields.map((field) => t("import:quoted", { name: t(`sellers:fields.${field}`) })),
  );
  return (
    <Stack component="ul" gap="xs" pl="1.25rem" style={{ listStyle: "disc" }}>
      {rules.map((rule) => (
        <li key={rule}>{t(`import:rules.${rule}`, { optional, rows: maxRows })}</li>
      ))}
    </Stack>
  );
}

type FileEvent = "chosen" | "unreadable";

/** After an event in the field, leaves out the server's fault, which is about an earlier file. */
function fileFault({ fault, unreadable }: UploadContent, event: FileEvent | undefined) {
  if (event === "unreadable") return unreadable;
  return event === undefined && fault?.field === "file" ? fault : undefined;
}

function FileForm({ content }: { content: UploadContent }) {
  const t = useT();
  const href = useHref();
  const submit = useSubmit();
  const input = useDroppedFile();
  const { maxMegabytes, maxRows, formKey } = content;
  const [latest, setLatest] = useState<{ content: UploadContent; event: FileEvent }>();
  const event = latest?.content === content ? latest.event : undefined;
  const fault = fileFault(content, event);
  // A file that was moved or saved after it was chosen can't be read, and the request would fail.
  const sendIfReadable = async (submission: FormEvent<HTMLFormElement>) => {
    const form = submission.currentTarget;
    const field = form.elements.namedItem("file") as HTMLInputElement;
    submission.preventDefault();
    try {
      const reader = field.files?.[0]?.stream().getReader();
      await reader?.read();
      void reader?.cancel();
    } catch {
      field.value = "";
      return setLatest({ content, event: "unreadable" });
    }
    submit(form);
  };
  return (
    <PostForm
      formKey={formKey}
      action={href("/sellers/import")}
      encType="multipart/form-data"
      onSubmit={sendIfReadable}
    >
      <Stack gap="md">
        {fault && (
          <FormRefusal refusal={event ? latest : content} kind="error" title={fault.title}>
            <p id="fault">{fault.text}</p>
          </FormRefusal>
        )}
        <Input.Wrapper
          id="file"
          label={t("import:file")}
          labelProps={{ fz: "lg", fw: 650, lh: 1.25 }}
          description={
            <>
              <span className={classes.drop}>{t("import:drop")} </span>
              {t("import:fileHint", { megabytes: maxMegabytes, rows: maxRows })}
            </>
          }
          descriptionProps={{ id: "file-hint" }}
        >
          <input
            ref={input}
            className={classes.file}
            id="file"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods"
            required
            onChange={() => setLatest({ content, event: "chosen" })}
            aria-describedby={fault ? "file-hint fault" : "file-hint"}
            aria-invalid={fault ? true : undefined}
          />
        </Input.Wrapper>
        <SubmitButton className={classes.check} pending={t("import:checking")}>
          {t("import:check")}
        </SubmitButton>
      </Stack>
    </PostForm>
  );
}

function useDroppedFile() {
  const input = useRef<HTMLInputElement>(null);
  const isFile = ({ dataTransfer, target }: DragEvent) =>
    dataTransfer?.types.includes("Files") && target !== input.current;
  useWindowEvent("dragover", (event) => {
    if (isFile(event)) event.preventDefault();
  });
  useWindowEvent("drop", (event) => {
    if (!isFile(event) || !input.current) return;
    event.preventDefault();
    input.current.files = event.dataTransfer?.files ?? null;
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
    input.current.focus();
  });
  return input;
}

function LostCorrections({ typed }: Pick<NonNullable<UploadContent["gonePlan"]>, "typed">) {
  const t = useT();
  const labels = { line: t("import:line"), field: t("common:field"), value: t("import:value") };
  return (
    <>
      <Text component="h2" id="typed" mt="sm" fz="lg" fw={650} lh={1.25}>
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
