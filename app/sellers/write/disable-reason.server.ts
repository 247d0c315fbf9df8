import { disableReasonSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { echoed, readValue } from "~/ui/form/messages";

/** Why accounts are to be disabled; `problem` says in words why the reason is refused. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const { value, problem } = readValue(disableReasonSchema, text, t("sellers:disablePage.reason"), t);
  return problem === undefined ? { reason: value } : { reason: text && echoed(text), problem };
}
