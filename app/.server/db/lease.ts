import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { uniqueToken } from "../tokens";
import { type Db, database, databaseEngine, inTransaction, type Tx } from "./database";
import type { Engine } from "./engine";
import { withoutFsync, withWriteTimeout } from "./sqlite-driver";

/**
 * No lease is longer than this. If `until` is further ahead, a wrong clock has written it, so the
 * lease counts as free (`latestEnd`).
 */
const MAX_LEASE_MS = 600_000;

const now = () => ({ monotonic: performance.now(), wall: Date.now() });
type Moment = ReturnType<typeof now>;

/**
 * In ms: the longer of the times that the two clocks measured. `monotonic` stops while a VM is
 * paused, and an operator may set `wall` back.
 */
function timeSince({ monotonic, wall }: Moment): number {
  const [monotonicMs, wallMs] = [performance.now() - monotonic, Date.now() - wall];
  // Infinity: `wall` was set back by more than MAX_LEASE_MS. Then `until` is so far ahead that the
  // lease counts as free for other processes, so it must count as over for its holder.
  if (monotonicMs - wallMs > MAX_LEASE_MS) return Number.POSITIVE_INFINITY;
  return Math.max(monotonicMs, wallMs);
}

const RELEASE_RETRY_MS = 500;

export const jobLease = (jobId: string) => `job:${jobId}`;

/** A lock between processes. A timer renews the lease; after a crash the lease expires. */
export class Lease {
  readonly #name: string;
  readonly #holder: string;
  readonly #ms: number;
  /** When the lease was taken or last renewed. Undefined after the lease was lost or released. */
  #termStart: Moment | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(name: string, holder: string, ms: number, termStart: Moment) {
    this.#name = name;
    this.#holder = holder;
    this.#ms = ms;
    this.#termStart = termStart;
    this.#renewLater();
  }

  static async take(name: string, ms: number): Promise<Lease | undefined> {
    const termStart = now();
    const holder = uniqueToken();
    return (await withoutFsync(() => takeRow(name, holder, ms))) ? new Lease(name, holder, ms, termStart) : undefined;
  }

  static async wait(name: string, ms: number, waitMs: number): Promise<Lease | undefined> {
    const giveUpAt = performance.now() + waitMs;
    for (let delay = 10; ; delay = Math.min(delay * 1.5, 200)) {
      const lease = await Lease.take(name, ms);
      const remainingMs = giveUpAt - performance.now();
      if (lease || remainingMs <= 0) return lease;
      await pause(Math.min(remainingMs, delay * (0.5 + Math.random())));
    }
  }

  static async isHeld(name: string): Promise<boolean> {
    return (await Lease.heldAmong([name])).has(name);
  }

  static async heldAmong(names: readonly string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const query = heldLeases(await database(), await databaseEngine()).where("name", "in", names);
    return new Set((await query.execute()).map(({ name }) => name));
  }

  /** 0 or less when the lease is over. */
  get remainingMs(): number {
    return this.#termStart ? this.#ms - timeSince(this.#termStart) : 0;
  }

  /**
   * Calls `run` in a transaction, during which no other process can take the lease.
   * @returns false, without a call of `run`, if the lease was lost before
   */
  async write(run: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    if (this.remainingMs <= 0) return false;
    const engine = await databaseEngine();
    return inTransaction(async (tx) => {
      // This update changes nothing, but locks the row until the end of the transaction.
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

  /** Never rejects. If the database is down, retries in the background until the lease expires. */
  async release(): Promise<void> {
    const { remainingMs } = this;
    clearTimeout(this.#timer);
    this.#termStart = undefined;
    await this.#deleteRow(remainingMs);
  }

  async #deleteRow(remainingMs: number): Promise<void> {
    try {
      const db = await database();
      const deletion = db.deleteFrom("leases").where("name", "=", this.#name).where("holder", "=", this.#holder);
      await withWriteTimeout(RELEASE_RETRY_MS, () => withoutFsync(() => deletion.execute()));
    } catch {
      if (remainingMs <= 0) return;
      setTimeout(() => void this.#deleteRow(remainingMs - RELEASE_RETRY_MS), RELEASE_RETRY_MS).unref();
    }
  }

  #renewLater(): void {
    // Renews after a sixth of the lease, so that five renewals may fail before it expires.
    this.#timer = setTimeout(() => void this.#renew(), this.#ms / 6).unref();
  }

  async #renew(): Promise<void> {
    const termStart = now();
    const renewal = withoutFsync(() => renewRow(this.#name, this.#holder, this.#ms));
    const outcome = await renewal.then(
      (isRenewed) => (isRenewed ? "renewed" : "lost"),
      () => "databaseDown",
    );
    const isReleased = this.#termStart === undefined;
    if (isReleased) return;
    if (outcome === "lost") {
      this.#termStart = undefined;
      return;
    }
    if (outcome === "renewed") this.#termStart = termStart;
    this.#renewLater();
  }
}

export function heldLeases(db: Db, engine: Engine) {
  const leases = db.selectFrom("leases").select("name");
  return leases.where("until", ">", engine.now()).where("until", "<=", latestEnd(engine));
}

const latestEnd = (engine: Engine) => sql<number>`${engine.now()} + ${sql.lit(MAX_LEASE_MS)}`;

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

/** @returns false if another process took the expired lease, even if it has released it since */
async function renewRow(name: string, holder: string, ms: number): Promise<boolean> {
  const [db, engine] = [await database(), await databaseEngine()];
  const term = db.updateTable("leases").set((eb) => ({ until: eb(engine.now(), "+", ms) }));
  const renewed = await term.where("name", "=", name).where("holder", "=", holder).executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}
