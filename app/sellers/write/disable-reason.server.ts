import { disableReasonSchema } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { formMessages } from "~/ui/form/messages";

/** A form gets back at most this much of a reason that is too long, in characters. */
const MAX_ECHOED = 1_000;

/** Why accounts are to be disabled; `problem` says in words why the reason is refused. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const error = formMessages(t, { reason: t("sellers:disablePage.reason") });
  const read = disableReasonSchema.safeParse({ reason: text }, { error });
  if (read.success) return read.data;
  return { reason: text?.slice(0, MAX_ECHOED), problem: read.error.issues[0]?.message };
}
