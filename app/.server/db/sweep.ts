import { setTimeout as pause } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { log } from "~/.server/log";
import { DatabaseUnavailable, type Db, database } from "./database";
import { historyCutoff } from "./retention";
import type { Schema } from "./schema";

/** Rows that one statement deletes, so that it takes a few ms. */
const STEP = 500;

/** Deletes rows whose end has come, in small steps, until it is stopped. */
class Sweep {
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();
  #isStopped = false;

  start(): void {
    this.#timer ??= setInterval(() => this.#next(), 60_000).unref();
    this.#next();
  }

  /** Waits for the statement that is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  #next(): void {
    this.#sweeping = this.#sweeping
      .then(async () => sweepOnce(await database(), () => this.#isStopped))
      .catch((err: unknown) => {
        const level = err instanceof DatabaseUnavailable ? "warn" : "error";
        log()[level]({ err }, "ended rows couldn't be deleted");
      });
  }
}

export const sweep = new Sweep();

/** Deletes all rows whose end has come. @throws DatabaseUnavailable */
export async function sweepOnce(db: Db, isStopped = () => false): Promise<void> {
  // Items and rows go before what they belong to, so a stop in between leaves no orphans.
  for (const rule of rules(Date.now())) {
    for (let deleted = STEP; deleted === STEP; ) {
      if (isStopped()) return;
      deleted = await deleteStep(db, rule);
      // Requests run meanwhile.
      if (deleted === STEP) await pause(20);
    }
  }
}

type Rule = { table: keyof Schema; key: string[]; where: RawBuilder<unknown> };

/** What has ended by `now`, in ms since the epoch. */
function rules(now: number): Rule[] {
  const oldest = historyCutoff(now);
  const isOver = sql`expires_at <= ${now}`;
  const ofEnded = (column: "job_id" | "import_id", owners: "jobs" | "imports") =>
    sql`${sql.ref(column)} in (select id from ${sql.table(owners)} where ${isOver})`;
  // An import's id becomes its job's, and its items are stored before the job is.
  const isStarted = sql`exists (select 1 from jobs where jobs.id = imports.id)`;
  const withoutJob = sql`job_id in (select id from imports where ${isOver} and not ${isStarted})`;
  // An owner stays until its items are gone, because it may have ended since they were looked for.
  const hasItems = (owner: "jobs" | "imports") =>
    sql`exists (select 1 from job_items where job_id = ${sql.ref(`${owner}.id`)})`;
  const hasRows = sql`exists (select 1 from import_rows where import_id = imports.id)`;
  return [
    { table: "sessions", key: ["key"], where: isOver },
    { table: "sessions", key: ["key"], where: sql`idle_ends_at <= ${now}` },
    { table: "logout_tokens", key: ["jti"], where: isOver },
    { table: "sign_ins", key: ["state"], where: isOver },
    { table: "drafts", key: ["id"], where: isOver },
    { table: "submissions", key: ["key"], where: isOver },
    { table: "leases", key: ["name"], where: sql`until <= ${now - 86_400_000}` },
    { table: "selections", key: ["id"], where: isOver },
    { table: "saved_views", key: ["id"], where: isOver },
    { table: "news", key: ["id"], where: isOver },
    { table: "contradictions", key: ["kind"], where: isOver },
    { table: "notes", key: ["seller_id"], where: sql`at <= ${oldest}` },
    { table: "changes", key: ["id"], where: sql`at <= ${oldest}` },
    { table: "seller_dates", key: ["seller_id"], where: sql`at <= ${oldest}` },
    { table: "job_items", key: ["job_id", "place"], where: ofEnded("job_id", "jobs") },
    { table: "jobs", key: ["id"], where: sql`${isOver} and not ${hasItems("jobs")}` },
    { table: "job_items", key: ["job_id", "place"], where: withoutJob },
    { table: "import_rows", key: ["import_id", "place"], where: ofEnded("import_id", "imports") },
    {
      table: "imports",
      key: ["id"],
      where: sql`${isOver} and not ${hasRows} and (${isStarted} or not ${hasItems("imports")})`,
    },
  ];
}

async function deleteStep(db: Db, { table, key, where }: Rule): Promise<number> {
  const name = sql.table(table);
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const ended = sql`select ${keys} from ${name} where ${where} limit ${STEP}`;
  const { numAffectedRows } = await sql`delete from ${name} where (${keys}) in (${ended})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
