import { TextInput } from "@mantine/core";
import { useT } from "~/i18n/use-t";
import type { GivenReason } from "~/sellers/write/disable-reason.server";
import { fieldErrors } from "~/ui/form/field-errors";

/** Why accounts are disabled, for the history; may stay empty. */
export function ReasonField({ given: { reason, problem } }: { given: GivenReason }) {
  const t = useT();
  return (
    <TextInput
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
