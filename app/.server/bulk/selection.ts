import type { BulkAction } from "~/sellers/bulk";
import { parseSellerQuery, printSellerQuery, type SellerQuery } from "~/sellers/query";
import type { Franchisee } from "../auth/guard";
import { allMatching } from "../sellers/all-matching";

/** Sellers that one job changes at most. */
export const MOST_SELLERS = 100_000;
/** Longer text, in characters, is no seller's id (`pathSegment`). */
const LONGEST_ID = 512;

/** What was chosen on the list: some sellers, or all that match its query. */
export type Selection = { action: BulkAction } & ({ all: false; ids: string[] } | { all: true; query: SellerQuery });

/** Another number of sellers than the person agreed to, or more than one job takes. */
export class CountChanged extends Error {
  constructor() {
    super("Other sellers match than were agreed to");
    this.name = "CountChanged";
  }
}

/** Reads what the list posts: `action`, and `ids` once for each seller or `all=1` with the list's own query. */
export function readSelection(form: URLSearchParams): Selection | undefined {
  const action = form.get("action");
  if (action !== "enable" && action !== "disable") return undefined;
  if (form.get("all") === "1") return { action, all: true, query: parseSellerQuery(form) };
  const ids = new Set(form.getAll("ids").filter((id) => id !== "" && id.length <= LONGEST_ID));
  return ids.size > 0 ? { action, all: false, ids: [...ids] } : undefined;
}

/** The other way round, for a form's hidden fields. */
export function printSelection(selection: Selection): [name: string, value: string][] {
  const action: [string, string] = ["action", selection.action];
  if (!selection.all) return [action, ...selection.ids.map((id): [string, string] => ["ids", id])];
  return [action, ["all", "1"], ...printSellerQuery({ ...selection.query, page: 1 })];
}

/**
 * The chosen sellers one after the other.
 * @param agreed how many there were when the person agreed
 * @throws CountChanged at the end, when there are not as many, or as soon as there are more; what the backend's calls throw
 */
export async function* chosenSellers({ api }: Franchisee, selection: Selection, agreed: number) {
  let count = 0;
  const counted = <T>(item: T): T => {
    count += 1;
    if (count > Math.min(agreed, MOST_SELLERS)) throw new CountChanged();
    return item;
  };
  if (selection.all) {
    for await (const { sellers } of allMatching(api.sellers, selection.query)) {
      for (const { id, displayName } of sellers) yield counted({ id, name: displayName });
    }
  } else {
    for (const id of selection.ids) yield counted({ id });
  }
  if (count !== agreed) throw new CountChanged();
}
