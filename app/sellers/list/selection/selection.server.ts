import { MAX_ID_LENGTH } from "~/.server/backend/contract/endpoints";
import { assertRoom, database, inTransaction, makeWayForOne } from "~/.server/db/database";
import { uniqueToken } from "~/.server/tokens";
import { listQuery } from "~/domain/paths";
import { parseSellerQuery, type SellerQuery } from "~/domain/query";
import { MAX_LEFT_OUT, MAX_SELECTED } from "./selection";

/** The ticked rows, or all rows of the list's filter except `leftOut`. */
export type SelectedRows = { all: false; ids: string[] } | { all: true; leftOut: string[] };

export type PostedSelection = SelectedRows & {
  query: SellerQuery;
  /** The same query as URL parameters, for links back to the list. */
  list: string;
};

/**
 * Stored for a browser without scripts. `filter` is the `filterText` of the list in which the rows
 * were ticked: `q=jan&status=active`.
 */
export type StoredSelection = SelectedRows & { filter: string };

export function readPostedSelection(fields: URLSearchParams): PostedSelection {
  return { query: parseSellerQuery(fields), list: listQuery(fields), ...readSelectedRows(fields) };
}

/** Reads `ids=1&ids=2`, or `all=1&leftOut=3`. */
export function readSelectedRows(fields: URLSearchParams): SelectedRows {
  const ids = uniqueIds(fields.getAll("ids"));
  if (fields.get("all") !== "1") return { all: false, ids };
  const ticked = new Set(ids);
  // `rows` are all rows of the posted page; the unticked rows among them are exceptions.
  const leftOut = uniqueIds([...fields.getAll("leftOut"), ...fields.getAll("rows")]);
  return { all: true, leftOut: leftOut.filter((id) => !ticked.has(id)) };
}

const uniqueIds = (ids: string[]) => [...new Set(ids)].filter((id) => id !== "" && id.length <= MAX_ID_LENGTH);

const LIFE_MS = 12 * 3_600_000;
/** Maximum size of the JSON-encoded ids: ten times what a thousand UUIDs take. */
const MAX_BYTES = 400_000;
/** Stored per person. Not only the newest: Back, or another tab, may show an earlier selection. */
const MAX_SELECTIONS = 20;

/**
 * Stores as many posted ids as the limits allow: selected rows or, with `all`, rows left out.
 * @returns no `id` if nothing is selected; `storedCount` and `droppedCount` are numbers of ids
 */
export async function storeSelection(
  sub: string,
  selection: StoredSelection,
): Promise<{ id?: string; storedCount: number; droppedCount: number }> {
  const { all, filter } = selection;
  const posted = all ? selection.leftOut : selection.ids;
  const stored = firstThatFit(posted, all ? MAX_LEFT_OUT : MAX_SELECTED);
  const droppedCount = posted.length - stored.length;
  if (stored.length === 0 && !all) return { storedCount: 0, droppedCount };
  const id = uniqueToken();
  const now = Date.now();
  const row = { id, sub, filter, is_all: all ? 1 : 0, ids: JSON.stringify(stored) } as const;
  await assertRoom();
  await inTransaction(async (tx) => {
    await makeWayForOne(tx, "selections", sub, MAX_SELECTIONS);
    await tx
      .insertInto("selections")
      .values({ ...row, created_at: now, expires_at: now + LIFE_MS })
      .execute();
  });
  return { id, storedCount: stored.length, droppedCount };
}

function firstThatFit(ids: string[], maxCount: number): string[] {
  const first = ids.slice(0, maxCount);
  let bytes = 0;
  const end = first.findIndex((id) => {
    bytes += Buffer.byteLength(JSON.stringify(id)) + 1;
    return bytes > MAX_BYTES;
  });
  return end < 0 ? first : first.slice(0, end);
}

const noRows: StoredSelection = { all: false, ids: [], filter: "" };

/** Returns no rows if the selection is another person's or has expired. */
export async function findSelection(sub: string, id: string | undefined): Promise<StoredSelection> {
  if (id === undefined) return noRows;
  const query = (await database()).selectFrom("selections").selectAll().where("id", "=", id).where("sub", "=", sub);
  const row = await query.where("expires_at", ">", Date.now()).executeTakeFirst();
  if (!row) return noRows;
  const { filter, is_all } = row;
  const ids = JSON.parse(row.ids) as string[];
  return is_all === 1 ? { all: true, leftOut: ids, filter } : { all: false, ids, filter };
}
