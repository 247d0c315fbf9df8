import { TextInput } from "@mantine/core";
import { type RefObject, useRef } from "react";
import { useT } from "~/i18n/hooks";
import { useFocusOnRefusal } from "~/ui/focus";
import { fieldErrors } from "~/ui/form/form-errors";
import { holdsText, LateUnsavedGuard, useFormOf } from "~/ui/form/late-unsaved-guard";
import type { PostedReason } from "./disabling-reason.server";

type ReasonFieldProps = {
  value: PostedReason;
  /** False if the reason can't be saved, because the account already has the requested state. */
  isGuarded?: boolean;
  /** The form is gone after a reload (`UnsavedGuardProps`). */
  isNeverRestored?: boolean;
};

export function ReasonField({ value, isGuarded = true, isNeverRestored }: ReasonFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const form = useFormOf(field);
  return (
    <>
      <ReasonInput value={value} field={field} />
      {isGuarded && <LateUnsavedGuard form={form} isUnsaved={holdsText("reason")} isNeverRestored={isNeverRestored} />}
    </>
  );
}

type ReasonInputProps = { value: PostedReason; field: RefObject<HTMLInputElement> };

/** The input alone, for a form that guards unsaved text by itself. */
export function ReasonInput({ value, field }: ReasonInputProps) {
  const t = useT();
  const { reason, problem } = value;
  useFocusOnRefusal(field, problem !== undefined && value);
  return (
    <TextInput
      ref={field}
      // A new key shows the value that the server returned.
      key={problem}
      name="reason"
      label={t("sellers:disablePage.reason")}
      description={t("sellers:disablePage.reasonHint")}
      error={fieldErrors(problem ? [problem] : undefined)}
      defaultValue={reason}
      autoFocus={problem !== undefined}
      autoComplete="off"
    />
  );
}
