import { sql } from "kysely";
import { expect, test } from "vitest";
import { database } from "~/.server/db/database";
import { giveOwnDatabase } from "../../../test/support/own-database";
import { findPlan, PlanWriter, plansOf, sourceOf } from "./plan-store.server";

const MAX_MB = 16;
const SHARE_MB = MAX_MB / 8;
giveOwnDatabase("sqlite", { DATABASE_MAX_MB: `${MAX_MB}` });

const findings = {
  ...{ format: "csv" as const, counts: { create: 0, update: 0, unchanged: 0, wrong: 0 }, zeros: 0, decimals: 0 },
  ...{ hiddenRows: 0, headings: [], places: {}, headingLine: 1, ignored: [], preview: [] },
};
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}`.padEnd(300, "x") }));

async function usedMb(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat`.execute(await database());
  return (rows[0]?.bytes ?? 0) / 1024 / 1024;
}

async function storePlan(sub: string, { rows, fileBytes }: { rows: number; fileBytes: number }): Promise<string> {
  const plan = await PlanWriter.begin({ sub, fileName: "a.csv", digest: "d", checkedAt: Date.now() });
  await plan.add(items(rows), []);
  return plan.end(findings, { file: new File(["x".repeat(fileBytes)], "a.csv"), corrections: [] });
}

test("A person who checks file after file fills at most twice their share", async () => {
  const before = await usedMb();
  for (let n = 0; n < 12; n += 1) {
    await storePlan("anna", { rows: 1_000, fileBytes: 700_000 });
    expect((await usedMb()) - before).toBeLessThan(2 * SHARE_MB);
  }
  expect(await plansOf("anna")).toHaveLength(1);
});

test("A file with too many rows is refused", async () => {
  const plan = await PlanWriter.begin({ sub: "ewa", fileName: "a.csv", digest: "d", checkedAt: Date.now() });
  await plan.add(items(4_000), []);
  await expect(plan.add(items(4_000), [])).rejects.toMatchObject({ kind: "import" });
});

test("A file that has no room beside its rows can't be checked again", async () => {
  const id = await storePlan("ola", { rows: 1_000, fileBytes: 2_000_000 });
  expect(await findPlan(id, "ola")).toMatchObject({ hasSource: false });
  expect(await sourceOf({ id, fileName: "a.csv" })).toBeUndefined();
});
