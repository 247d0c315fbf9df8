import { env } from "~/.server/env";
import { sha256 } from "../tokens";
import { database } from "./database";
import { Lease } from "./lease";
import { retryLater } from "./retry-later";
import type { Row } from "./schema";
import { withPatience } from "./sqlite-driver";

/** Longer than a form key is valid. */
const LIFE_MS = 7 * 86_400_000;
/** How long a form that was sent twice waits for its first post. */
const MAX_WAIT_MS = 10_000;

/** What the work made, such as a seller: a form that is sent again gets the same id. */
type Done = { id: string };

export type Outcome<Value extends Done = Done> =
  /** `value` is present only for the call that ran the work, not for a repeat. */
  | { state: "done"; id: string; value?: Value }
  /** The work may have been done. `cause` is set only if this call itself ran the work. */
  | { state: "unknown"; cause?: unknown; changeId?: string }
  /** The key was used for other work, which led to this `id` if it is done. */
  | { state: "keyReused"; id?: string }
  | { state: "running" };

type Work = {
  /** The posted values. The same key with other values runs nothing: the outcome is `keyReused`. */
  fingerprint: string;
  /** True for an error after which the write may be done, such as a lost response. Absent: the work may run twice. */
  mayHaveHappened?: (error: unknown) => boolean;
  /** The history entry of the work, for an unknown outcome. */
  changeId?: string;
  lifeMs?: number;
};

/**
 * Runs the work of a form once, however often the form is sent, to whichever process.
 * - `run` returned: a repeat gets the stored id.
 * - `run` threw, so nothing was written: a repeat runs the work.
 * - `mayHaveHappened`, or its process died: a repeat gets "unknown". (Absent: it runs the work.)
 * @throws DatabaseUnavailable; what `run` throws, which must not fail after its write
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
  // Another process slept past the end of its lease, and claimed the key just now.
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
  // The person has already waited for the work, so a busy database gets 500 ms instead of 5 s.
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
