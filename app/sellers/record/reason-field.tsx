import { useT } from "~/i18n/hooks";
import { AnsweredField } from "~/ui/form/answered-field";
import type { PostedReason } from "./disabling-reason.server";

/** @param autoFocus for a question whose only field it is */
export function ReasonField({ value, autoFocus }: { value: PostedReason; autoFocus?: boolean }) {
  const t = useT();
  return (
    <AnsweredField
      // A new key shows the value that the server returned.
      key={value.problem}
      answer={value}
      name="reason"
      label={t("sellers:disablePage.reason")}
      description={t("sellers:disablePage.reasonHint")}
      defaultValue={value.reason}
      {...(autoFocus && { autoFocus })}
    />
  );
}
