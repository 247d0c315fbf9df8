import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Db, database } from "~/.server/db/database";
import type { Schema } from "~/.server/db/schema";
import { sha256 } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { searchWords } from "~/domain/search";
import { toEntry } from "~/sellers/write/change-rows.server";
import { inHistory } from "~/sellers/write/history-journal.server";
import type { HistoryFilter } from "./history-query";

/** The conditions of `testsOf` use no index, so one search tests at most this many changes. */
const MAX_TESTED = 5_000;

export type ChangesQuery = {
  /** In ms since the epoch, `until` exclusive. */
  from?: number;
  until?: number;
  /** A cursor: only changes older than the cursor's change match. */
  before?: string;
  sellerId?: string;
  kind?: HistoryFilter["kind"];
  field?: HistoryFilter["field"];
  person?: string;
  seller?: SellerFilter;
};

/**
 * Finds changes of the sellers `matchingIds`, which the backend has just returned to the viewer.
 * Only the viewer's own changes are also searched by former names, because other people's changes
 * may belong to sellers that the backend hides from the viewer.
 */
export type SellerFilter = {
  text: string;
  /** The viewer's subject. */
  sub: string;
  matchingIds: readonly string[];
};

export type ChangesPart = {
  /** Newest first. */
  entries: HistoryEntry[];
  /** The cursor of the next, older part; absent at the end. */
  older?: string;
};

/**
 * Reads parts of at most `size` changes, in total at most `maxEntries`. After MAX_TESTED tested
 * changes the last part may be short or empty, but has a cursor. @throws DatabaseUnavailable
 */
export async function* findChanges(
  { before, ...query }: ChangesQuery,
  { size, maxEntries }: { size: number; maxEntries: number },
): AsyncGenerator<ChangesPart> {
  const db = await database();
  const tests = testsOf(query);
  let olderThan = before === undefined ? undefined : await keyOf(db, before);
  const lastTested = tests.length > 0 ? await lastToTest(changesInRange(db, query, { olderThan })) : undefined;
  for (let readCount = 0; readCount < maxEntries; readCount += size) {
    const inRange = changesInRange(db, query, { olderThan, lastTested });
    const limit = Math.min(size, maxEntries - readCount);
    const rows = await newestThatPass(tests, db, inRange, limit + 1);
    const part = rows.slice(0, limit);
    // If a further row passes, the next part follows this part's last row. Otherwise all changes
    // down to `lastTested` are tested, and the next search begins after it.
    const end = rows.length > limit ? part.at(-1) : lastTested;
    yield { entries: part.flatMap((row) => toEntry(row) ?? []), older: end && cursorOf(end) };
    if (!end || end === lastTested) return;
    olderThan = end;
  }
}

type Key = { at: number; id: string };

/** Hashes the change's id, because it may contain the id of another person's job. */
export const cursorOf = ({ at, id }: Key) => `${at}.${sha256(id).slice(0, 8)}`;

/** If the cursor's change was erased, the key has its time only. */
async function keyOf(db: Db, cursor: string): Promise<Key> {
  const at = Number.parseInt(cursor, 10) || 0;
  const changes = await db.selectFrom("changes").select(["at", "id"]).where("at", "=", at).execute();
  return changes.find((change) => cursorOf(change) === cursor) ?? { at, id: "" };
}

type Changes<Columns> = SelectQueryBuilder<Schema, "changes", Columns>;

const eb = expressionBuilder<Schema, "changes">();
const KEY = eb.refTuple("changes.at", "changes.id");

/** All these conditions use an index. */
function changesInRange(
  db: Db,
  { from, until, sellerId }: ChangesQuery,
  { olderThan, lastTested }: { olderThan?: Key; lastTested?: Key },
): Changes<object> {
  let changes: Changes<object> = inHistory(db.selectFrom("changes"));
  if (from !== undefined) changes = changes.where("changes.at", ">=", from);
  if (until !== undefined) changes = changes.where("changes.at", "<", until);
  if (olderThan) changes = changes.where(eb(KEY, "<", eb.tuple(olderThan.at, olderThan.id)));
  if (lastTested) changes = changes.where(eb(KEY, ">=", eb.tuple(lastTested.at, lastTested.id)));
  return sellerId === undefined ? changes : changes.where("changes.seller_id", "=", sellerId);
}

function newestFirst<Columns>(changes: Changes<Columns>): Changes<Columns> {
  return changes.orderBy("changes.at", "desc").orderBy("changes.id", "desc");
}

/** @returns the last change to be tested; undefined if there are at most MAX_TESTED changes */
async function lastToTest(changes: Changes<object>): Promise<Key | undefined> {
  const [last, next] = await changes
    .select(["changes.at", "changes.id"])
    .$call(newestFirst)
    .offset(MAX_TESTED - 1)
    .limit(2)
    .execute();
  return next && last;
}

function newestThatPass(tests: Expression<SqlBool>[], db: Db, changes: Changes<object>, limit: number) {
  const all = changes.selectAll("changes").$call(newestFirst);
  if (tests.length === 0) return all.limit(limit).execute();
  // The inner LIMIT makes the database read the newest changes first, by the index of times.
  const newest = db.selectFrom(all.limit(MAX_TESTED).as("newest")).selectAll();
  return newest.where(eb.and(tests)).orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
}

function testsOf({ kind, field, person = "", seller }: ChangesQuery): Expression<SqlBool>[] {
  const tests: Expression<SqlBool>[] = searchWords(person).map((word) => contains("folded_author", word));
  if (kind === "undo") tests.push(eb("undoes", "is not", null));
  else if (kind) tests.push(eb("action", "=", kind));
  if (field) tests.push(contains("changed_fields", `,${field},`));
  if (seller) tests.push(isOfSeller(seller));
  return tests;
}

function isOfSeller({ text, sub, matchingIds }: SellerFilter): Expression<SqlBool> {
  const hasName = searchWords(text).map((word) => contains("folded_seller_names", word));
  const isOwnWithName = eb.and([eb("sub", "=", sub), ...hasName]);
  return matchingIds.length > 0 ? eb.or([eb("seller_id", "in", matchingIds), isOwnWithName]) : isOwnWithName;
}

type TextColumn = "folded_author" | "folded_seller_names" | "changed_fields";

function contains(column: TextColumn, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
