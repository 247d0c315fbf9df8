import { type CompiledQuery, Kysely, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { database, databaseEngine, inTransaction } from "~/.server/db/database";
import { uniqueToken } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { findEntry, lastSwitch, listEntries, unknownCreations } from "~/sellers/write/history-journal.server";
import { entryOf } from "../../../test/support/entries";
import { storeChanges } from "../../../test/support/many-changes";
import { onBothEngines } from "../../../test/support/own-database";
import { type ChangesQuery, findChanges, type SellerSearch, sellersOfChanges } from "./find-changes.server";

/** More than one search reads. */
const COUNT = 6_000;
const SELLERS = 100;
const start = Date.now() - COUNT * 1_000;
const timeOf = (n: number) => start + n * 1_000;

const valuesOf = (kind: string, n: number) => ({
  displayName: `${kind} ${n % SELLERS}`,
  email: `s${n % SELLERS}@example.pl`,
  mpk: `MPK-${n % SELLERS}`,
  accountEnabled: true,
});

/**
 * One change a second. Jan and Anna take turns; Ewa made the oldest one, which undid something and
 * changed the MPK, too. Each seller's „Sklep” became a „Salon”.
 */
function changeAt(n: number): HistoryEntry {
  const [sub, name] = n === 0 ? ["ewa", "Ewa Łęcka"] : n % 2 ? ["anna", "Anna Nowak"] : ["jan", "Jan Nowak"];
  return entryOf(uniqueToken(), {
    at: timeOf(n),
    by: { sub: sub as string, name },
    sellerId: `s${n % SELLERS}`,
    sellerName: `Salon ${n % SELLERS}`,
    requestId: `${n}`,
    action: n % 3 ? "update" : "disable",
    before: valuesOf("Sklep", n),
    after: { ...valuesOf("Salon", n), ...(n === 0 ? { mpk: "MPK-X" } : {}) },
    ...(n === 0 ? { undoes: "x" } : {}),
  });
}

/** The newest numbers below COUNT, newest first. */
const newest = (count: number, isWanted: (n: number) => boolean, below = COUNT) =>
  Array.from({ length: below }, (_, at) => below - 1 - at)
    .filter(isWanted)
    .slice(0, count);

async function find(query: ChangesQuery, limit = 5) {
  const { entries, ...rest } = await findChanges(query, limit);
  return { ...rest, found: entries.map(({ requestId }) => Number(requestId)) };
}
const none = { found: [], isCut: false, older: undefined };
const search = (more: Partial<SellerSearch>): ChangesQuery => ({
  seller: { text: "sklep", sub: "nobody", visibleIds: [], matchingIds: [], ...more },
});

onBothEngines((engine) => {
  const queries: CompiledQuery[] = [];
  beforeAll(async () => {
    const opened = await databaseEngine();
    const db = new Kysely({ dialect: opened.dialect, log: ({ query }) => void queries.push(query) });
    Object.assign(globalThis, { panelDatabase: Promise.resolve({ db, engine: opened }) });
    await storeChanges(Array.from({ length: COUNT }, (_, n) => changeAt(n)));
  });

  test("Changes come newest first, page by page, within a range of time", async () => {
    const first = await find({});
    expect(first).toMatchObject({ found: newest(5, () => true), isCut: false });
    expect((await find({ before: first.older })).found).toEqual(newest(5, () => true, COUNT - 5));
    expect((await find({ sellerId: "s7" })).found).toEqual(newest(5, (n) => n % SELLERS === 7));
    expect(await find({ from: timeOf(3), until: timeOf(6) })).toEqual({ ...none, found: [5, 4, 3] });
    // The change of a cursor may have been erased.
    expect(await find({ before: `${timeOf(2)}.AAAAAAAA` })).toEqual({ ...none, found: [1, 0] });
  });

  test("Changes of one millisecond are each on one page only", async () => {
    const at = timeOf(COUNT + 1);
    const ids = Array.from({ length: 7 }, (_, n) => `${"j".repeat(22)}.${n}`);
    await storeChanges(ids.map((id, n) => ({ ...changeAt(1), id, at, requestId: `${-n}`, sellerId: "together" })));
    const seen: string[] = [];
    for (let before: string | undefined; ; ) {
      const { entries, older } = await findChanges({ sellerId: "together", before }, 2);
      seen.push(...entries.map(({ id }) => id));
      if (older === undefined) break;
      expect(older).not.toContain("jjj");
      before = older;
    }
    expect(seen).toEqual(ids.toReversed());
    const db = await database();
    await db.deleteFrom("changes").where("seller_id", "=", "together").execute();
  });

  test("A person is found by the beginnings of words, however rare", async () => {
    expect(await find({ person: "lec ewa" })).toEqual({ ...none, found: [0] });
    expect((await find({ person: "NOWAK jan" })).found).toEqual(newest(5, (n) => n % 2 === 0));
    expect((await find({ person: "owak" })).found).toEqual([]);
    expect(await find({ person: "zzz" })).toEqual(none);
  });

  test("A kind finds what was done, and undoing is a kind of its own", async () => {
    expect((await find({ kind: "disable" })).found).toEqual(newest(5, (n) => n % 3 === 0));
    expect((await find({ kind: "update", sellerId: "s7" })).found).toEqual(
      newest(5, (n) => n % 3 > 0 && n % SELLERS === 7),
    );
    expect(await find({ kind: "undo" })).toEqual({ ...none, found: [0] });
    expect(await find({ kind: "create" })).toEqual(none);
    expect((await find({ kind: "disable", person: "anna" })).found).toEqual(newest(5, (n) => n % 6 === 3));
  });

  test("A field finds the changes that gave it another value, however rare", async () => {
    expect(await find({ field: "mpk" })).toEqual({ ...none, found: [0] });
    expect((await find({ field: "displayName", sellerId: "s7" })).found).toEqual(newest(5, (n) => n % SELLERS === 7));
    expect((await find({ field: "displayName", person: "anna" })).found).toEqual(newest(5, (n) => n % 2 === 1));
    expect(await find({ field: "mpk", person: "anna" })).toEqual(none);
    expect(await find({ field: "email" })).toEqual(none);
    // A field is no name: nobody finds it as a word.
    expect(await find({ person: "mpk" })).toEqual(none);
  });

  test("A search without a rare word reads 5,000 changes and can go on", async () => {
    const first = await find({ person: "anna jan" });
    expect(first).toEqual({ found: [], isCut: true, older: expect.stringMatching(`^${timeOf(COUNT - 5_000)}`) });
    expect(await find({ person: "anna jan", before: first.older })).toEqual(none);
  });

  test("A seller's texts are searched in own changes and in shown sellers'", async () => {
    expect(await find(search({ sub: "ewa" }))).toEqual({ ...none, found: [0] });
    expect((await find(search({ sub: "anna" }))).found).toEqual(newest(5, (n) => n % 2 === 1));
    expect((await find(search({ sub: "ewa", visibleIds: ["s4"], text: "sklep mpk-4" }))).found).toEqual(
      newest(5, (n) => n % SELLERS === 4),
    );
    expect((await find(search({ sub: "anna", text: "salon s5@" }))).found).toEqual(newest(5, (n) => n % SELLERS === 5));
    expect((await find(search({ text: "zzz", matchingIds: ["s5"] }))).found).toEqual(
      newest(5, (n) => n % SELLERS === 5),
    );
    expect((await find({ ...search({ sub: "anna" }), person: "nowak", kind: "disable" })).found).toEqual(
      newest(5, (n) => n % 6 === 3),
    );
    expect(await find(search({ sub: "anna", text: "zzz" }))).toEqual(none);
    const many = Array.from({ length: 20 }, (_, n) => `s${n}`);
    expect((await find(search({ visibleIds: many }))).found).toEqual(newest(5, (n) => n % SELLERS < 20));
    expect(await find(search({ visibleIds: many, text: "zzz" }))).toMatchObject({ found: [], isCut: true });
  });

  test("A search for a hidden text asks the database the same as for no text", async () => {
    const asked = async (text: string) => {
      queries.length = 0;
      expect(await find(search({ text, visibleIds: ["unchanged"] }))).toEqual(none);
      return queries.map((query) => query.sql);
    };
    expect(await asked("salon 4")).toEqual(await asked("zzz yyy"));
  });

  test("The sellers of others' newest changes come latest first", async () => {
    expect(await sellersOfChanges({ notBy: "anna" }, 3)).toEqual(
      newest(3, (n) => n % 2 === 0).map((n) => `s${n % SELLERS}`),
    );
    expect(await sellersOfChanges({ notBy: "anna", person: "ewa" }, 3)).toEqual(["s0"]);
  });

  test("No query reads a whole table", async () => {
    queries.length = 0;
    const own = search({ sub: "anna" });
    const before = `${timeOf(5_000)}.AAAAAAAA`;
    const filters: ChangesQuery[] = [
      {},
      { before, from: timeOf(1), until: timeOf(COUNT) },
      ...(["update", "undo"] as const).flatMap((kind) => [
        { kind },
        { kind, before },
        { kind, sellerId: "s7", before },
      ]),
      { sellerId: "s7" },
      { person: "nowak", before },
      { person: "ewa", before },
      { field: "displayName", before },
      { field: "mpk", before, kind: "update" },
      { field: "displayName", sellerId: "s7", before },
      { ...own, before },
      { ...search({ sub: "ewa", visibleIds: ["s7"], matchingIds: ["s8"] }), before },
      { ...search({ sub: "anna", visibleIds: ["s7"], matchingIds: ["s8"] }), before, kind: "update", person: "nowak" },
      { ...own, sellerId: "s7" },
    ];
    for (const filter of filters) await findChanges(filter, 5);
    await sellersOfChanges({ notBy: "anna", kind: "update", person: "nowak", before }, 1_000);
    await listEntries({ sellerId: "s7", limit: 5 });
    await findEntry("x");
    await lastSwitch("s7");
    await unknownCreations("Salon 7");
    const plans = await Promise.all(
      [...queries].map(async (query) => ({ query: query.sql, plan: await planOf(query) })),
    );
    expect(plans.length).toBeGreaterThan(filters.length);
    for (const { query, plan } of plans) {
      const scanned = plan.filter((step) => /^SCAN (changes|change_words)$|Seq Scan/.test(step));
      expect(scanned, query).toEqual([]);
      // Sorting is for a few changes that an index of words or sellers has found.
      if (engine === "sqlite" && !/ in \(select|group by/.test(query))
        expect(plan.join("\n"), query).not.toMatch(/TEMP B-TREE/);
    }
  });

  function planOf({ sql: text, parameters }: CompiledQuery): Promise<string[]> {
    return inTransaction(async (tx) => {
      // With as few rows as a test has, PostgreSQL would rather read a whole table.
      if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
      const explained = {
        ...sql`x`.compile(tx),
        sql: `explain ${engine === "sqlite" ? "query plan " : ""}${text}`,
        parameters,
      };
      const { rows } = await tx.executeQuery<Record<string, string>>(explained);
      return rows.map((row) => (row.detail ?? row["QUERY PLAN"] ?? "").trim());
    });
  }
});
