import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CheckboxField } from "~/components/form/checkbox-field";
import { ErrorSummary } from "~/components/form/error-summary";
import classes from "~/components/form/form.module.css";
import { SubmitButton } from "~/components/form/submit-button";
import { TextField } from "~/components/form/text-field";
import { LinkButton, Notice } from "~/components/ui";
import type { SellerChange } from "./seller";

/** What a page gives the form: the fields as text, the way a browser sends them. */
export type SellerFormState = {
  fields: Record<string, unknown>;
  formKey: string;
  /** The record that the person started from (editing only), as `printBase` writes it. */
  base?: string;
  /** The fields come from a form that was held, not from the record. */
  restored: boolean;
};

/** What the server said about a form that it didn't accept. */
export type SellerFormAnswer = {
  result: SubmissionResult;
  /** The key under which the form may be sent again. */
  formKey: string;
  base?: string;
  /** A record that the answer speaks of. */
  existing?: { href: string; name: string };
};

type SellerFormProps = { state: SellerFormState; answer: SellerFormAnswer | undefined; cancelTo: string };

const required = { displayName: { required: true }, email: { required: true }, mpk: { required: true } };

/** The one form of a seller, for creating and for editing; the latter also asks about the account. */
export function SellerForm(props: SellerFormProps) {
  // Once the record under the form has changed, what was merged into the fields must be shown.
  return <Fields key={props.answer?.base ?? props.state.base} {...props} />;
}

function Fields({ state, answer, cancelTo }: SellerFormProps) {
  const { t } = useTranslation(["sellers", "common"]);
  const [form, fields] = useForm<Omit<SellerChange, "accountEnabled"> & { accountEnabled?: boolean }>({
    id: "seller",
    defaultValue: state.fields,
    lastResult: answer?.result,
    constraint: required,
  });
  const { displayName, email, firstName, surname, mpk, accountEnabled } = fields;
  const base = answer?.base ?? state.base;
  return (
    <Form method="post" {...getFormProps(form)} className={classes.form}>
      <ErrorSummary
        formErrors={form.errors}
        fields={[displayName, email, firstName, surname, mpk, accountEnabled]}
        title={t("form.summary")}
        answer={answer}
      >
        {answer?.existing && (
          <p>
            <Link to={answer.existing.href}>{answer.existing.name}</Link>
          </p>
        )}
      </ErrorSummary>
      {state.restored && !answer && <Notice kind="info">{t("form.draft")}</Notice>}
      <input type="hidden" name="formKey" value={answer?.formKey ?? state.formKey} />
      {base && <input type="hidden" name="base" value={base} />}
      <TextField field={displayName} label={t("fields.displayName")} hint={t("form.displayNameHint")} />
      <TextField field={email} label={t("fields.email")} hint={t("form.emailHint")} inputMode="email" />
      <div className={classes.pair}>
        <TextField field={firstName} label={t("fields.firstName")} />
        <TextField field={surname} label={t("fields.surname")} />
      </div>
      <TextField field={mpk} label={t("fields.mpk")} hint={t("form.mpkHint")} />
      {base && <CheckboxField field={accountEnabled} label={t("fields.accountEnabled")} hint={t("form.accountHint")} />}
      <div className={classes.buttons}>
        <SubmitButton pending={t("form.saving")}>{t("form.save")}</SubmitButton>
        <LinkButton to={cancelTo}>{t("form.cancel")}</LinkButton>
      </div>
    </Form>
  );
}
