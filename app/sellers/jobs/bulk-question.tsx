import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { Link, useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { sellerPath } from "~/domain/paths";
import { bulkFields } from "~/domain/seller";
import { useHref, useT } from "~/i18n/hooks";
import { barePath } from "~/i18n/locales";
import { clearSelection } from "~/sellers/list/selection/use-selection";
import { ReasonField } from "~/sellers/record/reason-field";
import { LinkButton } from "~/ui";
import { Badge, Dot } from "~/ui/badge";
import { breakableEmail } from "~/ui/breakable-email";
import { DataTable } from "~/ui/data/data-table";
import { FormRefusal } from "~/ui/form/form-errors";
import { isFieldFilled, LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";
import { HiddenFields, PostForm } from "~/ui/form/post-form";
import { ServerCheckedField } from "~/ui/form/server-checked-field";
import { SubmitButton } from "~/ui/form/submit-button";
import theme from "~/ui/theme/components.module.css";
import type { BulkContent, PostedChange } from "./bulk-question.server";
import classes from "./job-results.module.css";

export function BulkQuestion({ content }: { content: BulkContent }) {
  const t = useT();
  const href = useHref();
  const { action, isPossible, problem, fields, count, reason, change, list, formKey } = content;
  const form = useRef<HTMLFormElement>(null);
  const typedField = change ? "value" : reason && "reason";
  useClearedSelection();
  // A reload can only restore the text of a question whose selection is stored as a draft.
  const isDraft = useSearchParams()[0].has("draft");
  return (
    <Stack gap="lg">
      <div className={theme.card}>
        <PostForm formKey={formKey} ref={form}>
          <Stack gap="md">
            {problem && (
              <FormRefusal refusal={content} kind="warning">
                <p>{problem}</p>
              </FormRefusal>
            )}
            <div>
              {/* For enabling and disabling, the page's heading is the question. */}
              {change && (
                <Text fz="lg" fw={600} mb="0.25rem">
                  {t("jobs:bulk.question.change")}
                </Text>
              )}
              <p>{t(`jobs:bulk.effect.${action}`)}</p>
            </div>
            <HiddenFields params={fields} />
            <input type="hidden" name="count" value={count} />
            <input type="hidden" name="confirm" value="1" />
            {change && <BulkChangeFields change={change} />}
            {reason && <ReasonField value={reason} autoFocus />}
            <Group gap="sm" mt="0.5rem">
              {isPossible && (
                <SubmitButton variant={action === "disable" ? "danger" : "filled"} pending={t("common:starting")}>
                  {t(`jobs:bulk.confirm.${action}`, { count })}
                </SubmitButton>
              )}
              <LinkButton to={href(list)}>{t("common:cancel")}</LinkButton>
            </Group>
          </Stack>
        </PostForm>
        {typedField && (
          <LateUnsavedGuard form={form} isUnsaved={isFieldFilled(typedField)} isNeverRestored={!isDraft} />
        )}
      </div>
      {content.sample.length > 0 && <Sample content={content} />}
    </Stack>
  );
}

function BulkChangeFields({ change }: { change: PostedChange }) {
  const t = useT();
  const { field, value, problem } = change;
  return (
    <>
      <NativeSelect
        key={field}
        name="field"
        label={t("common:field")}
        data={bulkFields.map((value) => ({ value, label: t(`sellers:fields.${value}`) }))}
        defaultValue={field}
      />
      <ServerCheckedField
        // A new key makes React show the value that the server returned.
        key={problem}
        check={change}
        name="value"
        label={t("jobs:bulk.change.value")}
        description={t("jobs:bulk.change.hint")}
        defaultValue={value}
        autoCorrect="off"
      />
    </>
  );
}

function useClearedSelection(): void {
  const { formMethod, location } = useNavigation();
  const hasStarted = formMethod === "POST" && location && barePath(location.pathname).startsWith("/sellers/jobs/");
  useEffect(() => {
    if (hasStarted) clearSelection();
  }, [hasStarted]);
}

function Sample({ content: { sample, count } }: { content: BulkContent }) {
  const t = useT();
  const href = useHref();
  const labels = [
    t("sellers:fields.displayName"),
    t("sellers:fields.email"),
    t("sellers:fields.mpk"),
    t("sellers:list.statusLabel"),
  ];
  const [, , mpk] = labels;
  return (
    <section aria-labelledby="sample" className={classes.table}>
      <h2 id="sample" style={{ marginBottom: "0.5rem" }}>
        {t("jobs:bulk.sample")}
      </h2>
      <DataTable labelledBy="sample" columns={labels}>
        {sample.map((seller) => (
          <tr key={seller.id}>
            <th scope="row">
              <Link to={href(sellerPath(seller.id))} translate="no">
                {seller.displayName || seller.email || seller.id}
              </Link>
            </th>
            <td className={classes.whole}>{breakableEmail(seller.email)}</td>
            <td data-label={mpk} translate="no">
              {seller.mpk}
            </td>
            <td>
              {seller.accountEnabled ? (
                <Dot>{t("sellers:status.active")}</Dot>
              ) : (
                <Badge>{t("sellers:status.inactive")}</Badge>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {count > sample.length && (
        <Text c="dimmed" mt="xs">
          {t("jobs:bulk.more", { count: count - sample.length })}
        </Text>
      )}
    </section>
  );
}
