import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { uniqueToken } from "../tokens";
import { type Db, database, databaseEngine, inTransaction, type Tx } from "./database";
import type { Engine } from "./engine";
import { unsynced, withPatience } from "./sqlite-driver";

/** In ms. A paused VM stops `running`, and an operator may set `wall` back: the larger age counts. */
const now = () => ({ running: performance.now(), wall: Date.now() });
type Moment = ReturnType<typeof now>;

/**
 * Longer than any lease. A lease that seems to last longer was taken while the clock was ahead, for
 * instance by a day: it counts as over.
 */
const MAX_LEASE_MS = 600_000;

function timeSince({ running, wall }: Moment): number {
  const [runningMs, wallMs] = [performance.now() - running, Date.now() - wall];
  // The clock was set back, so other processes see a lease longer than MAX_LEASE_MS and take it.
  if (runningMs - wallMs > MAX_LEASE_MS) return Number.POSITIVE_INFINITY;
  return Math.max(runningMs, wallMs);
}

/** The pause between attempts to release a lease while the database can't be reached. */
const RELEASE_AGAIN_MS = 500;

/** The lease of the process that works on a job. While it is held, a write may be in flight. */
export const jobLease = (jobId: string) => `job:${jobId}`;

/**
 * Lets one process alone do something, e.g. work on a job. A timer prolongs the lease until it is
 * released; if the process is killed, the lease ends by itself after its term.
 */
export class Lease {
  readonly #name: string;
  /** The same for each renewal, so that a renewal whose response was lost can be repeated. */
  readonly #holder: string;
  readonly #ms: number;
  /** Undefined when the lease is lost or released. */
  #termStart: Moment | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(name: string, holder: string, ms: number, termStart: Moment) {
    this.#name = name;
    this.#holder = holder;
    this.#ms = ms;
    this.#termStart = termStart;
    this.#renewLater();
  }

  /** @returns undefined if somebody else holds the lease. @throws DatabaseUnavailable */
  static async take(name: string, ms: number): Promise<Lease | undefined> {
    const termStart = now();
    const holder = uniqueToken();
    return (await unsynced(() => takeRow(name, holder, ms))) ? new Lease(name, holder, ms, termStart) : undefined;
  }

  /** Waits up to `waitMs` for the lease. @returns undefined if somebody else keeps the lease */
  static async wait(name: string, ms: number, waitMs: number): Promise<Lease | undefined> {
    const giveUpAt = performance.now() + waitMs;
    for (let delay = 10; ; delay = Math.min(delay * 1.5, 200)) {
      const lease = await Lease.take(name, ms);
      const left = giveUpAt - performance.now();
      if (lease || left <= 0) return lease;
      await pause(Math.min(left, delay * (0.5 + Math.random())));
    }
  }

  static async isHeld(name: string): Promise<boolean> {
    return (await Lease.heldAmong([name])).has(name);
  }

  /** Returns the names of the leases that somebody holds. */
  static async heldAmong(names: readonly string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const query = heldLeases(await database(), await databaseEngine()).where("name", "in", names);
    return new Set((await query.execute()).map(({ name }) => name));
  }

  /** Milliseconds left; not positive when lost. */
  get left(): number {
    return this.#termStart ? this.#ms - timeSince(this.#termStart) : 0;
  }

  /**
   * Writes in a transaction during which nobody else gets the lease.
   * @returns false if the lease is lost, and nothing was written. @throws what `run` throws
   */
  async write(run: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    if (this.left <= 0) return false;
    const engine = await databaseEngine();
    return inTransaction(async (tx) => {
      // Writing the row locks it until the end of the transaction.
      const lease = tx.updateTable("leases").set({ holder: this.#holder }).where("name", "=", this.#name);
      const locked = await lease
        .where("holder", "=", this.#holder)
        .where("until", ">", engine.now())
        .executeTakeFirst();
      if (locked.numUpdatedRows === 0n) return false;
      await run(tx);
      return true;
    });
  }

  /** Never rejects: without the database it retries until the lease ends by itself. */
  async release(): Promise<void> {
    const { left } = this;
    clearTimeout(this.#timer);
    this.#termStart = undefined;
    await this.#deleteRow(left);
  }

  /** @param left how long the lease would last by itself, in ms */
  async #deleteRow(left: number): Promise<void> {
    try {
      const db = await database();
      const deletion = db.deleteFrom("leases").where("name", "=", this.#name).where("holder", "=", this.#holder);
      await withPatience(RELEASE_AGAIN_MS, () => unsynced(() => deletion.execute()));
    } catch {
      if (left > 0) setTimeout(() => void this.#deleteRow(left - RELEASE_AGAIN_MS), RELEASE_AGAIN_MS).unref();
    }
  }

  #renewLater(): void {
    // Several renewals may fail before the lease ends.
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / 6).unref();
  }

  async #renew(): Promise<void> {
    const termStart = now();
    // Without the database the lease goes on until its term ends; the next renewal may succeed.
    const renewal = unsynced(() => renewRow(this.#name, this.#holder, this.#ms));
    const isRenewed = await renewal.catch(() => undefined);
    if (!this.#termStart) return;
    if (isRenewed !== undefined) this.#termStart = isRenewed ? termStart : undefined;
    if (this.#termStart) this.#renewLater();
  }
}

/** Selects the names of the leases that somebody holds. */
export function heldLeases(db: Db, engine: Engine) {
  const leases = db.selectFrom("leases").select("name");
  return leases.where("until", ">", engine.now()).where("until", "<=", latestEnd(engine));
}

const latestEnd = (engine: Engine) => sql<number>`${engine.now()} + ${sql.lit(MAX_LEASE_MS)}`;

/** Takes a free lease, by the clock of all processes. */
async function takeRow(name: string, holder: string, ms: number): Promise<boolean> {
  const [db, engine] = [await database(), await databaseEngine()];
  const row = await db
    .insertInto("leases")
    .values((eb) => ({ name, holder, until: eb(engine.now(), "+", ms) }))
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet((eb) => ({ holder: eb.ref("excluded.holder"), until: eb.ref("excluded.until") }))
        .where((eb) => eb.or([eb("leases.until", "<=", engine.now()), eb("leases.until", ">", latestEnd(engine))])),
    )
    .returning("name")
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if another holder has had the lease meanwhile, even if it is free again */
async function renewRow(name: string, holder: string, ms: number): Promise<boolean> {
  const [db, engine] = [await database(), await databaseEngine()];
  const term = db.updateTable("leases").set((eb) => ({ until: eb(engine.now(), "+", ms) }));
  const renewed = await term.where("name", "=", name).where("holder", "=", holder).executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}
