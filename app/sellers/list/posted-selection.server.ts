import { MAX_ID_LENGTH } from "~/.server/backend/backend-call";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { listQuery } from "~/domain/list-link";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";

/** What was chosen on the list, `query`, its URL `list`: some sellers, none perhaps, or all that match it but those left out. */
export type PostedSelection = { query: SellerQuery; list: string } & (
  | { all: false; ids: string[] }
  | { all: true; leftOut: string[] }
);

/** The fields that the list posted, or those of the draft that they became when the session had ended. */
export function postedFields({ form, draft }: Pick<FranchiseeContext, "form" | "draft">): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  if (fields.size > 0) return fields;
  for (const [name, values] of Object.entries(draft?.fields ?? {})) {
    for (const value of [values].flat()) fields.append(name, value);
  }
  return fields;
}

/** Reads what the list's form posts: its own query, and `ids` once for each seller, or `all=1` and `leftOut`. */
export function readPostedSelection(fields: URLSearchParams): PostedSelection {
  const chosenOn = { query: parseSellerQuery(fields), list: listQuery(fields) };
  const idsOf = (name: string) => [
    ...new Set(fields.getAll(name).filter((id) => id !== "" && id.length <= MAX_ID_LENGTH)),
  ];
  if (fields.get("all") === "1") return { ...chosenOn, all: true, leftOut: idsOf("leftOut") };
  return { ...chosenOn, all: false, ids: idsOf("ids") };
}
