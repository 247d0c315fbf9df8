import { Group, Text } from "@mantine/core";
import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHref } from "~/i18n/use-locale";
import { useT } from "~/i18n/use-t";
import { LinkButton } from "~/ui";
import { DataTable } from "~/ui/data/data-table";
import { PageTurner } from "~/ui/data/page-turner";
import { FormRefusal } from "~/ui/form/form-refusal";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { PlanContent } from "./import-content";

/** Whether anything can be put right in the table itself. */
export function hasCells({ problems }: Pick<PlanContent, "problems">): boolean {
  return problems.some(({ cell }) => cell);
}

/** The rows that are wrong, a page of them, and the ways to put them right: in the table, or in a file of them. */
export function Problems({ plan }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  const { pathname } = useLocation();
  const { id, fault, correction, page, pages } = plan;
  const section = useFocusOnWrong(id);
  return (
    <section ref={section} aria-labelledby="problems">
      <Group justify="space-between" gap="xs" mb="sm">
        <div>
          <h2 id="problems">{t("import:problems")}</h2>
          <Text c="dimmed">
            {t(hasCells(plan) ? "import:fixHint" : "import:correctionHint")}
            {hasCells(plan) && pages > 1 && ` ${t("import:fixPages")}`}
          </Text>
        </div>
        <LinkButton to={href(correction)} reloadDocument>
          {t("import:correction")}
        </LinkButton>
      </Group>
      {fault && (
        <FormRefusal answer={plan} kind="error" title={fault.title} mb="sm">
          <p>{fault.text}</p>
        </FormRefusal>
      )}
      {/* Each page of each plan is a form of its own: nothing typed into one is asked about on another. */}
      {hasCells(plan) ? <CorrectionsForm key={`${id} ${page}`} plan={plan} /> : <ProblemsTable plan={plan} />}
      <PageTurner
        label={t("import:pages")}
        page={page}
        pages={pages}
        to={(number) => `${pathname}?plan=${id}&page=${number}#problems`}
        words={{ page: t("import:page", { page, pages }), previous: t("import:previous"), next: t("import:next") }}
      />
    </section>
  );
}

/** After a check of what was corrected, which takes its form's place, work goes on at the first cell that is still wrong. */
function useFocusOnWrong(id: string) {
  const section = useRef<HTMLElement>(null);
  const checked = useRef(id);
  useEffect(() => {
    if (checked.current === id) return;
    checked.current = id;
    section.current?.querySelector<HTMLElement>("input[aria-invalid]")?.focus();
  }, [id]);
  return section;
}

function CorrectionsForm({ plan }: { plan: PlanContent }) {
  const t = useT();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const { id, problems, page, formKey } = plan;
  // What came back unchecked fills its cell anew, and yet isn't what the file holds.
  const isUnsaved = (typed: HTMLFormElement) => {
    const fields = new FormData(typed);
    return problems.some(({ cell }) => cell && fields.get(cell.name) !== cell.inFile);
  };
  return (
    // What it leads to takes this page's place, for Back as well.
    <Form method="post" replace action={`${pathname}?plan=${id}&page=${page}`} ref={form}>
      <input type="hidden" name="corrected" value={id} />
      <input type="hidden" name="formKey" value={formKey} />
      <ProblemsTable plan={plan} />
      <Group mt="sm">
        <SubmitButton pending={t("import:rechecking")}>{t("import:recheck")}</SubmitButton>
      </Group>
      <LateUnsavedGuard form={form} isUnsaved={isUnsaved} />
    </Form>
  );
}

function ProblemsTable({ plan: { problems } }: { plan: PlanContent }) {
  const t = useT();
  const labels = {
    line: t("import:line"),
    field: t("import:field"),
    value: t("import:value"),
    reason: t("import:reason"),
  };
  return (
    <DataTable labelledBy="problems" columns={Object.values(labels)}>
      {problems.map(({ line, field, value, reason, cell }, at) => (
        <tr key={`${line} ${field}`}>
          <td data-label={labels.line}>{line}</td>
          <th scope="row" className={classes.field}>
            {field}
          </th>
          <td data-label={labels.value}>
            {cell ? (
              <input
                className={classes.cell}
                name={cell.name}
                defaultValue={cell.value}
                aria-label={t("import:cell", { field, line })}
                aria-describedby={`reason-${at}`}
                aria-invalid={cell.wrong || undefined}
                autoComplete="off"
              />
            ) : (
              <bdi translate="no">{value}</bdi>
            )}
          </td>
          <td id={`reason-${at}`}>{reason}</td>
        </tr>
      ))}
    </DataTable>
  );
}
