import { env } from "~/.server/env";
import { sha256 } from "../tokens";
import { database } from "./database";
import { Lease } from "./lease";
import { retryLater } from "./retry-later";
import type { Row } from "./schema";
import { withWriteTimeout } from "./sqlite-driver";

/** How long a form's outcome is stored: longer than a form key is valid, which is a day. */
const DEFAULT_LIFE_MS = 7 * 86_400_000;
/** How long a second post of a form waits while the first post runs. */
const MAX_WAIT_MS = 10_000;

type Created = { id: string };

export type Outcome<Value extends Created = Created> =
  /** Only the post that ran the work gets `value`. */
  | { state: "done"; id: string; value?: Value }
  /** `run` may have written. Only the post that ran the work gets `cause`. */
  | { state: "unknown"; cause?: unknown; changeId?: string }
  /** An earlier post had the same key, but other values. `id`: what that post created, if done. */
  | { state: "keyReused"; id?: string }
  /** An earlier post is still running after MAX_WAIT_MS. */
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
 * Runs a form's work once per `key`. How the first post ended, and what a repeated post then gets:
 * - `run` returned: the stored id.
 * - `run` threw: "unknown" if `mayHaveHappened(error)`; else the work runs again.
 * - The process was killed: "unknown" if there is a `mayHaveHappened`; else the work runs again.
 */
export async function runOnce<Value extends Created>(
  key: string,
  run: () => Promise<Value>,
  work: Work,
): Promise<Outcome<Value>> {
  const keyHash = sha256(key);
  const digest = sha256(work.fingerprint);
  const outcomeBefore = outcomeOf(await findSubmission(keyHash), digest);
  if (outcomeBefore) return outcomeBefore;
  const lease = await Lease.wait(`submission:${keyHash}`, leaseMs(), MAX_WAIT_MS);
  if (!lease) return { state: "running" };
  try {
    // Another post may have ended while this post waited for the lease.
    const earlier = await findSubmission(keyHash);
    const outcomeMeanwhile = outcomeOf(earlier, digest);
    if (outcomeMeanwhile) return outcomeMeanwhile;
    if (earlier) {
      // The earlier post hasn't ended, but its lease counted as free: its process counts as dead.
      if (work.mayHaveHappened) return { state: "unknown", changeId: earlier.change_id ?? undefined };
      await freeKey(earlier);
    }
    return await runUnderKey(keyHash, digest, run, work);
  } finally {
    await lease.release();
  }
}

async function runUnderKey<Value extends Created>(
  keyHash: string,
  digest: string,
  run: () => Promise<Value>,
  work: Work,
): Promise<Outcome<Value>> {
  const { mayHaveHappened, changeId, lifeMs = DEFAULT_LIFE_MS } = work;
  const row = { key: keyHash, digest, change_id: changeId ?? null, expires_at: Date.now() + lifeMs };
  const isClaimed = await claim(row).catch(async (error: unknown) => {
    // Deletes the row: PostgreSQL may have stored it although its response was lost.
    await freeKey(row);
    throw error;
  });
  // Another process, which was paused past the end of its lease, has just claimed the key.
  if (!isClaimed) return { state: "running" };
  let value: Value;
  try {
    value = await run();
  } catch (error) {
    if (!mayHaveHappened?.(error)) {
      await freeKey(row);
      throw error;
    }
    await settle(keyHash, { state: "unknown" });
    return { state: "unknown", cause: error, changeId };
  }
  await settle(keyHash, { state: "done", result: value.id });
  return { state: "done", id: value.id, value };
}

async function findSubmission(keyHash: string): Promise<Row<"submissions"> | undefined> {
  const query = (await database()).selectFrom("submissions").selectAll().where("key", "=", keyHash);
  return query.where("expires_at", ">", Date.now()).executeTakeFirst();
}

/** @returns undefined if there is no earlier post, or if the earlier post hasn't ended */
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
  // Deletes an expired row, which the sweep may not have deleted yet.
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

/**
 * Stores how the work ended. Never rejects: if storing fails, it is retried in the background, and
 * until then a repeated post is treated as if the process had died.
 */
async function settle(keyHash: string, end: Pick<Row<"submissions">, "state"> & { result?: string }): Promise<void> {
  const update = async () => {
    const updating = (await database()).updateTable("submissions").set(end).where("key", "=", keyHash);
    await updating.where("state", "=", "running").execute();
  };
  await update().catch(() => void retryLater(update));
}

/** Enough for a write, a token renewal and the repeated write, with 5 s to spare. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}
