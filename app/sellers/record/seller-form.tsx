import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Group, Stack } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useCallback, useMemo, useRef, useState } from "react";
import type { Conflict } from "~/domain/merge-changes";
import {
  type EditableField,
  editableFields,
  formRows,
  requiredFields,
  type Seller,
  type SellerChange,
  type TextField as TextFieldName,
} from "~/domain/seller";
import { useT } from "~/i18n/hooks";
import { LinkButton, Notice } from "~/ui";
import { ErrorSummary } from "~/ui/form/error-summary";
import formClasses from "~/ui/form/form.module.css";
import { useFormArrival } from "~/ui/form/form-arrival";
import { CheckboxField } from "~/ui/form/form-fields";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { UnsavedGuard } from "~/ui/form/unsaved-guard";
import type { Typed } from "~/ui/restored-typing";
import theme from "~/ui/theme/components.module.css";
import { ConflictChoice } from "./conflict-choice";
import type { PostedReason } from "./disabling-reason.server";
import { EmailField } from "./email-field";
import { ReasonField } from "./reason-field";
import { RestoredNotice } from "./restored-notice";
import { SellerField } from "./seller-field";
import classes from "./seller-form.module.css";

export type SellerFormState = {
  /** From a record, or from a draft as a browser posted it (`accountEnabled: "on"`). */
  fields: Record<string, unknown>;
  formKey: string;
  /** The name of the seller from whom values were copied (`?like=42`). */
  similarTo?: string;
  /** Of an edit form: the record when the form was opened (`printLoadedValues`). */
  base?: string;
  saved?: Seller;
  reason?: string;
  isFromDraft: boolean;
  refused?: SubmissionResult;
};

export type SellerFormAnswer = {
  result: SubmissionResult;
  formKey: string;
  base?: string;
  isOutcomeUnknown?: true;
  existing?: { href: string; name: string };
  conflict?: { fields: Conflict[]; original: string; question: string };
  /** Fields that a colleague has changed meanwhile, and this person hasn't. */
  merged?: EditableField[];
  reason?: PostedReason;
  suggested?: string;
  /** Whose value the person chose for each field of a conflict, such as `mpk:theirs`. */
  chosen?: string;
};

type SellerFormProps = {
  state: SellerFormState;
  answer: SellerFormAnswer | undefined;
  cancelTo: string;
  /** „Zapisz i dodaj kolejnego” is the first button, which Enter presses. */
  isAddingAnother?: boolean;
};

const constraint = Object.fromEntries(requiredFields.map((name) => [name, { required: true }]));

export function SellerForm(props: SellerFormProps) {
  const { state, answer } = props;
  const arrival = useFormArrival(answer, "seller-firstName");
  // A new key remounts the fields, which then show the server's values.
  const parts = [arrival, answer?.base ?? state.base, answer?.suggested, answer?.chosen];
  return <Fields key={parts.join(" ")} {...props} />;
}

function Fields({ state, answer, cancelTo, isAddingAnother = false }: SellerFormProps) {
  const t = useT();
  const element = useRef<HTMLFormElement>(null);
  const [form, fields] = useForm<Omit<SellerChange, "accountEnabled"> & { accountEnabled?: boolean }>({
    id: "seller",
    defaultValue: state.fields,
    lastResult: answer ? answer.result : state.refused,
    constraint,
  });
  const loadedReason = useMemo(() => ({ reason: state.reason }), [state.reason]);
  const [restored, setRestored] = useState<Typed>();
  const formKey = answer?.formKey ?? restored?.get("formKey") ?? state.formKey;
  // Text restored from a conflict's form starts again from `original`, the record before both
  // people's changes.
  const base = answer?.base ?? restored?.get("original") ?? restored?.get("base") ?? state.base;
  const initial = base ?? (state.similarTo && JSON.stringify(state.fields));
  const fieldProps = (name: TextFieldName) => ({
    name,
    field: fields[name],
    refusedValue: (answer?.result.initialValue ?? state.fields)[name],
    isInConflict: answer?.conflict?.fields.some((conflict) => conflict.field === name),
    isMerged: answer?.merged?.includes(name),
    autoFocus: !base && !answer && name === formRows[0]?.[0],
  });
  const isUnsaved = useCallback((posted: HTMLFormElement) => differsFrom(initial, new FormData(posted)), [initial]);
  const ownAccountHint = state.saved?.accountEnabled ? "sellers:form.accountHint" : undefined;
  const accountHint = answer?.merged?.includes("accountEnabled") ? "sellers:conflict.mergedHint" : ownAccountHint;
  const isRestored = (state.isFromDraft || restored !== undefined) && !answer;
  return (
    <>
      {isRestored && <RestoredNotice formKey={formKey} />}
      <PostForm formKey={formKey} ref={element} {...getFormProps(form)} className={formClasses.form}>
        {answer?.conflict ? (
          <ConflictChoice {...answer.conflict} texts={form.errors ?? []} answer={answer} />
        ) : (
          <ErrorSummary
            formErrors={form.errors}
            fields={[...formRows.flat(), "accountEnabled" as const].map((name) => ({
              label: t(`sellers:fields.${name}`),
              field: fields[name],
            }))}
            titles={{
              fields: t("sellers:form.summary"),
              none: t(answer?.isOutcomeUnknown ? "common:outcome.unknown" : "common:outcome.failed"),
            }}
            refusal={answer}
          >
            {answer?.existing && (
              <p>
                <Link to={answer.existing.href}>{answer.existing.name}</Link>
              </p>
            )}
          </ErrorSummary>
        )}
        {state.similarTo && !restored && !answer && (
          <Notice kind="info">{t("sellers:form.similarTo", { name: state.similarTo })}</Notice>
        )}
        {base && <input type="hidden" name="base" value={base} />}
        <div className={`${theme.card} ${formClasses.card}`}>
          <Stack gap="1.25rem">
            <div className={classes.rows}>
              {formRows.map((row) => (
                <div key={row.join()} className={classes.row}>
                  {row.map((name) =>
                    name === "email" ? (
                      <EmailField
                        key={name}
                        {...fieldProps(name)}
                        form={element}
                        saved={state.saved}
                        hasTypedValues={Boolean(answer) || state.isFromDraft}
                      />
                    ) : (
                      <SellerField key={name} {...fieldProps(name)} />
                    ),
                  )}
                </div>
              ))}
            </div>
            {base && (
              <div className={classes.account}>
                <CheckboxField
                  field={fields.accountEnabled}
                  label={t("sellers:fields.accountEnabled")}
                  hint={accountHint && t(accountHint)}
                />
                {(state.saved?.accountEnabled || answer?.reason?.reason) && (
                  <div className={classes.reason}>
                    <ReasonField value={answer?.reason ?? loadedReason} />
                  </div>
                )}
              </div>
            )}
          </Stack>
        </div>
        <SaveBar nextPages={nextPagesOf(Boolean(base), isAddingAnother)} cancelTo={cancelTo} />
        <UnsavedGuard form={element} isUnsaved={isUnsaved} onRestored={setRestored} />
      </PostForm>
    </>
  );
}

function SaveBar({ nextPages, cancelTo }: { nextPages: readonly NextPage[]; cancelTo: string }) {
  const t = useT();
  const [first, second] = nextPages.map((next, at) => (className: string | undefined) => (
    <SubmitButton
      key={next}
      pending={t("sellers:form.saving")}
      name="next"
      value={next}
      variant={at === 0 ? "filled" : "default"}
      className={className}
      hasShortcut={next === "another"}
    >
      {t(next === "show" ? "common:save" : "sellers:form.saveAndAddAnother")}
    </SubmitButton>
  ));
  return (
    <>
      <Group gap="0.5rem 0.75rem" className={formClasses.bar} data-at-bottom data-screen-only>
        {first?.(undefined)}
        {second?.(formClasses.notOnPhone)}
        <LinkButton to={cancelTo}>{t("common:cancel")}</LinkButton>
      </Group>
      {/* A phone's bar has room for two buttons. */}
      {second?.(formClasses.onPhone)}
    </>
  );
}

type NextPage = "show" | "another";

function nextPagesOf(isEdit: boolean, isAddingAnother: boolean): readonly NextPage[] {
  if (isEdit) return ["show"];
  return isAddingAnother ? ["another", "show"] : ["show", "another"];
}

export function differsFrom(initialJson: string | undefined, form: FormData): boolean {
  const initial: Partial<Record<EditableField, string | boolean>> = initialJson ? JSON.parse(initialJson) : {};
  return editableFields.some((field) => {
    const value = form.get(field);
    if (field === "accountEnabled") return (value !== null) !== (initial[field] ?? false);
    return (value ?? "") !== (initial[field] ?? "");
  });
}
