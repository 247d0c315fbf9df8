import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { store } from "~/.server/store/open-store";
import { seal, unseal } from "~/.server/store/seal";
import { importItem } from "~/sellers/jobs/seller-import.server";

/*
 * What the store holds of a checked file, sealed and for its person alone: the plan itself, the rows to save and the
 * rows to correct, both in chunks.
 */

/** In seconds: long enough to have a file looked at by somebody else. */
const TTL = 86_400;
/** A person's older plans give way to new ones. */
const MAX_PLANS = 5;
/** Rows of a chunk; one chunk of rows to correct is one page of them. */
const CHUNK_ROWS = 50;
/** Of a chunk as JSON, in bytes: once sealed it stays below the store's 1 MB. */
const CHUNK_BYTES = 600_000;

const PURPOSE = "import";
const ID = /^[\w-]{22}$/;

const column = z.enum(["id", "displayName", "email", "firstName", "surname", "mpk", "accountEnabled"]);
const change = z.object({ column, before: z.string().optional(), after: z.string() });
const planSchema = z.object({
  sub: z.string(),
  fileName: z.string(),
  format: z.enum(["csv", "xlsx"]),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), wrong: z.int() }),
  /** Rows in which an MPK loses zeros at its beginning. */
  zeros: z.int(),
  headings: z.array(z.string()),
  /** The column that holds what was wrong when the file was a correction. */
  problemPlace: z.int().optional(),
  ignored: z.array(z.string()),
  preview: z.array(
    z.object({ line: z.int(), name: z.string(), sellerId: z.string().optional(), changes: z.array(change) }),
  ),
  itemChunks: z.int(),
  wrongChunks: z.int(),
  /** The job that saves it. */
  jobId: z.string().optional(),
});
export type Plan = z.infer<typeof planSchema>;

const wrongRow = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  problems: z.array(z.object({ column: column.optional(), value: z.string(), reason: z.string() })),
});
export type WrongRow = z.infer<typeof wrongRow>;

const chunkOf = <T>(row: z.ZodType<T>) => z.object({ rows: z.array(row) });

const keys = {
  plan: (id: string) => `import:${id}`,
  items: (id: string, chunk: number) => `import-items:${id}:${chunk}`,
  wrong: (id: string, chunk: number) => `import-wrong:${id}:${chunk}`,
};
const personLog = (sub: string) => `imports:${createHash("sha256").update(sub).digest("base64url")}`;

export function newPlanId(): string {
  return randomBytes(16).toString("base64url");
}

async function put(key: string, value: object): Promise<void> {
  await (await store()).put(key, await seal(value, { purpose: PURPOSE }), TTL);
}

/** Rows that are written down a chunk at a time as they come. */
export class RowChunks {
  readonly #key: (chunk: number) => string;
  #rows: object[] = [];
  #bytes = 0;
  /** How many are written. */
  chunks = 0;

  constructor(kind: "items" | "wrong", id: string) {
    this.#key = (chunk) => keys[kind](id, chunk);
  }

  async add(row: object): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (this.#rows.length === CHUNK_ROWS || this.#bytes + bytes > CHUNK_BYTES) await this.end();
    this.#rows.push(row);
    this.#bytes += bytes;
  }

  async end(): Promise<void> {
    if (this.#rows.length === 0) return;
    await put(this.#key(this.chunks), { rows: this.#rows });
    this.chunks += 1;
    this.#rows = [];
    this.#bytes = 0;
  }
}

/** Makes a plan known whose rows are in place. @throws StoreUnavailable */
export async function putPlan(id: string, plan: Plan): Promise<void> {
  const kept = await store();
  await put(keys.plan(id), plan);
  const log = personLog(plan.sub);
  await kept.append(log, JSON.stringify({ id, items: plan.itemChunks, wrong: plan.wrongChunks }), TTL);
  const oldest = (await kept.readLog(log, { limit: MAX_PLANS + 1 }))[MAX_PLANS];
  if (oldest) await drop(JSON.parse(oldest.value));
}

async function drop({ id, items, wrong }: { id: string; items: number; wrong: number }): Promise<void> {
  const kept = await store();
  await kept.delete(keys.plan(id));
  for (let chunk = 0; chunk < items; chunk += 1) await kept.delete(keys.items(id, chunk));
  for (let chunk = 0; chunk < wrong; chunk += 1) await kept.delete(keys.wrong(id, chunk));
}

/** Says which job saves a plan. @throws StoreUnavailable */
export async function markStarted(id: string, plan: Plan, jobId: string): Promise<void> {
  await put(keys.plan(id), { ...plan, jobId });
}

/**
 * @param id as it came in a URL or a form
 * @returns undefined when there is no such plan any more, or it isn't this person's
 * @throws StoreUnavailable
 */
export async function findPlan(id: string, sub: string): Promise<Plan | undefined> {
  if (!ID.test(id)) return undefined;
  const plan = await unseal(await (await store()).get(keys.plan(id)), { purpose: PURPOSE, schema: planSchema });
  return plan?.sub === sub ? plan : undefined;
}

/** A chunk that can't be opened any more is an error: leaving out rows in silence would be worse. */
async function rowsOf<T>(key: string, row: z.ZodType<T>): Promise<T[]> {
  const found = await unseal(await (await store()).get(key), { purpose: PURPOSE, schema: chunkOf(row) });
  if (!found) throw new Error("Rows of a checked file are gone");
  return found.rows;
}

export async function wrongRowsOf(id: string, chunk: number): Promise<WrongRow[]> {
  return rowsOf(keys.wrong(id, chunk), wrongRow);
}

/** The rows to save, in the order of the file. */
export async function* itemsOf(id: string, { itemChunks }: Plan) {
  for (let chunk = 0; chunk < itemChunks; chunk += 1) yield* await rowsOf(keys.items(id, chunk), importItem);
}
