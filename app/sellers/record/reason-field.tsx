import { Text, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useT } from "~/i18n/use-t";
import type { GivenReason } from "~/sellers/write/disable-reason.server";
import { fieldErrors } from "~/ui/form/field-errors";
import { LateUnsavedGuard } from "~/ui/form/late-unsaved-guard";

type ReasonFieldProps = {
  given: GivenReason;
  /** Nothing can be saved with it any more, as the page says. */
  isOver?: boolean;
  isFleeting?: boolean;
};

/** Why accounts are disabled, for the history; may stay empty. Left behind only after a question, as any form's text is. */
export function ReasonField({ given, isOver, isFleeting }: ReasonFieldProps) {
  const t = useT();
  const { reason, problem } = given;
  const field = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    form.current = field.current?.form ?? null;
  });
  // Also when the same is wrong with it once more.
  useEffect(() => {
    if (given.problem) field.current?.focus();
  }, [given]);
  return (
    <>
      <TextInput
        ref={field}
        // What the server gives back must be shown.
        key={problem}
        name="reason"
        label={
          <>
            {t("sellers:disablePage.reason")}{" "}
            <Text span c="dimmed" fw={400}>
              {t("sellers:disablePage.optional")}
            </Text>
          </>
        }
        description={t("sellers:disablePage.reasonHint")}
        error={fieldErrors(problem ? [problem] : undefined)}
        defaultValue={reason}
        autoFocus={problem !== undefined}
        autoComplete="off"
      />
      {!isOver && <LateUnsavedGuard form={form} isUnsaved={holdsReason} isFleeting={isFleeting} />}
    </>
  );
}

function holdsReason(form: HTMLFormElement): boolean {
  return String(new FormData(form).get("reason") ?? "").trim() !== "";
}
