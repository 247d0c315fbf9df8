import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Db, database } from "~/.server/db/database";
import type { Schema } from "~/.server/db/schema";
import { sha256 } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { searchedPrefixes } from "~/domain/search";
import { fieldWord, toEntry } from "~/sellers/write/change-rows.server";
import { inHistory } from "~/sellers/write/history-journal.server";
import type { HistoryFilter } from "./history-query";

/*
 * A search has two ways. If one of its words is rare, an index of words finds the few changes to
 * test. Otherwise it tests the newest MAX_TESTED changes.
 */
const MAX_TESTED = 5_000;
/** A word is rare if at most so many changes have it. */
const MAX_RARE = 1_000;

/**
 * A search in the texts of sellers. It reads only the viewer's own changes and changes of sellers
 * that the viewer may see, so neither results nor response times reveal anything about others.
 */
export type SellerSearch = {
  text: string;
  /** The viewer's. */
  sub: string;
  /** Sellers that the backend shows the viewer now. */
  visibleIds: readonly string[];
  /** Sellers that the backend's own search has just found for the viewer: present values match. */
  matchingIds: readonly string[];
};

export type ChangesQuery = {
  /** In ms since the epoch, `until` exclusive. */
  from?: number;
  until?: number;
  /** A cursor: only changes older than the cursor's change match. */
  before?: string;
  sellerId?: string;
  kind?: HistoryFilter["kind"];
  field?: HistoryFilter["field"];
  /** Searched in the author's name. */
  person?: string;
  seller?: SellerSearch;
  /** The sub of an author whose changes are left out. */
  notBy?: string;
};

export type FoundChanges = {
  /** Newest first. */
  entries: HistoryEntry[];
  /** The cursor of the next, older part; absent at the end. */
  older?: string;
  /** The search tested as many changes as it may before the part was full. */
  isCut: boolean;
};

/** @throws DatabaseUnavailable */
export async function findChanges(query: ChangesQuery, limit: number): Promise<FoundChanges> {
  const { changes, lastTested } = await matchingChanges(await database(), query);
  const rows = await changes
    .selectAll("changes")
    .$call(newestFirst)
    .limit(limit + 1)
    .execute();
  const hasMore = rows.length > limit;
  const part = rows.slice(0, limit);
  // The next part begins after the last change of this part, or after the last tested change.
  const last = hasMore ? part.at(-1) : lastTested;
  return {
    entries: part.flatMap((row) => toEntry(row) ?? []),
    older: last && cursorOf(last),
    isCut: !hasMore && lastTested !== undefined,
  };
}

/** The sellers of the newest of these changes, the latest first. @throws DatabaseUnavailable */
export async function sellersOfChanges(query: ChangesQuery, maxChanges: number): Promise<string[]> {
  const db = await database();
  const { changes } = await matchingChanges(db, query);
  const newest = changes.select(["changes.seller_id", "changes.at"]).$call(newestFirst).limit(maxChanges);
  const rows = await db
    .selectFrom(newest.as("newest"))
    .select("seller_id")
    .groupBy("seller_id")
    .orderBy((eb) => eb.fn.max("at"), "desc")
    .execute();
  return rows.flatMap(({ seller_id }) => seller_id ?? []);
}

type Key = { at: number; id: string };

/** Names a change in a URL, because a change's id may hold the id of another person's job. */
export const cursorOf = ({ at, id }: Key) => `${at}.${sha256(id).slice(0, 8)}`;

/** Returns the key of the cursor's change, or its time alone if that change was erased. */
async function keyOf(db: Db, cursor: string): Promise<Key> {
  const at = Number.parseInt(cursor, 10) || 0;
  const changes = await db.selectFrom("changes").select(["at", "id"]).where("at", "=", at).execute();
  return changes.find((change) => cursorOf(change) === cursor) ?? { at, id: "" };
}

type Changes<Columns> = SelectQueryBuilder<Schema, "changes", Columns>;
type Ids = SelectQueryBuilder<Schema, never, { id: string }>;

const eb = expressionBuilder<Schema, "changes">();
const KEY = eb.refTuple("changes.at", "changes.id");

/** The `visible_to` of public words; words of a seller's texts have the author's sub instead. */
const EVERYBODY = "";

function publicWords({ person = "", field }: ChangesQuery): string[] {
  return [...searchedPrefixes(person), ...(field ? [fieldWord(field)] : [])];
}

/** Selects the query's changes. `lastTested` is absent if all of them can be tested. */
async function matchingChanges(db: Db, query: ChangesQuery): Promise<{ changes: Changes<object>; lastTested?: Key }> {
  const changes = changesByIndex(db, query, query.before === undefined ? undefined : await keyOf(db, query.before));
  const tests = testsOf(query);
  if (tests.length === 0) return { changes };
  const tested = changes.where(eb.and(tests));
  const candidates = await fewCandidates(db, query);
  if (candidates) return { changes: tested.where("changes.id", "in", candidates) };
  const lastTested = await lastToTest(changes);
  if (!lastTested) return { changes: tested };
  return { changes: tested.where(eb(KEY, ">=", eb.tuple(lastTested.at, lastTested.id))), lastTested };
}

/** Sets the conditions by which the database chooses an index of `changes`. */
function changesByIndex(db: Db, { from, until, sellerId, kind }: ChangesQuery, before?: Key): Changes<object> {
  let changes: Changes<object> = inHistory(db.selectFrom("changes"));
  if (from !== undefined) changes = changes.where("changes.at", ">=", from);
  if (until !== undefined) changes = changes.where("changes.at", "<", until);
  if (before) changes = changes.where(eb(KEY, "<", eb.tuple(before.at, before.id)));
  if (sellerId !== undefined) changes = changes.where("changes.seller_id", "=", sellerId);
  if (kind === "undo") return changes.where("changes.undoes", "is not", null);
  if (!kind) return changes;
  return changes.where(sellerId === undefined ? sql.ref("changes.action") : withoutIndex("changes.action"), "=", kind);
}

/** Appends '' to rule out this column's index, because another is sorted or finds fewer rows. */
const withoutIndex = (column: string) => sql<string>`${sql.ref(column)} || ''`;

function newestFirst<Columns>(changes: Changes<Columns>): Changes<Columns> {
  return changes.orderBy("changes.at", "desc").orderBy("changes.id", "desc");
}

/** @returns the last change that a search tests; undefined if the search can test all changes */
async function lastToTest(changes: Changes<object>) {
  const [last, next] = await changes
    .select(["changes.at", "changes.id"])
    .$call(newestFirst)
    .offset(MAX_TESTED - 1)
    .limit(2)
    .execute();
  return next && last;
}

/** The conditions without an index, which are tested on each change that is read. */
function testsOf(query: ChangesQuery): Expression<SqlBool>[] {
  const { seller, notBy } = query;
  const words = publicWords(query).map((word) => hasWord(sql.lit(EVERYBODY), word));
  const others = notBy === undefined ? [] : [eb(withoutIndex("changes.sub"), "<>", notBy)];
  return [...words, ...others, ...(seller ? [isOfSeller(seller)] : [])];
}

function isOfSeller({ text, sub, visibleIds, matchingIds }: SellerSearch): Expression<SqlBool> {
  const isIn = (ids: readonly string[]) =>
    ids.length === 0 ? eb.lit(false) : eb(withoutIndex("changes.seller_id"), "in", ids);
  const isVisible = eb.or([eb(withoutIndex("changes.sub"), "=", sub), isIn(visibleIds)]);
  const words = searchedPrefixes(text).map((word) => hasWord(eb.ref("changes.sub"), word));
  return eb.or([isIn(matchingIds), eb.and([isVisible, ...words])]);
}

function hasWord(visibleTo: Expression<string>, word: string): Expression<SqlBool> {
  const words = eb
    .selectFrom("change_words as words")
    .select(sql.lit(1).as("one"))
    .whereRef("words.at", "=", "changes.at")
    .whereRef("words.change_id", "=", "changes.id")
    .where(withoutIndex("words.visible_to"), "=", visibleTo)
    .where("words.word", ">=", word)
    .where("words.word", "<", prefixEnd(word))
    // The offset makes PostgreSQL probe the words of a few changes instead of joining all words.
    .limit(1)
    .offset(0);
  return eb.exists(words);
}

/** Sorts after every word with this prefix. */
const prefixEnd = (prefix: string) => `${prefix}\u{10FFFF}`;

/**
 * @returns the ids of the few changes that can match; undefined if they may be many. Own changes
 * are found by the seller's words, other people's by the seller, or all of them by public words.
 */
async function fewCandidates(db: Db, query: ChangesQuery): Promise<Ids | undefined> {
  const { seller } = query;
  if (seller) {
    const own = await withRarestWord(db, seller.sub, searchedPrefixes(seller.text));
    const visible = own && (await ofSellers(db, [...seller.visibleIds, ...seller.matchingIds]));
    if (visible) return wrapped(db, own).union(wrapped(db, visible));
  }
  return withRarestWord(db, EVERYBODY, publicWords(query));
}

/** @returns the changes with the rarest of the words; undefined if no word is rare */
async function withRarestWord(db: Db, visibleTo: string, words: readonly string[]): Promise<Ids | undefined> {
  let rarest: Ids | undefined;
  let fewest = MAX_RARE + 1;
  for (const word of words) {
    const ids = db
      .selectFrom("change_words")
      .select("change_id as id")
      .where("visible_to", "=", visibleTo)
      .where("word", ">=", word)
      .where("word", "<", prefixEnd(word))
      .limit(MAX_RARE + 1);
    const count = await countOf(db, ids);
    if (count < fewest) [rarest, fewest] = [ids, count];
  }
  return rarest;
}

/** SQLite allows no limit in a part of a union. */
const wrapped = (db: Db, ids: Ids) => db.selectFrom(ids.as("ids")).select("id");

async function ofSellers(db: Db, sellerIds: readonly string[]): Promise<Ids | undefined> {
  const ids = db
    .selectFrom("changes")
    .select("id")
    // SQL has no empty list, and no seller has an empty id.
    .where("seller_id", "in", sellerIds.length > 0 ? sellerIds : [""])
    .limit(MAX_RARE + 1);
  return (await countOf(db, ids)) <= MAX_RARE ? ids : undefined;
}

async function countOf(db: Db, ids: Ids): Promise<number> {
  const counted = await db
    .selectFrom(ids.as("ids"))
    .select((eb) => eb.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(counted.count);
}
