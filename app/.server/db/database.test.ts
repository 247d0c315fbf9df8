import { statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { onBothEngines } from "../../../test/support/own-database";
import { giveFolder } from "../../../test/support/own-folder";
import { createDatabase, startPostgres } from "../../../test/support/postgres";
import { startTcpForward } from "../../../test/support/tcp-forward";
import { registry } from "../metrics";
import { DatabaseFull, DatabaseUnavailable, type Db, database, inTransaction, migrate, openDatabase } from "./database";
import { sweepOnce } from "./sweep";

const news = (jobId: string, expiresAt = Date.now() + 60_000) => ({
  id: jobId,
  sub: "anna",
  created_at: 1_795_644_864_478,
  expires_at: expiresAt,
});
const idsOf = async (db: Db) => (await db.selectFrom("news").select("id").orderBy("id").execute()).map(({ id }) => id);
const options = { warn: () => undefined };
const folder = giveFolder();

onBothEngines((engine) => {
  test("A text with U+0000 is found again, whole, and as no other text", async () => {
    const db = await database();
    await db.insertInto("news").values(news("a\0b")).execute();
    const find = (id: string) => db.selectFrom("news").select("id").where("id", "=", id).execute();
    expect(await find("a\0b")).toEqual([{ id: "a\uFFFDb" }]);
    expect(await find("a")).toEqual([]);
  });

  test("A transaction that fails writes nothing", async () => {
    const failing = inTransaction(async (tx) => {
      await tx.insertInto("news").values(news("half")).execute();
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await idsOf(await database())).not.toContain("half");
  });

  test("A query beside the transaction that is under way is refused at once", async () => {
    await expect(inTransaction(() => database())).rejects.toThrow("Use the transaction");
  });

  test("Two transactions that change one row both take effect", async () => {
    const db = await database();
    await db.insertInto("notes").values({ seller_id: "s1", text: "0", version: "v", at: 0 }).execute();
    const addOne = () =>
      inTransaction(async (tx) => {
        const { at } = await tx
          .updateTable("notes")
          .set((eb) => ({ at: eb("at", "+", 1) }))
          .where("seller_id", "=", "s1")
          .returning("at")
          .executeTakeFirstOrThrow();
        return at;
      });
    expect((await Promise.all(Array.from({ length: 20 }, addOne))).sort((a, b) => a - b).at(-1)).toBe(20);
  });

  test("Migrations run once and accept a database of a later version", async () => {
    const url = engine === "sqlite" ? `file:${folder}/x.db` : await createDatabase(inject("postgresPort"));
    const [one, other] = [await openDatabase(url, options), await openDatabase(url, options)];
    await Promise.all([migrate(one), migrate(other)]);
    await one.db
      .insertInto("kysely_migration" as never)
      .values({ name: "9999-later", timestamp: "x" } as never)
      .execute();
    await migrate(other);
    expect(await idsOf(other.db)).toEqual([]);
    await Promise.all([one.db.destroy(), other.db.destroy()]);
  });

  test("The sweep deletes rows whose end has come, and no others", async () => {
    const db = await database();
    await db.deleteFrom("news").execute();
    const ended = Array.from({ length: 1_201 }, (_, n) => news(`old-${n}`, Date.now() - 1));
    for (let at = 0; at < ended.length; at += 400)
      await db
        .insertInto("news")
        .values(ended.slice(at, at + 400))
        .execute();
    await db.insertInto("news").values(news("living")).execute();
    const job = {
      ...{ sub: "anna", kind: "k", params: "{}", total: 1, session: "s", waits: 0, created_at: 0 },
      ...({ state: "finished", is_stopping: 0 } as const),
    };
    const item = { place: 0, item: "{}", result: "done" as const, is_added: 0 as const };
    await db
      .insertInto("jobs")
      .values([
        { ...job, id: "over", expires_at: 1 },
        { ...job, id: "kept", expires_at: Date.now() + 60_000 },
      ])
      .execute();
    await db
      .insertInto("job_items")
      .values([
        { ...item, job_id: "over" },
        { ...item, job_id: "kept" },
      ])
      .execute();
    await sweepOnce(db);
    expect(await idsOf(db)).toEqual(["living"]);
    expect((await db.selectFrom("job_items").select("job_id").execute()).map(({ job_id }) => job_id)).toEqual(["kept"]);
    expect((await db.selectFrom("jobs").select("id").execute()).map(({ id }) => id)).toEqual(["kept"]);
  });
});

test("Queries fail with a killed PostgreSQL server and work after it is back", async () => {
  const server = await startPostgres();
  const { db } = await openDatabase(await createDatabase(server.port), options);
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
  const sleeping = sql<{ count: number }>`select count(*)::int from pg_stat_activity where wait_event = 'PgSleep'`;
  const inTime = db.transaction().execute(async () => {
    await expect.poll(async () => (await sleeping.execute(db)).rows).toEqual([{ count: 2 }]);
    await server.stop("SIGQUIT");
    await sleep(0);
  });
  const ends = await Promise.allSettled([sleep(60), sleep(60), inTime]);
  for (const end of ends) expect(end).toMatchObject({ reason: expect.any(DatabaseUnavailable) });
  await expect(sleep(0)).rejects.toThrow(DatabaseUnavailable);
  expect(await registry.metrics()).toContain('_count{query="connect",outcome="unavailable"}');
  await server.start();
  await sleep(0);
  await db.destroy();
  await server.remove();
});

test("Queries wait for a PostgreSQL server that has few connections", async () => {
  const server = await startPostgres(() => ({ max_connections: "6" }));
  const { db } = await openDatabase(await createDatabase(server.port), options);
  const queries = Array.from({ length: 40 }, (_, n) => sql`select pg_sleep(0.02), ${n}::int as n`.execute(db));
  expect((await Promise.allSettled(queries)).filter(({ status }) => status === "rejected")).toEqual([]);
  await db.destroy();
  await server.remove();
});

test("A silent PostgreSQL server ends a query and loses its connection", async () => {
  const address = await startTcpForward(inject("postgresPort"));
  const url = new URL(await createDatabase(inject("postgresPort")));
  url.port = String(address.port);
  const { db } = await openDatabase(url.href, options);
  const query = () => sql`select 1 as one`.execute(db);
  await query();
  address.stall();
  await expect(query()).rejects.toThrow(DatabaseUnavailable);
  await expect(query()).rejects.toThrow(DatabaseUnavailable);
  address.close();
  const again = await startTcpForward(inject("postgresPort"), address.port);
  expect((await query()).rows).toEqual([{ one: 1 }]);
  await db.destroy();
  again.close();
});

test("A SQLite file is open to its user alone and shared by two processes", async () => {
  const path = join(folder, "deep", "panel.db");
  const [one, other] = [await openDatabase(`file:${path}`, options), await openDatabase(`file:${path}`, options)];
  await migrate(one);
  await Promise.all(
    [one, other].flatMap(({ db }, n) =>
      Array.from({ length: 50 }, (_, at) =>
        db
          .insertInto("news")
          .values(news(`${n}-${at}`))
          .execute(),
      ),
    ),
  );
  expect(await idsOf(one.db)).toHaveLength(100);
  for (const end of ["", "-wal"]) expect(statSync(path + end).mode & 0o777).toBe(0o600);
  await Promise.all([one.db.destroy(), other.db.destroy()]);
});

test("A file at its maximum size refuses writes as full, and still deletes", async () => {
  const opened = await openDatabase(`file:${folder}/full.db`, { ...options, maxBytes: 1_000_000 });
  await migrate(opened);
  const fill = async () => {
    for (let n = 0; n < 1_000; n += 1)
      await opened.db
        .insertInto("news")
        .values({ ...news(`big-${n}`), sub: "x".repeat(5_000) })
        .execute();
  };
  await expect(fill()).rejects.toThrow(DatabaseFull);
  expect(opened.engine.fillRatio()).toBeGreaterThan(0.9);
  await opened.db.deleteFrom("news").execute();
  expect(opened.engine.fillRatio()).toBeLessThan(0.9);
  await opened.db.destroy();
});
