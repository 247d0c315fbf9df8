import { env } from "~/.server/env";
import { sha256 } from "../tokens";
import { database } from "./database";
import { Lease } from "./lease";
import { retryLater } from "./retry-later";
import type { Row } from "./schema";
import { withPatience } from "./sqlite-driver";

/** Longer than a form key is valid. */
const LIFE_MS = 7 * 86_400_000;
/** How long a repeated submission waits for the running one. */
const MAX_WAIT_MS = 10_000;

/** Work that was done; its id is stored for repeated submissions. */
type Done = { id: string };

export type Outcome<Value extends Done = Done> =
  /** `value` is what `run` returned, if this call itself ran it. */
  | { state: "done"; id: string; value?: Value }
  /** The work may have been done. `cause` is set only if this call itself ran the work. */
  | { state: "unknown"; cause?: unknown; changeId?: string }
  /** The key was used for other work, which led to this `id` if it is done. */
  | { state: "keyReused"; id?: string }
  | { state: "running" };

type Work = {
  /** Identifies the work: the same key with another fingerprint runs nothing. */
  fingerprint: string;
  /** Distinguishes a lost response from a refusal. Absent if the run is safe to repeat. */
  mayHaveHappened?: (error: unknown) => boolean;
  /** The history entry of the work, for an unknown outcome. */
  changeId?: string;
  lifeMs?: number;
};

/**
 * Runs at most once per key across processes; repeated submissions wait and get the first outcome.
 * A run that throws frees the key, unless `mayHaveHappened`: then the outcome is "unknown", as it
 * is after a process's death. Without `mayHaveHappened` the work runs again.
 * @param key `kind:id` with a form key's id
 * @param run must not fail after its write: that would free the key for a second write
 * @throws DatabaseUnavailable; what `run` throws
 */
export async function once<Value extends Done>(
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
    // The lease of a running submission is free only if its process has died.
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
  const { mayHaveHappened, changeId, lifeMs = LIFE_MS } = work;
  const row = { key: hash, digest, change_id: changeId ?? null, expires_at: Date.now() + lifeMs };
  const isClaimed = await claim(row).catch(async (error: unknown) => {
    // The claim may have been stored and its response lost.
    await freeKey(row);
    throw error;
  });
  // Another process was paused, outlived its lease, and claimed the key just now.
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

/** @returns undefined if there is no earlier submission, or it hasn't ended */
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
  // An expired submission of the key may still await the sweep.
  await db.deleteFrom("submissions").where("key", "=", row.key).where("expires_at", "<=", Date.now()).execute();
  const claimed = await db
    .insertInto("submissions")
    .values({ ...row, state: "running" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("key")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Retries in the background during an outage. Later claims of the key have other `expires_at`. */
async function freeKey({ key, expires_at }: Pick<Claim, "key" | "expires_at">): Promise<void> {
  const free = async () => {
    const deleting = (await database()).deleteFrom("submissions").where("key", "=", key);
    await deleting.where("expires_at", "=", expires_at).execute();
  };
  // Whoever waits for the answer has waited for a busy database already.
  await withPatience(500, free).catch(async () => void retryLater(free));
}

/** Never rejects: without the update a repeated submission is "unknown", or its work runs again. */
async function settle(hash: string, end: Pick<Row<"submissions">, "state"> & { result?: string }): Promise<void> {
  const update = async () => {
    const updating = (await database()).updateTable("submissions").set(end).where("key", "=", hash);
    await updating.where("state", "=", "running").execute();
  };
  await update().catch(() => void retryLater(update));
}

/** Returns the time of a write, a token renewal and the repeated write, with 5 s to spare. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}
