import { Group, Text } from "@mantine/core";
import { useLocation, useNavigationType } from "@remix-run/react";
import { Fragment, useEffect, useRef, useState } from "react";
import { useHref, useT } from "~/i18n/hooks";
import { LinkButton, Notice } from "~/ui";
import { DataTable } from "~/ui/data/data-table";
import { NumberedPager } from "~/ui/data/pager";
import { FormRefusal } from "~/ui/form/form-errors";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import classes from "./import.module.css";
import type { PlanContent } from "./plan-page.server";

export function isCorrectable({ problems }: Pick<PlanContent, "problems">): boolean {
  return problems.some(({ cell }) => cell);
}

export function Problems({ plan }: { plan: PlanContent }) {
  const t = useT();
  const href = useHref();
  const { pathname } = useLocation();
  const { id, fault, wrongRowsFile, page, pages } = plan;
  const section = useFocusOnWrong(id);
  return (
    <section ref={section} aria-labelledby="problems">
      <Group justify="space-between" gap="sm" mb="md">
        <div>
          <h2 id="problems">{t("import:problems")}</h2>
          <Text c="dimmed">
            {t(isCorrectable(plan) ? "import:fixHint" : "import:wrongRowsHint")}
            {isCorrectable(plan) && pages > 1 && ` ${t("import:fixPages")}`}
          </Text>
        </div>
        <LinkButton to={href(wrongRowsFile)} reloadDocument>
          {t("import:wrongRowsFile")}
        </LinkButton>
      </Group>
      {fault && (
        <FormRefusal refusal={plan} kind="error" title={fault.title} mb="sm">
          <p>{fault.text}</p>
        </FormRefusal>
      )}
      {/* The key makes a new form for each page, with its own unsaved corrections. */}
      {isCorrectable(plan) ? <CorrectionsForm key={`${id} ${page}`} plan={plan} /> : <ProblemsTable plan={plan} />}
      <NumberedPager
        label={t("common:pages")}
        page={page}
        pages={pages}
        to={(number) => `${pathname}?plan=${id}&page=${number}#problems`}
      />
    </section>
  );
}

/** Focuses the first wrong cell after each check, but not after Back. */
function useFocusOnWrong(id: string) {
  const section = useRef<HTMLElement>(null);
  const isBack = useNavigationType() === "POP";
  const focusedId = useRef(isBack ? id : undefined);
  useEffect(() => {
    if (focusedId.current === id) return;
    focusedId.current = id;
    section.current?.querySelector<HTMLElement>("input[aria-invalid]")?.focus();
  }, [id]);
  return section;
}

function CorrectionsForm({ plan }: { plan: PlanContent }) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { id, problems, formKey, importable, counts, asksAboutCorrections } = plan;
  const [isRestored, setRestored] = useState(plan.hasRestoredCorrections);
  // Compare with the file's value, because the initial value may be a draft's correction.
  const isUnsaved = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    return problems.some(({ cell }) => cell && fields.get(cell.name) !== cell.inFile);
  };
  return (
    // `replace` keeps Back from leading to the plan before these corrections. Without `action` the
    // form is sent to the page's own address, by which typed text is restored.
    <PostForm formKey={formKey} replace ref={form}>
      <input type="hidden" name="corrected" value={id} />
      {/* The reasons below the fields are about the file's values, not about the restored ones. */}
      {isRestored && !asksAboutCorrections && (
        <Notice kind="info" mb="sm">
          {t("import:ask.title")}
        </Notice>
      )}
      <ProblemsTable plan={plan} />
      {asksAboutCorrections && (
        <FormRefusal refusal={plan} kind="warning" title={t("import:ask.title")} mt="sm">
          <p>{t("import:ask.text")}</p>
        </FormRefusal>
      )}
      <Group gap="sm" className={classes.actions}>
        <SubmitButton pending={t("import:checking")}>{t("import:recheck")}</SubmitButton>
        {importable > 0 && (
          <SubmitButton
            variant="default"
            name={asksAboutCorrections ? "uncorrected" : "plan"}
            value={id}
            pending={t("common:starting")}
          >
            {asksAboutCorrections ? t("import:ask.import") : t("import:start", { count: importable })}
          </SubmitButton>
        )}
        {importable > 0 && (
          <Text c="dimmed" className={classes.skipped}>
            {t("import:skipped", { count: counts.wrong })}
          </Text>
        )}
      </Group>
      <LateUnsavedGuard form={form} isUnsaved={isUnsaved} onRestored={() => setRestored(true)} />
    </PostForm>
  );
}

function ProblemsTable({ plan: { problems } }: { plan: PlanContent }) {
  const t = useT();
  const labels = {
    line: t("import:line"),
    seller: t("common:seller"),
    field: t("common:field"),
    value: t("import:value"),
  };
  return (
    <DataTable labelledBy="problems" columns={Object.values(labels)}>
      {problems.map(({ line, seller, otherValues, field, value, reason, cell }, at) => (
        <tr key={`${line} ${field}`}>
          <td data-label={labels.line} className={classes.line}>
            {line}
          </td>
          <td className={classes.seller}>
            <bdi translate="no">{seller}</bdi>
            {otherValues.length > 0 && (
              <Text component="p" c="dimmed" size="sm">
                {otherValues.map((other, index) => (
                  <Fragment key={other.field}>
                    {index > 0 && "\u00a0· "}
                    {other.field}:{"\u00a0"}
                    <bdi translate="no">{other.value}</bdi>
                  </Fragment>
                ))}
              </Text>
            )}
          </td>
          <th scope="row" className={classes.field}>
            {field}
          </th>
          <td className={classes.value}>
            {cell ? (
              <input
                className={classes.cell}
                name={cell.name}
                defaultValue={cell.value}
                aria-label={t("import:cell", { field, line })}
                aria-describedby={`reason-${at}`}
                aria-invalid={cell.isWrong || undefined}
                autoComplete="off"
                autoCorrect="off"
              />
            ) : (
              <bdi translate="no">{value}</bdi>
            )}
            <Text
              id={`reason-${at}`}
              fz={cell?.isWrong ? "0.8125rem" : "sm"}
              fw={cell?.isWrong ? 500 : undefined}
              c={cell?.isWrong ? "var(--mantine-color-error)" : undefined}
              mt="0.375rem"
            >
              {reason}
            </Text>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
