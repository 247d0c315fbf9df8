import { env } from "~/.server/env";
import { sha256 } from "../tokens";
import { database } from "./database";
import { Lease } from "./lease";
import { retryLater } from "./retry-later";
import type { Row } from "./schema";
import { withWriteTimeout } from "./sqlite-driver";

/** Longer than a form key is valid. */
const DEFAULT_LIFE_MS = 7 * 86_400_000;
/** How long a second post of a form waits while the first post runs. */
const MAX_WAIT_MS = 10_000;

type Done = { id: string };

export type Outcome<Value extends Done = Done> =
  /** A repeated post gets no `value`. */
  | { state: "done"; id: string; value?: Value }
  /** `run` may have written. A repeated post gets no `cause`. */
  | { state: "unknown"; cause?: unknown; changeId?: string }
  /** The key was used with another fingerprint. That work is done if there is an `id`. */
  | { state: "keyReused"; id?: string }
  | { state: "running" };

type Work = {
  /** The posted values. */
  fingerprint: string;
  /** True for an error that leaves open whether `run` wrote, such as a lost response. */
  mayHaveHappened?: (error: unknown) => boolean;
  changeId?: string;
  lifeMs?: number;
};

/**
 * Runs a form's work once per `key`. A repeated post, even to another process, gets:
 * - `run` returned: the stored id.
 * - `run` threw: the work runs again, or "unknown" if `mayHaveHappened(error)`.
 * - The process was killed: "unknown", or without `mayHaveHappened` the work runs again.
 */
export async function runOnce<Value extends Done>(
  key: string,
  run: () => Promise<Value>,
  work: Work,
): Promise<Outcome<Value>> {
  const hash = sha256(key);
  const digest = sha256(work.fingerprint);
  const earlierOutcome = outcomeOf(await findSubmission(hash), digest);
  if (earlierOutcome) return earlierOutcome;
  const lease = await Lease.wait(`submission:${hash}`, leaseMs(), MAX_WAIT_MS);
  if (!lease) return { state: "running" };
  try {
    const earlier = await findSubmission(hash);
    const outcome = outcomeOf(earlier, digest);
    if (outcome) return outcome;
    // The submission was running, but its lease is free: its process has died.
    if (earlier && work.mayHaveHappened) return { state: "unknown", changeId: earlier.change_id ?? undefined };
    if (earlier) await freeKey(earlier);
    return await runUnderKey(hash, digest, run, work);
  } finally {
    await lease.release();
  }
}

async function runUnderKey<Value extends Done>(
  hash: string,
  digest: string,
  run: () => Promise<Value>,
  work: Work,
): Promise<Outcome<Value>> {
  const { mayHaveHappened, changeId, lifeMs = DEFAULT_LIFE_MS } = work;
  const row = { key: hash, digest, change_id: changeId ?? null, expires_at: Date.now() + lifeMs };
  const isClaimed = await claim(row).catch(async (error: unknown) => {
    // PostgreSQL may have stored the row although its response was lost.
    await freeKey(row);
    throw error;
  });
  // A process that was paused past the end of its lease has just claimed the key.
  if (!isClaimed) return { state: "running" };
  let value: Value;
  try {
    value = await run();
  } catch (error) {
    if (!mayHaveHappened?.(error)) {
      await freeKey(row);
      throw error;
    }
    await settle(hash, { state: "unknown" });
    return { state: "unknown", cause: error, changeId };
  }
  await settle(hash, { state: "done", result: value.id });
  return { state: "done", id: value.id, value };
}

async function findSubmission(hash: string): Promise<Row<"submissions"> | undefined> {
  const query = (await database()).selectFrom("submissions").selectAll().where("key", "=", hash);
  return query.where("expires_at", ">", Date.now()).executeTakeFirst();
}

/** @returns undefined if no submission has ended */
function outcomeOf(earlier: Row<"submissions"> | undefined, digest: string): Outcome<never> | undefined {
  if (!earlier) return undefined;
  const { state, result, change_id: changeId } = earlier;
  if (earlier.digest !== digest) return { state: "keyReused", id: result ?? undefined };
  if (state === "done") return { state, id: result ?? "" };
  return state === "unknown" ? { state, changeId: changeId ?? undefined } : undefined;
}

type Claim = Pick<Row<"submissions">, "key" | "digest" | "change_id" | "expires_at">;

async function claim(row: Claim): Promise<boolean> {
  const db = await database();
  // The sweep may not have deleted an expired row yet.
  await db.deleteFrom("submissions").where("key", "=", row.key).where("expires_at", "<=", Date.now()).execute();
  const claimed = await db
    .insertInto("submissions")
    .values({ ...row, state: "running" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("key")
    .executeTakeFirst();
  return claimed !== undefined;
}

async function freeKey({ key, expires_at }: Pick<Claim, "key" | "expires_at">): Promise<void> {
  const free = async () => {
    const deleting = (await database()).deleteFrom("submissions").where("key", "=", key);
    // A later claim of the key has another `expires_at`, so a late retry doesn't delete that claim.
    await deleting.where("expires_at", "=", expires_at).execute();
  };
  // The person has already waited for the work, so a busy database gets 500 ms instead of 5 s.
  await withWriteTimeout(500, free).catch(async () => void retryLater(free));
}

/** Never rejects: if the update fails, a repeated post is treated as after a crash. */
async function settle(hash: string, end: Pick<Row<"submissions">, "state"> & { result?: string }): Promise<void> {
  const update = async () => {
    const updating = (await database()).updateTable("submissions").set(end).where("key", "=", hash);
    await updating.where("state", "=", "running").execute();
  };
  await update().catch(() => void retryLater(update));
}

/** Enough for a write, a token renewal and the repeated write, with 5 s to spare. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}
