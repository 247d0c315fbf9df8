import { MAX_ID_LENGTH } from "~/.server/backend/contract/endpoints";
import { assertRoom, database, inTransaction, makeWayForOne } from "~/.server/db/database";
import { uniqueToken } from "~/.server/tokens";
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
  const list = { query: parseSellerQuery(fields), list: listQuery(fields) };
  const ids = uniqueIds(fields.getAll("ids"));
  if (fields.get("all") !== "1") return { ...list, all: false, ids };
  const ticked = new Set(ids);
  const leftOut = uniqueIds([...fields.getAll("leftOut"), ...fields.getAll("rows")]);
  return { ...list, all: true, leftOut: leftOut.filter((id) => !ticked.has(id)) };
}

const uniqueIds = (ids: string[]) => [...new Set(ids)].filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);

/** A working day. */
const LIFE_MS = 12 * 3_600_000;
/** In bytes (about 10,000 UUIDs). */
const MAX_BYTES = 400_000;
/**
 * Per person; the oldest go first. Each page of the list that is left with selected rows stores
 * another one, and only the last is of use.
 */
const MAX_SELECTIONS = 20;

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
 * @returns the selection's name, for the list's `selection=`; none when no row is selected
 * @throws DatabaseUnavailable, DatabaseFull
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
  const now = Date.now();
  const row = { id: name, sub, filter, is_all: all ? 1 : 0, ids: JSON.stringify(stored) } as const;
  await assertRoom();
  await inTransaction(async (tx) => {
    await makeWayForOne(tx, "selections", sub, MAX_SELECTIONS);
    await tx
      .insertInto("selections")
      .values({ ...row, created_at: now, expires_at: now + LIFE_MS })
      .execute();
  });
  return { name, count: stored.length, leftOut };
}

/** No rows for a selection that is another person's or too old. @throws DatabaseUnavailable */
export async function findSelection(sub: string, name: string): Promise<StoredSelection> {
  const query = (await database()).selectFrom("selections").selectAll().where("id", "=", name).where("sub", "=", sub);
  const row = await query.where("expires_at", ">", Date.now()).executeTakeFirst();
  if (!row) return { ids: [] };
  return { ids: JSON.parse(row.ids) as string[], filter: row.filter, all: row.is_all === 1 || undefined };
}
