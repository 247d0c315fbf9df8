import { z } from "zod";
import { OverBudget } from "~/.server/store/budget";
import { type BegunRecord, ownedRecords } from "~/.server/store/sealed-records";
import { columns } from "~/domain/columns";
import { importItem } from "~/sellers/jobs/seller-import.server";
import { type Corrections, correctionsSchema } from "./corrections.server";

/*
 * What the store holds of a checked file, sealed and for its person alone: the plan itself, the rows to save and the
 * rows to correct, both in chunks, and of one that has some of these the file itself with what was corrected in it.
 */

/** In seconds: long enough to have a file looked at by somebody else. */
const TTL = 86_400;
const MEGABYTE = 1024 * 1024;
/**
 * Of one person; older plans give way to new ones. In the store a row of a seller takes about 400 bytes, so a file of
 * 20,000 such rows has room four times over; what a workbook can hold compressed is a thousand times as much.
 */
const BOUNDS = { records: 5, bytes: 64 * MEGABYTE, bytesEach: 32 * MEGABYTE };
/** Rows of a chunk; one chunk of rows to correct is one page of them. */
const CHUNK_ROWS = 50;
/** The largest chunk, in bytes of its JSON: once sealed it stays below the store's 1 MB. */
const CHUNK_BYTES = 600_000;

const column = z.enum(columns);
const change = z.object({ column, before: z.string().optional(), after: z.string() });
const planSchema = z.object({
  sub: z.string(),
  fileName: z.string(),
  format: z.enum(["csv", "xlsx"]),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), wrong: z.int() }),
  /** Rows in which an MPK loses zeros at its beginning. */
  zeros: z.int(),
  headings: z.array(z.string()),
  /** The place of each known column; plans of an earlier release don't say. */
  places: z.partialRecord(column, z.int()).optional(),
  /** Where they stand; plans of an earlier release don't say. */
  headingLine: z.int().optional(),
  /** The workbook's sheet that was read, where it shows more than one. */
  sheet: z.string().optional(),
  /** The column that holds what was wrong when the file was a correction. */
  problemPlace: z.int().optional(),
  ignored: z.array(z.string()),
  preview: z.array(
    z.object({ line: z.int(), name: z.string(), sellerId: z.string().optional(), changes: z.array(change) }),
  ),
  /** What is wrong with most rows, the commonest first. */
  faults: z.array(z.object({ column: column.optional(), reason: z.string(), rows: z.int() })).optional(),
  /** The file itself, in parts, to be read again with corrections; absent where nothing is wrong, or there was no room. */
  source: z.object({ parts: z.int(), corrected: z.boolean() }).optional(),
  itemChunks: z.int(),
  wrongChunks: z.int(),
  /** The plan that this one took the place of, with what was corrected in it. */
  before: z.string().optional(),
  /** Of the file's bytes, and when its check began (ms since the epoch); plans of an earlier release don't say. */
  digest: z.string().optional(),
  checkedAt: z.number().optional(),
  /** The job that saves it. */
  jobId: z.string().optional(),
});
export type Plan = z.infer<typeof planSchema>;

const wrongRow = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  problems: z.array(
    z.object({
      column: column.optional(),
      value: z.string(),
      reason: z.string(),
      same: z.object({ what: z.enum(["sameId", "sameEmail"]), line: z.int() }).optional(),
      also: column.optional(),
    }),
  ),
});
export type WrongRow = z.infer<typeof wrongRow>;

const chunkOf = <T>(row: z.ZodType<T>) => z.object({ rows: z.array(row) });

const ITEMS = "import-items";
const WRONG = "import-wrong";
const SOURCE = "import-source";
const CORRECTIONS = "import-corrections";
const plans = ownedRecords({
  kind: "import",
  schema: planSchema,
  ttl: TTL,
  ownerOf: ({ sub }) => sub,
  bounds: BOUNDS,
  parts: [ITEMS, WRONG, SOURCE, CORRECTIONS],
});

/** A plan that is being made. Until its end nobody finds it. */
export type BegunPlan = Pick<BegunRecord<Plan>, "id" | "end" | "abandon"> & {
  items: RowChunks;
  wrong: RowChunks;
  /** Keeps the file, so that it can be read again with corrections; undefined without room for it. @throws StoreUnavailable */
  putSource(file: File, corrections: Corrections): Promise<Plan["source"]>;
};

/** @throws OverBudget when this person has as many files looked at already; StoreUnavailable */
export async function beginPlan(sub: string): Promise<BegunPlan> {
  const begun = await plans.begin(sub);
  const putSource = (file: File, corrections: Corrections) => keepSource(begun, file, corrections);
  return { ...begun, items: new RowChunks(begun, ITEMS), wrong: new RowChunks(begun, WRONG), putSource };
}

/** The largest part of a file, in bytes: as base64 and sealed it stays below the store's 1 MB. */
const PART_BYTES = 400_000;

async function keepSource(plan: BegunRecord<Plan>, file: File, corrections: Corrections): Promise<Plan["source"]> {
  const bytes = Buffer.from(await file.arrayBuffer());
  let parts = 0;
  try {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      await plan.putPart(SOURCE, parts, {
        bytes: bytes.toString("base64", at, Math.min(at + PART_BYTES, bytes.length)),
      });
      parts += 1;
    }
    if (corrections.length > 0) await plan.putPart(CORRECTIONS, 0, { corrections });
    return { parts, corrected: corrections.length > 0 };
  } catch (error) {
    if (error instanceof OverBudget) return undefined;
    throw error;
  }
}

/** The file of a plan with what was corrected in it so far; undefined where it wasn't kept. @throws StoreUnavailable */
export async function sourceOf(id: string, { source, fileName }: Plan) {
  if (!source) return undefined;
  const pieces: Buffer<ArrayBuffer>[] = [];
  for (let number = 0; number < source.parts; number += 1) {
    const part = await plans.findPart(SOURCE, id, number, z.object({ bytes: z.string() }));
    if (!part) return undefined;
    pieces.push(Buffer.from(part.bytes, "base64"));
  }
  const known = source.corrected
    ? await plans.findPart(CORRECTIONS, id, 0, z.object({ corrections: correctionsSchema }))
    : { corrections: [] };
  return known && { file: new File(pieces, fileName), corrections: known.corrections };
}

/** Rows that are written down a chunk at a time as they come. */
class RowChunks {
  readonly #plan: BegunRecord<Plan>;
  readonly #word: string;
  #rows: object[] = [];
  #bytes = 0;
  /** How many are written. */
  chunks = 0;

  constructor(plan: BegunRecord<Plan>, word: string) {
    this.#plan = plan;
    this.#word = word;
  }

  /** @throws OverBudget; StoreUnavailable */
  async add(row: object): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (this.#rows.length === CHUNK_ROWS || this.#bytes + bytes > CHUNK_BYTES) await this.end();
    this.#rows.push(row);
    this.#bytes += bytes;
  }

  /** @throws OverBudget; StoreUnavailable */
  async end(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#plan.putPart(this.#word, this.chunks, { rows: this.#rows });
    this.chunks += 1;
    this.#rows = [];
    this.#bytes = 0;
  }
}

/** Says which job saves a plan. @throws StoreUnavailable */
export async function markStarted(id: string, plan: Plan, jobId: string): Promise<void> {
  await plans.update(id, { ...plan, jobId });
}

/**
 * @param id as it came in a URL or a form
 * @returns undefined when there is no such plan any more, or it isn't this person's
 * @throws StoreUnavailable
 */
export function findPlan(id: string, sub: string): Promise<Plan | undefined> {
  return plans.findOwn(id, sub);
}

/** A chunk that can't be opened any more is an error: leaving out rows in silence would be worse. */
async function rowsOf<T>(word: string, id: string, chunk: number, row: z.ZodType<T>): Promise<T[]> {
  const found = await plans.findPart(word, id, chunk, chunkOf(row));
  if (!found) throw new Error("Rows of a checked file are gone");
  return found.rows;
}

export async function wrongRowsOf(id: string, chunk: number): Promise<WrongRow[]> {
  return rowsOf(WRONG, id, chunk, wrongRow);
}

/** The rows to save, in the order of the file. */
export async function* itemsOf(id: string, { itemChunks }: Plan) {
  for (let chunk = 0; chunk < itemChunks; chunk += 1) yield* await rowsOf(ITEMS, id, chunk, importItem);
}

/** All of a person's, by their ids. @throws StoreUnavailable */
export function plansOf(sub: string): Promise<Map<string, Plan>> {
  return plans.allOf(sub);
}

/**
 * Of a file that is corrected again and again the last two: other files' plans don't give way to it, and a check whose answer was lost
 * can be asked for once more.
 * @param plan what has just been checked again
 */
export async function dropPlanBefore({ before }: Plan): Promise<void> {
  // What a failing store keeps ends by itself.
  if (before) await dropPlan(before).catch(() => undefined);
}

/** With its rows and its file. @throws StoreUnavailable */
export function dropPlan(id: string): Promise<void> {
  return plans.delete(id);
}
