import { optionalText } from "~/domain/text-types";
import type { Translate } from "~/i18n/catalogues";
import { echoed, readValue } from "~/ui/form/messages";

const reasonSchema = optionalText(200);

/** Why accounts are to be disabled; `problem` says in words why the reason is refused. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const { value, problem } = readValue(reasonSchema, text, t("sellers:disablePage.reason"), t);
  return problem === undefined ? { reason: value } : { reason: text && echoed(text), problem };
}
