import { useT } from "~/i18n/hooks";
import { AnsweredField } from "~/ui/form/answered-field";
import type { PostedReason } from "./disabling-reason.server";

export function ReasonField({ value }: { value: PostedReason }) {
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
    />
  );
}
