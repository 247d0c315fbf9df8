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
  const wantedIds = new Set(ids);
  const names = new Map<string, string>();
  const addNames = (sellers: Seller[]) => {
    for (const { id, displayName } of sellers)
      if (wantedIds.has(id)) names.set(id, displayName.slice(0, MAX_ITEM_NAME));
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
        if (names.size === wantedIds.size || readRows >= MAX_READ_ROWS) break;
      }
    }
  } catch (error) {
    // Ignores the failure, because a job also works without names.
    if (!(error instanceof BackendError) || error.kind === "unauthorized") throw error;
  }
  return names;
}

/** @throws CountChanged if the number of sellers isn't the number that the person confirmed */
export async function* selectedSellers(
  { sellers: backend }: FranchiseeContext,
  selection: BulkSelection,
  confirmedCount: number,
) {
  // Refuses NaN first: each comparison with NaN is false, so all sellers would be read.
  if (!Number.isSafeInteger(confirmedCount)) throw new CountChanged();
  const most = Math.min(confirmedCount, maxSellers(selection));
  let count = 0;
  for await (const seller of selection.all ? matchingSellers(backend, selection) : tickedSellers(backend, selection)) {
    count += 1;
    if (count > most) throw new CountChanged();
    yield seller;
  }
  if (count !== confirmedCount) throw new CountChanged();
}

type SelectedSeller = { id: string; name?: string };

async function* matchingSellers(
  backend: FranchiseeContext["sellers"],
  { query, leftOut }: BulkSelection & { all: true },
): AsyncGenerator<SelectedSeller, void> {
  const leftOutIds = new Set(leftOut);
  for await (const { sellers } of backend.allMatching(query)) {
    for (const { id, displayName } of sellers) {
      if (!leftOutIds.has(id)) yield { id, name: displayName.slice(0, MAX_ITEM_NAME) };
    }
  }
}

async function* tickedSellers(
  backend: FranchiseeContext["sellers"],
  selection: BulkSelection & { all: false },
): AsyncGenerator<SelectedSeller, void> {
  const names = await namesOf(backend, selection);
  for (const id of selection.ids) yield { id, name: names.get(id) };
}
