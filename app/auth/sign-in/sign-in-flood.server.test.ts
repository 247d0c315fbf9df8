import { sql } from "kysely";
import { expect, test } from "vitest";
import { database } from "~/.server/db/database";
import { sha256 } from "~/.server/tokens";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { findUnverifiedAttempt, rememberAttempt } from "./sign-in-attempt.server";

const MAX_MB = 16;
const STRANGERS = 600;
giveOwnDatabase("sqlite", { APP_URL: "https://panel.example", DATABASE_MAX_MB: `${MAX_MB}` });

async function usedMb(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat`.execute(await database());
  return (rows[0]?.bytes ?? 0) / 1024 / 1024;
}

const begin = (state: string) =>
  rememberAttempt(new Request("https://panel.example/"), {
    state,
    verifier: `verifier of ${state}`,
    returnTo: `/sellers?q=${"x".repeat(480)}`,
    startedAt: Date.now(),
  });

test("Strangers' sign-ins fill at most a twentieth of the database", async () => {
  const db = await database();
  const before = await usedMb();
  await begin("first");
  const row = await db.selectFrom("sign_ins").selectAll().executeTakeFirstOrThrow();
  const rows = Array.from({ length: STRANGERS }, (_, n) => ({
    ...row,
    state: sha256(`state ${n}`),
    browser: sha256(`browser ${n}`),
    started_at: n,
  }));
  await db.insertInto("sign_ins").values(rows).execute();
  await begin("last");
  expect((await usedMb()) - before).toBeLessThan(MAX_MB / 20);
  expect([await findUnverifiedAttempt("first"), await findUnverifiedAttempt("last")]).not.toContain(undefined);
  const query = db.selectFrom("sign_ins").select((eb) => eb.fn.countAll<number>().as("count"));
  const { count } = await query.executeTakeFirstOrThrow();
  expect([count > 400, count < STRANGERS]).toEqual([true, true]);
});
