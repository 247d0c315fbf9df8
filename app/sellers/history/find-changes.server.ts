import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { type Db, database } from "~/.server/db/database";
import type { Schema } from "~/.server/db/schema";
import { hashed } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { searchedPrefixes } from "~/domain/search";
import { fieldWord, toEntry } from "~/sellers/write/change-rows.server";
import { inHistory } from "~/sellers/write/history-journal.server";
import type { HistoryFilter } from "./history-query";

/** Changes that one search tests at most if none of its words is rare. */
const MAX_TESTED = 5_000;
/** A word is rare if at most so many changes have it: they are found by its index, then sorted. */
const MAX_RARE = 1_000;

/**
 * A search in the texts of sellers. It reads the words of this person's own changes, and of changes
 * of sellers that they may see: neither results nor times depend on what they may not see.
 */
export type SellerSearch = {
  text: string;
  sub: string;
  /** Sellers that the backend shows this person now. */
  visibleIds: readonly string[];
  /** Sellers that the backend's own search has just found for this person: present values match. */
  matchingIds: readonly string[];
};

export type ChangesQuery = {
  /** In ms since the epoch, `until` exclusive. */
  from?: number;
  until?: number;
  /** A cursor: only older changes. */
  before?: string;
  sellerId?: string;
  kind?: HistoryFilter["kind"];
  field?: HistoryFilter["field"];
  /** Searched in the author's name. */
  person?: string;
  seller?: SellerSearch;
  notBy?: string;
};

export type FoundChanges = {
  /** Newest first. */
  entries: HistoryEntry[];
  /** The cursor of the next, older part; absent at the end. */
  older?: string;
  /** So many changes were tested that the part ends before it is full. */
  isCut: boolean;
};

/** @throws DatabaseUnavailable */
export async function findChanges(query: ChangesQuery, limit: number): Promise<FoundChanges> {
  const { changes, lastTested } = await matching(await database(), query);
  const rows = await changes
    .selectAll("changes")
    .$call(newestFirst)
    .limit(limit + 1)
    .execute();
  const hasMore = rows.length > limit;
  const part = rows.slice(0, limit);
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
  const { changes } = await matching(db, query);
  const newest = changes.select(["changes.seller_id", "changes.at"]).$call(newestFirst).limit(maxChanges);
  const rows = await db
    .selectFrom(newest.as("newest"))
    .select("seller_id")
    .groupBy("seller_id")
    .orderBy((eb) => eb.fn.max("at"), "desc")
    .execute();
  return rows.flatMap(({ seller_id }) => seller_id ?? []);
}

type Place = { at: number; id: string };

/** Names a change for a URL: its id may hold the id of another person's job. */
export const cursorOf = ({ at, id }: Place) => `${at}.${hashed(id).slice(0, 8)}`;

/** The change of a cursor; if that was erased, the time alone. */
async function placeOf(db: Db, cursor: string): Promise<Place> {
  const at = Number.parseInt(cursor, 10) || 0;
  const changes = await db.selectFrom("changes").select(["at", "id"]).where("at", "=", at).execute();
  return changes.find((change) => cursorOf(change) === cursor) ?? { at, id: "" };
}

type Changes<Columns> = SelectQueryBuilder<Schema, "changes", Columns>;
type Builder = ExpressionBuilder<Schema, "changes">;
type Ids = SelectQueryBuilder<Schema, never, { id: string }>;

/** Some conditions are tested on each change; that of the kind has an index. */
const isTested = ({ person, field, seller, notBy }: ChangesQuery) => Boolean(person || field || seller || notBy);

/** The words that a change must have and that everybody may search. */
function wantedWords({ person = "", field }: ChangesQuery): string[] {
  return [...searchedPrefixes(person), ...(field ? [fieldWord(field)] : [])];
}

/** The changes of a query; `lastTested` is where it stops if there are too many to test. */
async function matching(db: Db, query: ChangesQuery): Promise<{ changes: Changes<object>; lastTested?: Place }> {
  const candidates = await fewCandidates(db, query);
  const ordered = changesOf(db, query, query.before === undefined ? undefined : await placeOf(db, query.before));
  const tested = ordered.where((eb) => eb.and(conditions(eb, query)));
  if (candidates) return { changes: tested.where("changes.id", "in", candidates) };
  if (!isTested(query)) return { changes: ordered };
  const lastTested = await lastToTest(ordered);
  if (!lastTested) return { changes: tested };
  const { at, id } = lastTested;
  return { changes: tested.where((eb) => eb(keyOf(eb), ">=", eb.tuple(at, id))), lastTested };
}

/** Sets the conditions by which the database chooses an index of `changes`. */
function changesOf(db: Db, { from, until, sellerId, kind }: ChangesQuery, before?: Place): Changes<object> {
  let changes: Changes<object> = inHistory(db.selectFrom("changes"));
  if (from !== undefined) changes = changes.where("changes.at", ">=", from);
  if (until !== undefined) changes = changes.where("changes.at", "<", until);
  if (before) changes = changes.where((eb) => eb(keyOf(eb), "<", eb.tuple(before.at, before.id)));
  if (sellerId !== undefined) changes = changes.where("changes.seller_id", "=", sellerId);
  if (kind === "undo") return changes.where("changes.undoes", "is not", null);
  if (!kind) return changes;
  return changes.where(sellerId === undefined ? sql.ref("changes.action") : withoutIndex("changes.action"), "=", kind);
}

/** Keeps a column from choosing the index: another one has the right order, or leads to less. */
const withoutIndex = (column: string) => sql<string>`${sql.ref(column)} || ''`;

const keyOf = (eb: Builder) => eb.refTuple("changes.at", "changes.id");

function newestFirst<Columns>(changes: Changes<Columns>): Changes<Columns> {
  return changes.orderBy("changes.at", "desc").orderBy("changes.id", "desc");
}

/** The last change that a search tests; undefined if there aren't more. */
async function lastToTest(changes: Changes<object>) {
  const [last, next] = await changes
    .select(["changes.at", "changes.id"])
    .$call(newestFirst)
    .offset(MAX_TESTED - 1)
    .limit(2)
    .execute();
  return next && last;
}

/** The conditions that are tested on each change that is read. */
function conditions(eb: Builder, query: ChangesQuery): Expression<SqlBool>[] {
  const { seller, notBy } = query;
  const words = wantedWords(query).map((word) => hasWord(eb, sql.lit(""), word));
  const others = notBy === undefined ? [] : [eb(withoutIndex("changes.sub"), "<>", notBy)];
  return [...words, ...others, ...(seller ? [isOfSeller(eb, seller)] : [])];
}

function isOfSeller(eb: Builder, { text, sub, visibleIds, matchingIds }: SellerSearch): Expression<SqlBool> {
  const isIn = (ids: readonly string[]) =>
    ids.length === 0 ? eb.lit(false) : eb(withoutIndex("changes.seller_id"), "in", ids);
  const isVisible = eb.or([eb(withoutIndex("changes.sub"), "=", sub), isIn(visibleIds)]);
  const words = searchedPrefixes(text).map((word) => hasWord(eb, eb.ref("changes.sub"), word));
  return eb.or([isIn(matchingIds), eb.and([isVisible, ...words])]);
}

function hasWord(eb: Builder, visibleTo: Expression<string>, word: string): Expression<SqlBool> {
  const words = eb
    .selectFrom("change_words as words")
    .select(sql.lit(1).as("one"))
    .whereRef("words.at", "=", "changes.at")
    .whereRef("words.change_id", "=", "changes.id")
    .where(withoutIndex("words.visible_to"), "=", visibleTo)
    .where("words.word", ">=", word)
    .where("words.word", "<", prefixEnd(word))
    // With an offset PostgreSQL doesn't join all words instead of probing those of a few changes.
    .limit(1)
    .offset(0);
  return eb.exists(words);
}

/** Sorts after every word with this prefix. */
const prefixEnd = (prefix: string) => `${prefix}\u{10FFFF}`;

/** @returns the few changes that can match; undefined if no index finds so few */
async function fewCandidates(db: Db, query: ChangesQuery): Promise<Ids | undefined> {
  const { seller } = query;
  if (seller) {
    const own = await rarestWord(db, seller.sub, searchedPrefixes(seller.text));
    const visible = own && (await changesOfSellers(db, [...seller.visibleIds, ...seller.matchingIds]));
    if (visible) return allOf(db, own).union(allOf(db, visible));
  }
  return rarestWord(db, "", wantedWords(query));
}

/** The changes with the rarest of the searched words, unless even they are many. */
async function rarestWord(db: Db, visibleTo: string, words: readonly string[]): Promise<Ids | undefined> {
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

/** Wraps a query, because SQLite allows no limit in a part of a union. */
const allOf = (db: Db, ids: Ids) => db.selectFrom(ids.as("ids")).select("id");

async function changesOfSellers(db: Db, sellerIds: readonly string[]): Promise<Ids | undefined> {
  const isOne = sql<boolean>`seller_id in (${sql.join(sellerIds.length > 0 ? sellerIds : [null])})`;
  const ids = db
    .selectFrom("changes")
    .select("id")
    .where(isOne)
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
