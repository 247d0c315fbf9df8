import { log } from "~/.server/log";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { changedFields, type EditableField } from "~/domain/change";
import type { HistoryEntry } from "~/domain/history-entry";
import type { SellerChange } from "~/domain/seller";
import { formatDateTime } from "~/i18n/format";
import { listHistory } from "~/sellers/write/history-journal.server";

/** How many of a seller's latest changes are looked at. */
const LOOKED = 30;

/** Who gave a field the value that it has now, in words; `own`: the same person, in another tab. */
export type ChangeAuthor = { own: boolean; text: string };

/**
 * Who gave these fields their values and when, as far as our history knows, for a person whom the backend has just given that
 * seller: who may see it may see its history.
 */
export async function changeAuthors(
  { session, t }: Pick<FranchiseeContext, "session" | "t">,
  sellerId: string,
  values: SellerChange,
  fields: readonly EditableField[],
): Promise<Map<EditableField, ChangeAuthor>> {
  const entries = await latestOf(sellerId);
  return new Map(fields.map((field) => [field, authorOf(field)]));

  function authorOf(field: EditableField): ChangeAuthor {
    if (!entries) return { own: false, text: t("problems:author.unknown") };
    const entry = entries.find((each) => gave(each, field, values));
    if (!entry) return { own: false, text: t("problems:author.elsewhere") };
    const when = formatDateTime(entry.at);
    if (entry.by.sub === session.sub) return { own: true, text: t("problems:author.self", { when }) };
    const { name } = entry.by;
    return {
      own: false,
      text: name ? t("problems:author.other", { name, when }) : t("problems:author.nameless", { when }),
    };
  }
}

/** @returns undefined when they can't be had */
async function latestOf(sellerId: string): Promise<HistoryEntry[] | undefined> {
  try {
    return (await listHistory({ sellerId, limit: LOOKED })).entries;
  } catch (err) {
    log().error({ err }, "a conflict is told without who it is with");
    return undefined;
  }
}

function gave(entry: HistoryEntry, field: EditableField, values: SellerChange): boolean {
  if (entry.action === "create" || entry.outcome === "failed") return false;
  const changed = changedFields(entry.before, entry.after).includes(field);
  return changed && (entry.after[field] ?? "") === (values[field] ?? "");
}
