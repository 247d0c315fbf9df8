import { type CompiledQuery, Kysely, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { database, databaseEngine, inTransaction } from "~/.server/db/database";
import { uniqueToken } from "~/.server/tokens";
import type { HistoryEntry } from "~/domain/history-entry";
import { findEntry, lastSwitch, listEntries, unknownCreations } from "~/sellers/write/history-journal.server";
import { entryOf } from "../../../test/support/entries";
import { storeChanges } from "../../../test/support/many-changes";
import { onBothEngines } from "../../../test/support/own-database";
import { type ChangesPart, type ChangesQuery, findChanges, type SellerFilter } from "./find-changes.server";

/** More than a page with a filter tests. */
const COUNT = 6_000;
const SELLERS = 100;
const start = Date.now() - COUNT * 1_000;
const timeOf = (n: number) => start + n * 1_000;
/** Before it are few changes, so one page tests all of them. */
const OLDEST = timeOf(100);

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

async function find(query: ChangesQuery, size = 5) {
  const { value } = await findChanges(query, { size, maxEntries: 100 }).next();
  const { entries, ...rest } = value as ChangesPart;
  return { ...rest, found: entries.map(({ requestId }) => Number(requestId)) };
}
const none = { found: [], older: undefined };
const ofSeller = (more: Partial<SellerFilter>): ChangesQuery => ({
  seller: { text: "sklep", sub: "nobody", matchingIds: [], ...more },
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
    expect(first.found).toEqual(newest(5, () => true));
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
    for await (const { entries, older } of findChanges({ sellerId: "together" }, { size: 2, maxEntries: 100 })) {
      seen.push(...entries.map(({ id }) => id));
      expect(older ?? "").not.toContain("jjj");
    }
    expect(seen).toEqual(ids.toReversed());
    const db = await database();
    await db.deleteFrom("changes").where("seller_id", "=", "together").execute();
  });

  test("A person is found by parts of the name, without accents and in any order", async () => {
    expect((await find({ person: "NOWAK jan" })).found).toEqual(newest(5, (n) => n % 2 === 0));
    expect((await find({ person: "owak" })).found).toEqual(newest(5, () => true));
    expect(await find({ person: "lec ewa", until: OLDEST })).toEqual({ ...none, found: [0] });
    // % and _ are letters, not wildcards.
    for (const person of ["zzz", "%", "an_a"]) expect((await find({ person, until: OLDEST })).found).toEqual([]);
  });

  test("A kind finds what was done, and undoing is a kind of its own", async () => {
    expect((await find({ kind: "disable" })).found).toEqual(newest(5, (n) => n % 3 === 0));
    expect((await find({ kind: "update", sellerId: "s7" })).found).toEqual(
      newest(5, (n) => n % 3 > 0 && n % SELLERS === 7),
    );
    expect(await find({ kind: "undo", until: OLDEST })).toEqual({ ...none, found: [0] });
    expect(await find({ kind: "create", until: OLDEST })).toEqual(none);
    expect((await find({ kind: "disable", person: "anna" })).found).toEqual(newest(5, (n) => n % 6 === 3));
  });

  test("A field finds the changes that gave it another value", async () => {
    expect(await find({ field: "mpk", until: OLDEST })).toEqual({ ...none, found: [0] });
    expect((await find({ field: "displayName", sellerId: "s7" })).found).toEqual(newest(5, (n) => n % SELLERS === 7));
    expect((await find({ field: "displayName", person: "anna" })).found).toEqual(newest(5, (n) => n % 2 === 1));
    expect(await find({ field: "mpk", person: "anna", until: OLDEST })).toEqual(none);
    expect(await find({ field: "email", until: OLDEST })).toEqual(none);
  });

  test("A page with a filter tests 5,000 changes, and the next page goes on", async () => {
    const first = await find({ person: "ewa" });
    expect(first).toEqual({ found: [], older: expect.stringMatching(`^${timeOf(COUNT - 5_000)}`) });
    expect(await find({ person: "ewa", before: first.older })).toEqual({ ...none, found: [0] });
  });

  test("The parts of one page test 5,000 changes together", async () => {
    let found = 0;
    for await (const { entries } of findChanges({ person: "nowak" }, { size: 600, maxEntries: COUNT }))
      found += entries.length;
    expect(found).toBe(5_000);
  });

  test("A seller is found in own changes by former and present names", async () => {
    expect((await find(ofSeller({ sub: "anna" }))).found).toEqual(newest(5, (n) => n % 2 === 1));
    expect((await find(ofSeller({ sub: "anna", text: "SALON 5" }))).found).toEqual(
      newest(5, (n) => /5/.test(`${n % SELLERS}`) && n % 2 === 1),
    );
    expect((await find({ ...ofSeller({ sub: "anna" }), person: "nowak", kind: "disable" })).found).toEqual(
      newest(5, (n) => n % 6 === 3),
    );
  });

  test("A seller that the backend's search found is found in everybody's changes", async () => {
    expect((await find(ofSeller({ text: "zzz", matchingIds: ["s5"] }))).found).toEqual(
      newest(5, (n) => n % SELLERS === 5),
    );
    expect((await find({ ...ofSeller({ text: "zzz", matchingIds: ["s5", "s6"] }), sellerId: "s6" })).found).toEqual(
      newest(5, (n) => n % SELLERS === 6),
    );
  });

  test("No text of other people's changes is compared with a seller's filter", async () => {
    for (const text of ["salon 4", "s4@example.pl", "mpk-4", "jan"]) {
      expect((await find(ofSeller({ text, sub: "nobody" }))).found, text).toEqual([]);
    }
  });

  test("No query reads a whole table", async () => {
    queries.length = 0;
    const own = ofSeller({ sub: "anna" });
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
      { ...ofSeller({ sub: "ewa", matchingIds: ["s8"] }), before },
      { ...ofSeller({ sub: "anna", matchingIds: ["s8"] }), before, kind: "update", person: "nowak" },
      { ...own, sellerId: "s7" },
    ];
    for (const filter of filters) await find(filter);
    await listEntries({ sellerId: "s7", limit: 5 });
    await findEntry("x");
    await lastSwitch("s7");
    await unknownCreations("Salon 7");
    const plans = await Promise.all(
      [...queries].map(async (query) => ({ query: query.sql, plan: await planOf(query) })),
    );
    expect(plans.length).toBeGreaterThan(filters.length);
    for (const { query, plan } of plans) {
      const scanned = plan.filter((step) => /^SCAN changes$|Seq Scan/.test(step));
      expect(scanned, `${query}\n${plan.join("\n")}`).toEqual([]);
      // A filter sorts the few changes that match, out of a subquery of at most 5,000.
      if (engine === "sqlite" && !/from \(select/.test(query))
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
