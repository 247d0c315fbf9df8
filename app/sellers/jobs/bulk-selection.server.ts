import { allMatching } from "~/.server/backend/all-matching";
import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Seller } from "~/domain/seller";
import { MAX_LEFT_OUT, MAX_SELECTED } from "~/sellers/list/selection";
import { type PostedSelection, readPostedSelection } from "~/sellers/list/selection.server";

/** Sellers that one job changes at most, when all that match are chosen. */
const MAX_MATCHING = 100_000;
/** Of a name that a job remembers, in characters. */
const MAX_NAME_LENGTH = 200;

/** What was chosen on the list, somebody at least, and what is to become of their accounts. */
export type Selection = PostedSelection & { action: "enable" | "disable" };

export function mostOf({ all }: Selection): number {
  return all ? MAX_MATCHING : MAX_SELECTED;
}

/** Another number of sellers than the person agreed to, or more than one job takes. */
export class CountChanged extends Error {
  constructor() {
    super("Other sellers match than were agreed to");
    this.name = "CountChanged";
  }
}

/** Reads what the list posts: the button's `action`, and who is chosen. */
export function readSelection(fields: URLSearchParams): Selection | undefined {
  const action = fields.get("action");
  if (action !== "enable" && action !== "disable") return undefined;
  const selection = readPostedSelection(fields);
  const isUsable = selection.all ? selection.leftOut.length <= MAX_LEFT_OUT : selection.ids.length > 0;
  return isUsable ? { ...selection, action } : undefined;
}

/** The other way round, for a form's hidden fields. */
export function printSelection(selection: Selection): URLSearchParams {
  const fields = new URLSearchParams(selection.list);
  fields.set("action", selection.action);
  if (selection.all) {
    fields.set("all", "1");
    for (const id of selection.leftOut) fields.append("leftOut", id);
  } else for (const id of selection.ids) fields.append("ids", id);
  return fields;
}

/** Sellers' names that are looked up for ticked rows: on the page they were ticked on, then from the list's beginning. */
const MAX_LOOKED_UP = 2_000;

/** The names of ticked sellers, so that their job calls them by name; as far as a few calls tell, and never a reason not to begin. */
async function namesOf(backend: FranchiseeContext["sellers"], { ids, query }: Selection & { all: false }) {
  const wanted = new Set(ids);
  const names = new Map<string, string>();
  const note = (sellers: Seller[]) => {
    for (const { id, displayName } of sellers) if (wanted.has(id)) names.set(id, displayName.slice(0, MAX_NAME_LENGTH));
  };
  try {
    note((await backend.list(query)).sellers);
    let looked = 0;
    if (names.size < wanted.size) {
      for await (const { sellers } of allMatching(backend, query)) {
        note(sellers);
        looked += sellers.length;
        if (names.size === wanted.size || looked >= MAX_LOOKED_UP) break;
      }
    }
  } catch (error) {
    if (!(error instanceof BackendError) || error.kind === "unauthorized") throw error;
  }
  return names;
}

/**
 * The chosen sellers one after the other.
 * @param agreed how many there were when the person agreed
 * @throws CountChanged at the end, when there are not as many, as soon as there are more, or at once when it isn't a number of sellers; what the backend's calls throw
 */
export async function* chosenSellers({ sellers: backend }: FranchiseeContext, selection: Selection, agreed: number) {
  // Anything else is never exceeded, and all sellers would be read before it is refused.
  if (!Number.isSafeInteger(agreed)) throw new CountChanged();
  let count = 0;
  const counted = <T>(item: T): T => {
    count += 1;
    if (count > Math.min(agreed, mostOf(selection))) throw new CountChanged();
    return item;
  };
  if (selection.all) {
    const leftOut = new Set(selection.leftOut);
    for await (const { sellers } of allMatching(backend, selection.query)) {
      for (const { id, displayName } of sellers) {
        if (!leftOut.has(id)) yield counted({ id, name: displayName.slice(0, MAX_NAME_LENGTH) });
      }
    }
  } else {
    const names = await namesOf(backend, selection);
    for (const id of selection.ids) yield counted({ id, name: names.get(id) });
  }
  if (count !== agreed) throw new CountChanged();
}
