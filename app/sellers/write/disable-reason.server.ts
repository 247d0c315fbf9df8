import { disableReasonSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { readValue } from "~/ui/form/messages";

/** A form gets back at most this much of a reason that is too long, in characters. */
const MAX_ECHOED = 1_000;

/** Why accounts are to be disabled; `problem` says in words why the reason is refused. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const { value, problem } = readValue(disableReasonSchema, text, t("sellers:disablePage.reason"), t);
  return problem === undefined ? { reason: value } : { reason: text?.slice(0, MAX_ECHOED), problem };
}
