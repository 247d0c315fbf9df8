import { setTimeout as pause } from "node:timers/promises";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { bestEffortWrite, database, inTransaction } from "./database";
import { DatabaseBusy } from "./errors";

giveOwnDatabase();
let otherProcess: DatabaseSyncInstance;

beforeAll(() => {
  otherProcess = new DatabaseSync((process.env.DATABASE_URL ?? "").replace("file:", ""));
});
afterAll(() => otherProcess.close());

const note = (id: string) => ({ seller_id: id, text: "x", version: "v", at: 1 });
const insert = async (id: string) => (await database()).insertInto("notes").values(note(id)).execute();
const count = async () => {
  const query = (await database()).selectFrom("notes").select((eb) => eb.fn.countAll<number>().as("count"));
  return (await query.executeTakeFirstOrThrow()).count;
};

/** Holds the file's lock until `release`. */
function lock(): { release: () => void } {
  otherProcess.exec("begin immediate");
  return { release: () => otherProcess.exec("rollback") };
}

test("Writes wait for another process's lock, one after another", async () => {
  const before = await count();
  const { release } = lock();
  const writes = Promise.all([
    insert("w1"),
    inTransaction((tx) => tx.insertInto("notes").values(note("w2")).execute()),
  ]);
  const isWritten = await Promise.race([writes.then(() => true), pause(300).then(() => false)]);
  expect(isWritten).toBe(false);
  release();
  await writes;
  expect(await count()).toBe(before + 2);
});

test("A read and a write in passing don't wait for another process's lock", async () => {
  const { release } = lock();
  const startedAt = performance.now();
  const waiting = insert("r1");
  await count();
  expect(await bestEffortWrite(() => insert("r2"))).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  release();
  await waiting;
});

test("A write that has waited 5 s for a lock is refused as busy", async () => {
  const { release } = lock();
  await expect(insert("b1")).rejects.toThrow(DatabaseBusy);
  await expect(insert("b2")).rejects.toThrow(DatabaseBusy);
  release();
  await insert("b3");
});

test("A transaction's rows are seen by others once it is committed", async () => {
  const before = await count();
  await inTransaction(async (tx) => {
    await tx.insertInto("notes").values(note("t1")).execute();
    otherProcess.exec("begin");
    expect(otherProcess.prepare("select count(*) as count from notes").get()).toMatchObject({ count: before });
    otherProcess.exec("rollback");
  });
  expect(await count()).toBe(before + 1);
});
