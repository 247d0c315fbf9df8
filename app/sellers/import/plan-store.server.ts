import { z } from "zod";
import { OverBudget } from "~/.server/store/budget";
import { type BegunRecord, Chunks, ownedRecords } from "~/.server/store/owned-records";
import { type WrongRow, wrongRowSchema } from "~/domain/checked-row";
import { columns } from "~/domain/columns";
import { beginItems, dropPlannedItems, itemChunks } from "~/sellers/jobs/job-store.server";
import { type Corrections, correctionsSchema } from "./corrections.server";

/*
 * A checked file in the store: the plan, its wrong rows and, if there are any, the file with its
 * corrections. The rows to save are stored as the items of a job with the plan's id.
 */

/** In seconds: long enough to ask somebody else about the file. */
const TTL = 86_400;
const MEGABYTE = 1024 * 1024;
/** Per person, without the rows to save. */
const BOUNDS = { records: 5, bytes: 64 * MEGABYTE, bytesEach: 32 * MEGABYTE };
/** A chunk of wrong rows is one page of them. */
const CHUNK_ROWS = 50;
/** In bytes of JSON: once sealed it stays below the store's 1 MB. */
const CHUNK_BYTES = 600_000;
/** In bytes: as base64 and sealed it stays below the store's 1 MB. */
const SOURCE_PART_BYTES = 400_000;

const column = z.enum(columns);
const change = z.object({ column, before: z.string().optional(), after: z.string() });
const planSchema = z.object({
  sub: z.string(),
  /** Empty for pasted rows. */
  fileName: z.string(),
  digest: z.string(),
  checkedAt: z.number(),
  format: z.enum(["csv", "xlsx"]),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), wrong: z.int() }),
  zeros: z.int(),
  headings: z.array(z.string()),
  places: z.partialRecord(column, z.int()),
  /** 0 for pasted rows without headings. */
  headingLine: z.int(),
  /** The sheet's name, if the workbook shows more than one. */
  sheet: z.string().optional(),
  /** Index of the column with the reasons, if the file is a correction. */
  problemPlace: z.int().optional(),
  ignored: z.array(z.string()),
  preview: z.array(
    z.object({ line: z.int(), name: z.string(), sellerId: z.string().optional(), changes: z.array(change) }),
  ),
  faults: z.array(z.object({ column: column.optional(), reason: z.string(), rows: z.int() })),
  /** Absent if no row is wrong, or there was no room for the file. */
  source: z.object({ parts: z.int(), corrected: z.boolean() }).optional(),
  itemBytes: z.int(),
  wrongChunks: z.int(),
  /** The plan that this one corrects. */
  before: z.string().optional(),
});
export type Plan = z.infer<typeof planSchema>;

/** The kind of the plans' `Budget`. */
export const PLAN = "import";
const WRONG = "import-wrong";
const SOURCE = "import-source";
const CORRECTIONS = "import-corrections";
const plans = ownedRecords({
  kind: PLAN,
  schema: planSchema,
  ttl: TTL,
  ownerOf: ({ sub }) => sub,
  bounds: BOUNDS,
  parts: [WRONG, SOURCE, CORRECTIONS],
  dropMore: dropPlannedItems,
});

/** A plan whose parts are being written. It can't be found before `end`. */
export type BegunPlan = Pick<BegunRecord<Plan>, "id" | "end" | "abandon"> & {
  items: Chunks<unknown>;
  wrong: Chunks<WrongRow>;
  /** Ends the rows, and returns what a plan says of them. */
  endRows(): Promise<Pick<Plan, "itemBytes" | "wrongChunks">>;
  /** Stores the file for corrections; undefined if there is no room. @throws StoreUnavailable */
  putSource(file: File, corrections: Corrections): Promise<Plan["source"]>;
};

export async function beginPlan(sub: string): Promise<BegunPlan> {
  const begunItems = await beginItems(sub, TTL);
  const begun = await plans.begin(sub, { id: begunItems.id }).catch(async (error: unknown) => {
    await begunItems.abandon();
    throw error;
  });
  const items = itemChunks(begunItems);
  const wrong = new Chunks<WrongRow>({ rows: CHUNK_ROWS, bytes: CHUNK_BYTES }, (chunk, rows) =>
    begun.putPart(WRONG, chunk, { rows }),
  );
  return {
    ...begun,
    items,
    wrong,
    async endRows() {
      await wrong.end();
      await items.end();
      return { itemBytes: await begunItems.setAside(), wrongChunks: wrong.count };
    },
    putSource: (file, corrections) => putSource(begun, file, corrections),
    async abandon() {
      await begunItems.abandon();
      await begun.abandon();
    },
  };
}

async function putSource(plan: BegunRecord<Plan>, file: File, corrections: Corrections): Promise<Plan["source"]> {
  const bytes = Buffer.from(await file.arrayBuffer());
  let parts = 0;
  try {
    for (let at = 0; at < bytes.length; at += SOURCE_PART_BYTES) {
      const end = Math.min(at + SOURCE_PART_BYTES, bytes.length);
      await plan.putPart(SOURCE, parts, { bytes: bytes.toString("base64", at, end) });
      parts += 1;
    }
    if (corrections.length > 0) await plan.putPart(CORRECTIONS, 0, { corrections });
    return { parts, corrected: corrections.length > 0 };
  } catch (error) {
    if (error instanceof OverBudget) return undefined;
    throw error;
  }
}

/** Undefined if the file wasn't stored. @throws StoreUnavailable */
export async function sourceOf(id: string, { source, fileName }: Plan) {
  if (!source) return undefined;
  const pieces: Buffer<ArrayBuffer>[] = [];
  for (let number = 0; number < source.parts; number += 1) {
    const part = await plans.findPart(SOURCE, id, number, z.object({ bytes: z.string() }));
    if (!part) return undefined;
    pieces.push(Buffer.from(part.bytes, "base64"));
  }
  const stored = source.corrected
    ? await plans.findPart(CORRECTIONS, id, 0, z.object({ corrections: correctionsSchema }))
    : { corrections: [] };
  return stored && { file: new File(pieces, fileName), corrections: stored.corrections };
}

/** The id may come from a URL or a form. Undefined also for another person's plan. */
export function findPlan(id: string, sub: string): Promise<Plan | undefined> {
  return plans.findOwn(id, sub);
}

/** A missing chunk is an error, because leaving rows out silently would be worse. */
export async function wrongRowsOf(id: string, chunk: number): Promise<WrongRow[]> {
  const part = await plans.findPart(WRONG, id, chunk, z.object({ rows: z.array(wrongRowSchema) }));
  if (!part) throw new Error("Rows of a checked file are gone");
  return part.rows;
}

export function itemCount({ counts }: Pick<Plan, "counts">): number {
  return counts.create + counts.update;
}

export function plansOf(sub: string): Promise<Map<string, Plan>> {
  return plans.allOf(sub);
}

export function dropPlan(id: string): Promise<void> {
  return plans.delete(id);
}
