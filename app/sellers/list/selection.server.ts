import { z } from "zod";
import { MAX_ID_LENGTH } from "~/.server/backend/backend-call";
import { ownedRecords } from "~/.server/store/owned-records";
import { uniqueToken } from "~/.server/unique-token";
import type { FranchiseeContext } from "~/auth/for-franchisee.server";
import { listQuery } from "~/domain/list-link";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import { MAX_LEFT_OUT, MAX_SELECTED } from "./selection";

/** A posted selection: some sellers, perhaps none, or all that match `query` with exceptions. */
export type PostedSelection = {
  query: SellerQuery;
  /** The list's query as its URL says it. */
  list: string;
} & ({ all: false; ids: string[] } | { all: true; leftOut: string[] });

/** After the session's end, the fields come from the draft that the form became. */
export function postedFields({ form, draft }: Pick<FranchiseeContext, "form" | "draft">): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  if (fields.size > 0) return fields;
  for (const [name, values] of Object.entries(draft?.fields ?? {})) {
    for (const value of [values].flat()) fields.append(name, value);
  }
  return fields;
}

/**
 * Reads what the list's form posts: its own query, and `ids` once for each seller, or `all=1` and
 * `leftOut`. Where all were ticked before, also `rows`: those of the page, of which some may be
 * unticked.
 */
export function readPostedSelection(fields: URLSearchParams): PostedSelection {
  const origin = { query: parseSellerQuery(fields), list: listQuery(fields) };
  const ids = uniqueIds(fields.getAll("ids"));
  if (fields.get("all") !== "1") return { ...origin, all: false, ids };
  const ticked = new Set(ids);
  const leftOut = uniqueIds([...fields.getAll("leftOut"), ...fields.getAll("rows")]);
  return { ...origin, all: true, leftOut: leftOut.filter((id) => !ticked.has(id)) };
}

const uniqueIds = (ids: string[]) => [...new Set(ids)].filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);

/** A working day, in seconds. */
const TTL = 12 * 60 * 60;
/** In bytes (about 10,000 UUIDs). */
const MAX_BYTES = 400_000;

const selections = ownedRecords({
  kind: "selection",
  schema: z.object({ sub: z.string(), ids: z.array(z.string()), filter: z.string(), all: z.boolean().optional() }),
  ttl: TTL,
  ownerOf: ({ sub }) => sub,
  // Each page of the list that is left with selected rows makes a record; only the last one is of
  // use.
  bounds: { records: 20, bytes: 2 * 1024 * 1024 },
});

/** `filter` (`filterText`) names the list; without it, the list is the one on screen. */
export type StoredSelection = {
  ids: string[];
  filter?: string;
  /** All that match are selected, and `ids` are the exceptions. */
  all?: boolean;
};

export function toStore(fields: URLSearchParams): StoredSelection {
  const posted = readPostedSelection(fields);
  return posted.all ? { ids: posted.leftOut, all: true } : { ids: posted.ids };
}

/**
 * Stores selected rows for a browser without scripts, so that they stay selected on the list's
 * other pages.
 * @param ids as posted; those beyond MAX_SELECTED or MAX_LEFT_OUT, or MAX_BYTES, are dropped
 * @returns the record's name, for the list's `selection=`; none when no row is selected
 * @throws StoreUnavailable
 */
export async function storeSelection(
  sub: string,
  { ids, filter = "", all }: StoredSelection,
): Promise<{ name?: string; count: number; leftOut: number }> {
  const posted = uniqueIds(ids);
  const most = all ? MAX_LEFT_OUT : MAX_SELECTED;
  const stored: string[] = [];
  let bytes = 0;
  for (const id of posted) {
    bytes += Buffer.byteLength(JSON.stringify(id)) + 1;
    if (stored.length === most || bytes > MAX_BYTES) break;
    stored.push(id);
  }
  const leftOut = posted.length - stored.length;
  if (stored.length === 0 && !all) return { count: 0, leftOut };
  const name = uniqueToken();
  await selections.put(name, { sub, ids: stored, filter, all });
  return { name, count: stored.length, leftOut };
}

/** No rows for a record that is another person's or too old. @throws StoreUnavailable */
export async function findSelection(sub: string, name: string): Promise<StoredSelection> {
  const { ids = [], filter, all } = (await selections.findOwn(name, sub)) ?? {};
  return { ids, filter, all };
}

/** A person's selections by their names. @throws StoreUnavailable */
export function selectionsOf(sub: string): Promise<Map<string, { ids: string[] }>> {
  return selections.allOf(sub);
}

/** @throws StoreUnavailable */
export function dropSelection(name: string): Promise<void> {
  return selections.delete(name);
}
