import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { log } from "~/.server/log";
import { historyCutoff } from "~/.server/times";
import { DatabaseUnavailable, type Db, database } from "./database";
import type { Schema } from "./schema";

/** Rows per DELETE: while SQLite deletes, this process serves no request. */
const MAX_ROWS = 500;

class Sweep {
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #isStopped = false;

  start(): void {
    this.#timer ??= setInterval(() => this.#queueSweep(), 60_000).unref();
    this.#queueSweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  #queueSweep(): void {
    this.#sweeping = this.#sweeping
      .then(async () => sweepOnce(await database(), () => this.#isStopped))
      .catch((err: unknown) => {
        const level = err instanceof DatabaseUnavailable ? "warn" : "error";
        log()[level]({ err }, "ended rows couldn't be deleted");
      });
  }
}

export const sweep = new Sweep();

export async function sweepOnce(db: Db, isStopped = () => false): Promise<void> {
  for (const rule of rules(Date.now())) {
    for (;;) {
      if (isStopped()) return;
      if ((await deleteStep(db, rule)) < MAX_ROWS) break;
      // The pause lets the writes of requests run in between.
      await pause(20);
    }
  }
}

type Rule = { table: keyof Schema; key: string[]; where: RawBuilder<unknown> };

function rules(now: number): Rule[] {
  const oldest = historyCutoff(now);
  const isOver = sql`expires_at <= ${now}`;
  return [
    // Two rules instead of an "or", so that each uses its index.
    { table: "sessions", key: ["key"], where: isOver },
    { table: "sessions", key: ["key"], where: sql`idle_ends_at <= ${now}` },
    { table: "logout_tokens", key: ["jti"], where: isOver },
    { table: "sign_ins", key: ["state"], where: isOver },
    { table: "drafts", key: ["id"], where: isOver },
    { table: "submissions", key: ["key"], where: isOver },
    // An expired lease is stored for another day: a process that was paused for hours may renew it.
    { table: "leases", key: ["name"], where: sql`until <= ${now - 86_400_000}` },
    { table: "selections", key: ["id"], where: isOver },
    { table: "saved_views", key: ["id"], where: isOver },
    { table: "news", key: ["id"], where: isOver },
    { table: "notes", key: ["seller_id"], where: sql`at <= ${oldest}` },
    { table: "changes", key: ["id"], where: sql`at <= ${oldest}` },
    ...rulesOfJobsAndImports(isOver),
  ];
}

/** Deletes items before their job, 500 at a time: a cascade would delete all of them at once. */
function rulesOfJobsAndImports(isOver: RawBuilder<unknown>): Rule[] {
  const endedIds = (owners: "jobs" | "imports") => sql`select id from ${sql.table(owners)} where ${isOver}`;
  // The items of a started import belong to its job, which has the import's id.
  const hasJob = sql`exists (select 1 from jobs where jobs.id = imports.id)`;
  // A job that still has items isn't deleted: while this sweep is between two rules, another
  // process, whose clock is behind, may set the job's `expires_at` to a time before `now`. The next
  // sweep deletes the items and then the job.
  const hasItems = (owner: "jobs" | "imports") =>
    sql`exists (select 1 from job_items where job_id = ${sql.ref(`${owner}.id`)})`;
  const hasRows = sql`exists (select 1 from import_rows where import_id = imports.id)`;
  const isEmptyImport = sql`${isOver} and not ${hasRows} and (${hasJob} or not ${hasItems("imports")})`;
  return [
    { table: "job_items", key: ["job_id", "place"], where: sql`job_id in (${endedIds("jobs")})` },
    { table: "jobs", key: ["id"], where: sql`${isOver} and not ${hasItems("jobs")}` },
    { table: "job_items", key: ["job_id", "place"], where: sql`job_id in (${endedIds("imports")} and not ${hasJob})` },
    { table: "import_rows", key: ["import_id", "place"], where: sql`import_id in (${endedIds("imports")})` },
    { table: "imports", key: ["id"], where: isEmptyImport },
  ];
}

async function deleteStep(db: Db, { table, key, where }: Rule): Promise<number> {
  const name = sql.table(table);
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const endedKeys = sql`select ${keys} from ${name} where ${where} limit ${MAX_ROWS}`;
  const { numAffectedRows } = await sql`delete from ${name} where (${keys}) in (${endedKeys})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
