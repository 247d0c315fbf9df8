import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useT } from "~/i18n/use-t";
import type { GivenReason } from "~/sellers/write/disable-reason.server";
import { fieldErrors } from "~/ui/form/field-errors";

/** Why accounts are disabled, for the history; may stay empty. */
export function ReasonField({ given }: { given: GivenReason }) {
  const t = useT();
  const { reason, problem } = given;
  const field = useRef<HTMLInputElement>(null);
  // Also when the same is wrong with it once more.
  useEffect(() => {
    if (given.problem) field.current?.focus();
  }, [given]);
  return (
    <TextInput
      ref={field}
      // What the server gives back must be shown.
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
