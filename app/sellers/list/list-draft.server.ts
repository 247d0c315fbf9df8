import { type Draft, fieldsOfDraft } from "~/auth/drafts.server";
import type { Preferences } from "~/domain/preferences";
import type { SellerQuery } from "~/domain/query";
import { withPostedLook } from "./change-list.server";
import type { TypedViewName } from "./saved-views";
import { filterText } from "./selection";
import { readSelectedRows, type StoredSelection } from "./selection.server";
import type { TableLook } from "./sellers-table";

type RestoredForm = { selected?: StoredSelection; restoredLook?: TableLook; typedName?: TypedViewName };

/** What the list shows again of its form that became a draft, because the session had ended. */
export function restoredForm(draft: Pick<Draft, "fields">, requested: SellerQuery, current: Preferences): RestoredForm {
  const fields = fieldsOfDraft(draft);
  const intent = fields.get("intent");
  if (intent === "select") return { selected: { ...readSelectedRows(fields), filter: filterText(requested) } };
  if (intent === "display") return { restoredLook: withPostedLook(current, fields) };
  return { typedName: typedNameIn(fields) };
}

/** The name that was typed for a new view, or for the view that was to be renamed. */
function typedNameIn(fields: URLSearchParams): TypedViewName | undefined {
  const [name, newName, view] = ["name", "newName", "view"].map((field) => fields.get(field));
  if (typeof name === "string") return { name };
  return typeof newName === "string" && typeof view === "string" ? { name: newName, view } : undefined;
}
