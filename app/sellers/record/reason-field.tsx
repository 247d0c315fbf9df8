import { useT } from "~/i18n/hooks";
import { ServerCheckedField } from "~/ui/form/server-checked-field";
import type { PostedReason } from "./disabling-reason.server";

export function ReasonField({ value, autoFocus }: { value: PostedReason; autoFocus?: boolean }) {
  const t = useT();
  return (
    <ServerCheckedField
      // A new key remounts the field, which then shows the server's value.
      key={value.problem}
      check={value}
      name="reason"
      label={t("sellers:disablePage.reason")}
      description={t("sellers:disablePage.reasonHint")}
      defaultValue={value.reason}
      {...(autoFocus && { autoFocus })}
    />
  );
}
