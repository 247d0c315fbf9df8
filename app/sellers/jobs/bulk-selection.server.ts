import { BackendError } from "~/.server/backend/backend-error";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import type { Seller } from "~/domain/seller";
import { MAX_LEFT_OUT, MAX_SELECTED } from "~/sellers/list/selection/selection";
import { type PostedSelection, readPostedSelection } from "~/sellers/list/selection/selection.server";
import { MAX_ITEM_NAME } from "./item-store.server";

const MAX_MATCHING = 100_000;

const actions = ["enable", "disable", "change"] as const;
export type BulkSelection = PostedSelection & { action: (typeof actions)[number] };

export function maxSellers({ all }: BulkSelection): number {
  return all ? MAX_MATCHING : MAX_SELECTED;
}

export class CountChanged extends Error {
  constructor() {
    super("The number of matching sellers has changed");
    this.name = "CountChanged";
  }
}

export function readBulkSelection(fields: URLSearchParams): BulkSelection | undefined {
  const action = actions.find((each) => each === fields.get("action"));
  if (!action) return undefined;
  const selection = readPostedSelection(fields);
  const isUsable = selection.all ? selection.leftOut.length <= MAX_LEFT_OUT : selection.ids.length > 0;
  return isUsable ? { ...selection, action } : undefined;
}

export function printBulkSelection(selection: BulkSelection): URLSearchParams {
  const fields = new URLSearchParams(selection.list);
  fields.set("action", selection.action);
  if (selection.all) {
    fields.set("all", "1");
    for (const id of selection.leftOut) fields.append("leftOut", id);
  } else for (const id of selection.ids) fields.append("ids", id);
  return fields;
}

/** If more names are missing, `namesOf` reads rows of the list instead of single sellers. */
const MAX_READ_BY_ID = 100;
const MAX_READ_ROWS = 2_000;

async function namesOf(backend: FranchiseeContext["sellers"], { ids, query }: BulkSelection & { all: false }) {
  const wanted = new Set(ids);
  const names = new Map<string, string>();
  const addNames = (sellers: Seller[]) => {
    for (const { id, displayName } of sellers) if (wanted.has(id)) names.set(id, displayName.slice(0, MAX_ITEM_NAME));
  };
  try {
    addNames((await backend.list(query)).sellers);
    const missing = ids.filter((id) => !names.has(id));
    if (missing.length <= MAX_READ_BY_ID) addNames(await backend.getMany(missing));
    else {
      let readRows = 0;
      for await (const { sellers } of backend.allMatching(query)) {
        addNames(sellers);
        readRows += sellers.length;
        if (names.size === wanted.size || readRows >= MAX_READ_ROWS) break;
      }
    }
  } catch (error) {
    // A job also works without names.
    if (!(error instanceof BackendError) || error.kind === "unauthorized") throw error;
  }
  return names;
}

/** @throws CountChanged if the number of sellers isn't the number that the person confirmed */
export async function* selectedSellers(
  { sellers: backend }: FranchiseeContext,
  selection: BulkSelection,
  confirmed: number,
) {
  // Every comparison with NaN is false, so all sellers would be read before the error.
  if (!Number.isSafeInteger(confirmed)) throw new CountChanged();
  let count = 0;
  const counted = <T>(item: T): T => {
    count += 1;
    if (count > Math.min(confirmed, maxSellers(selection))) throw new CountChanged();
    return item;
  };
  if (selection.all) {
    const leftOut = new Set(selection.leftOut);
    for await (const { sellers } of backend.allMatching(selection.query)) {
      for (const { id, displayName } of sellers) {
        if (!leftOut.has(id)) yield counted({ id, name: displayName.slice(0, MAX_ITEM_NAME) });
      }
    }
  } else {
    const names = await namesOf(backend, selection);
    for (const id of selection.ids) yield counted({ id, name: names.get(id) });
  }
  if (count !== confirmed) throw new CountChanged();
}
