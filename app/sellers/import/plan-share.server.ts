import { z } from "zod";
import { database } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { sweepOnce } from "~/.server/db/sweep";
import { env } from "~/.server/env";

/** The part of DATABASE_MAX_MB that all plans of one person together may take. */
const SHARE = 1 / 8;
/** In bytes. Size of a stored row's indexes, and of its columns beside the JSON. */
const ROW_BYTES = 150;

export function maxPlanBytes(): number {
  const { DATABASE_MAX_MB } = env();
  return DATABASE_MAX_MB ? DATABASE_MAX_MB * 1024 * 1024 * SHARE : Number.POSITIVE_INFINITY;
}

export function bytesOfRows(rows: readonly unknown[]): number {
  return JSON.stringify(rows).length + rows.length * ROW_BYTES;
}

/** Plans that an earlier release stored have no `bytes`. */
const sizeSchema = z.object({ bytes: z.int() });

export function bytesOfPlan({ findings }: Pick<Row<"imports">, "findings">): number {
  return sizeSchema.safeParse(JSON.parse(findings ?? "null")).data?.bytes ?? 0;
}

/** Sweeps expired rows if the person's plans, with the expired ones, exceed the share. */
export async function sweepIfOverShare(sub: string): Promise<void> {
  const db = await database();
  const rows = await db.selectFrom("imports").select("findings").where("sub", "=", sub).execute();
  if (rows.reduce((sum, row) => sum + bytesOfPlan(row), 0) > maxPlanBytes()) await sweepOnce(db);
}
