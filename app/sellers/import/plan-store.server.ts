import { z } from "zod";
import { assertRoom, type Db, database, inTransaction, QuotaExceeded, type Tx } from "~/.server/db/database";
import type { Row } from "~/.server/db/schema";
import { encodings } from "~/.server/spreadsheet/csv-encoding";
import { TOKEN, uniqueToken } from "~/.server/tokens";
import { type WrongRow, wrongRowSchema } from "~/domain/checked-row";
import { columns } from "~/domain/file-columns";
import { insertItems, SWEEP_MARGIN_MS } from "~/sellers/jobs/job-store.server";
import { type Corrections, correctionsSchema } from "./corrections.server";
import { bytesOfPlan, bytesOfRows, maxPlanBytes, sweepIfOverShare } from "./plan-share.server";

// A checked file is stored as a plan: `imports` has the result of the check, `import_rows` has the
// wrong rows, and `job_items` has the rows to save, as items of a job that will get the plan's id.

/** In ms. If a plan being written gets no rows for this long, its process counts as dead. */
const WRITING_MS = 60_000;
/** A day in ms, because a person may have to ask a colleague about the file. */
const PLAN_LIFE_MS = 86_400_000;
const MAX_PLANS = 5;
const READ_ROWS = 50;

const column = z.enum(columns);
const change = z.object({ column, before: z.string().optional(), after: z.string() });
const findingsSchema = z.object({
  format: z.enum(["csv", "xlsx"]),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), wrong: z.int() }),
  /** Number of rows whose MPK a spreadsheet may have changed from 0017 to 17. */
  zeros: z.int(),
  /** Number of rows whose MPK a spreadsheet may have changed from 1.10 to 1.1. */
  decimals: z.int(),
  /** Number of rows to save that the workbook hides. */
  hiddenRows: z.int().default(0),
  headings: z.array(z.string()),
  places: z.partialRecord(column, z.int()),
  headingLine: z.int(),
  sheet: z.string().optional(),
  /** The guessed encoding of a CSV file, if the guess may be wrong. */
  encoding: z.enum(encodings).optional(),
  problemPlace: z.int().optional(),
  ignored: z.array(z.string()),
  preview: z.array(
    z.object({ line: z.int(), name: z.string(), sellerId: z.string().optional(), changes: z.array(change) }),
  ),
});
export type Findings = z.infer<typeof findingsSchema>;

type NewPlan = {
  sub: string;
  /** Empty for pasted rows. */
  fileName: string;
  digest: string;
  checkedAt: number;
  /** The id of the plan that this plan corrects. */
  previous?: string;
};

export type Plan = NewPlan &
  Findings & {
    id: string;
    /** The file itself is stored, too. */
    hasSource: boolean;
    /** There is a job with the plan's id. */
    isStarted: boolean;
  };

/** The plan becomes visible when `end` stores its findings. */
export class PlanWriter {
  readonly #id = uniqueToken();
  #itemCount = 0;
  #wrongCount = 0;
  #bytes = 0;

  private constructor(private readonly sub: string) {}

  static async begin(plan: NewPlan): Promise<PlanWriter> {
    await assertRoom();
    await sweepIfOverShare(plan.sub);
    const writer = new PlanWriter(plan.sub);
    const row = {
      id: writer.#id,
      sub: plan.sub,
      file_name: plan.fileName,
      digest: plan.digest,
      checked_at: plan.checkedAt,
      corrects: plan.previous ?? null,
      expires_at: Date.now() + WRITING_MS,
    };
    await (await database()).insertInto("imports").values(row).execute();
    return writer;
  }

  async add(items: readonly unknown[], wrong: readonly WrongRow[]): Promise<void> {
    this.#bytes += bytesOfRows([...items, ...wrong]);
    if (this.#bytes > maxPlanBytes()) throw new QuotaExceeded("import");
    await inTransaction(async (tx) => {
      await this.#updateWhileWriting(tx, { expires_at: Date.now() + WRITING_MS });
      if (items.length > 0) await insertItems(tx, this.#id, this.#itemCount, items);
      const rows = wrong.map((row, at) => ({
        import_id: this.#id,
        place: this.#wrongCount + at,
        line: row.line,
        row: JSON.stringify(row),
      }));
      if (rows.length > 0) await tx.insertInto("import_rows").values(rows).execute();
    });
    this.#itemCount += items.length;
    this.#wrongCount += wrong.length;
  }

  async end(findings: Findings, upload?: { file: File; corrections: Corrections }): Promise<string> {
    const hasRoom = upload && this.#bytes + (4 / 3) * upload.file.size <= maxPlanBytes();
    const source = hasRoom ? Buffer.from(await upload.file.arrayBuffer()).toString("base64") : undefined;
    const corrections = upload && JSON.stringify(upload.corrections);
    const bytes = this.#bytes + (source?.length ?? 0);
    await inTransaction(async (tx) => {
      await this.#updateWhileWriting(tx, {
        findings: JSON.stringify({ ...findings, bytes }),
        source,
        corrections,
        expires_at: Date.now() + PLAN_LIFE_MS,
      });
      await this.#expireOlderPlans(tx, bytes);
    });
    return this.#id;
  }

  async #expireOlderPlans(tx: Tx, ownBytes: number): Promise<void> {
    const others = tx.selectFrom("imports").select("id").where("sub", "=", this.sub).where("id", "<>", this.#id);
    const complete = others.where("findings", "is not", null).where("expires_at", ">", Date.now());
    const newestFirst = await complete.select("findings").orderBy("checked_at", "desc").execute();
    let bytes = ownBytes;
    const expiring: string[] = [];
    for (const [index, plan] of newestFirst.entries()) {
      bytes += bytesOfPlan(plan);
      if (index >= MAX_PLANS - 1 || bytes > maxPlanBytes()) expiring.push(plan.id);
    }
    if (expiring.length === 0) return;
    await tx.updateTable("imports").set({ expires_at: Date.now() }).where("id", "in", expiring).execute();
  }

  abandon(): Promise<void> {
    return dropPlan(this.#id);
  }

  /** Fails a minute after the last rows, because a sweep may already be deleting the plan. */
  async #updateWhileWriting(
    tx: Tx,
    set: Partial<Pick<Row<"imports">, "findings" | "source" | "corrections" | "expires_at">>,
  ): Promise<void> {
    const update = tx.updateTable("imports").set(set).where("id", "=", this.#id).where("findings", "is", null);
    const { numUpdatedRows } = await update.where("expires_at", ">", Date.now() + SWEEP_MARGIN_MS).executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error("The checked file took too long to be stored");
  }
}

function plansIn(db: Db) {
  return db
    .selectFrom("imports")
    .leftJoin("jobs", "jobs.id", "imports.id")
    .select(["imports.id", "imports.sub", "file_name", "digest", "checked_at", "findings", "corrects"])
    .select((eb) => [eb("source", "is not", null).as("has_source"), "jobs.id as job"])
    .where("findings", "is not", null)
    .where("imports.expires_at", ">", Date.now());
}

function planOf(row: Awaited<ReturnType<ReturnType<typeof plansIn>["execute"]>>[number]): Plan | undefined {
  const findings = findingsSchema.safeParse(JSON.parse(row.findings ?? "null")).data;
  return (
    findings && {
      ...findings,
      id: row.id,
      sub: row.sub,
      fileName: row.file_name,
      digest: row.digest,
      checkedAt: row.checked_at,
      previous: row.corrects ?? undefined,
      hasSource: Boolean(row.has_source),
      isStarted: row.job !== null,
    }
  );
}

export async function findPlan(id: string, sub: string): Promise<Plan | undefined> {
  if (!TOKEN.test(id)) return undefined;
  const row = await plansIn(await database())
    .where("imports.id", "=", id)
    .where("imports.sub", "=", sub)
    .executeTakeFirst();
  return row && planOf(row);
}

export async function plansOf(sub: string): Promise<Plan[]> {
  const rows = await plansIn(await database())
    .where("imports.sub", "=", sub)
    .execute();
  return rows.flatMap((row) => planOf(row) ?? []);
}

export async function sourceOf({ id, fileName }: Pick<Plan, "id" | "fileName">) {
  const sources = (await database()).selectFrom("imports").select(["source", "corrections"]).where("id", "=", id);
  const { source, corrections } = (await sources.executeTakeFirst()) ?? {};
  if (!source) return undefined;
  const file = new File([Buffer.from(source, "base64")], fileName);
  return { file, corrections: correctionsSchema.parse(JSON.parse(corrections ?? "[]")) };
}

export async function wrongRows(id: string, place: number, limit: number): Promise<WrongRow[]> {
  const rows = (await database()).selectFrom("import_rows").select("row").where("import_id", "=", id);
  const page = await rows
    .where("place", ">=", place)
    .where("place", "<", place + limit)
    .orderBy("place")
    .execute();
  return page.map(({ row }) => wrongRowSchema.parse(JSON.parse(row)));
}

/** Fails if rows are missing, because the person wouldn't notice an incomplete file. */
export async function* allWrongRows({ id, counts }: Pick<Plan, "id" | "counts">): AsyncGenerator<WrongRow[], void> {
  for (let place = 0; place < counts.wrong; place += READ_ROWS) {
    const rows = await wrongRows(id, place, READ_ROWS);
    if (rows.length < Math.min(READ_ROWS, counts.wrong - place)) throw new Error("Rows of a checked file are gone");
    yield rows;
  }
}

export function canBeReread({ hasSource, isStarted }: Pick<Plan, "hasSource" | "isStarted">): boolean {
  return hasSource && !isStarted;
}

export function itemCount({ counts }: Pick<Plan, "counts">): number {
  return counts.create + counts.update;
}

/**
 * Prevents another plan of the same file from starting until `tx` ends: an UPDATE locks its rows in
 * both database engines. @returns false if the plan is gone
 */
export async function lockPlan(tx: Tx, { id, sub, digest }: Plan): Promise<boolean> {
  const plansOfFile = tx
    .updateTable("imports")
    .set((eb) => ({ expires_at: eb.ref("expires_at") }))
    .where("sub", "=", sub);
  const locked = plansOfFile
    .where("digest", "=", digest)
    .where("expires_at", ">", Date.now() + SWEEP_MARGIN_MS)
    .returning("id");
  return (await locked.execute()).some((row) => row.id === id);
}

/** Expires the plan. A later sweep deletes it, but not its items if a job has taken them over. */
export async function dropPlan(id: string): Promise<void> {
  await (await database()).updateTable("imports").set({ expires_at: Date.now() }).where("id", "=", id).execute();
}
