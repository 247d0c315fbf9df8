import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { fieldsChangedBy, type HistoryEntry } from "~/domain/history-entry";
import { optionalText } from "~/domain/seller-schema";
import type { Translate } from "~/i18n/catalogues";
import { listEntries } from "~/sellers/write/history-journal.server";
import { cutForEcho, readValue } from "~/ui/form/form-messages";

const reasonSchema = optionalText(200);

/** `problem` is the message about a refused reason. */
export type PostedReason = { reason?: string; problem?: string };

export function readReason(form: Pick<FormData, "get">, t: Translate): PostedReason {
  const typed = form.get("reason");
  const text = typeof typed === "string" ? typed : undefined;
  const { value, problem } = readValue(reasonSchema, text, t("sellers:disablePage.reason"), t);
  return problem === undefined ? { reason: value } : { reason: text && cutForEcho(text), problem };
}

/** Finds the disabling by an earlier post of the same form: by this person and for this reason. */
export async function repeatedDisabling(
  { session }: Pick<FranchiseeContext, "session">,
  sellerId: string,
  reason: string,
): Promise<HistoryEntry | undefined> {
  const entries = await listEntries({ sellerId, limit: 20 });
  const last = entries.find((entry) => entry.outcome !== "failed" && fieldsChangedBy(entry).includes("accountEnabled"));
  return last?.by.sub === session.sub && last.reason === reason ? last : undefined;
}
