import { z } from "zod";
import { env } from "~/.server/env";
import { attempts, type Claim, claim, takeOver, uniqueToken } from "./claim";
import { Lease } from "./lease";
import { store } from "./open-store";

/** Far longer than a form key is valid. */
const TTL_SECONDS = 7 * 86_400;
const PATIENCE = { waitMs: 10_000, minPauseMs: 25, maxPauseMs: 500 };

const stateSchema = z.union([
  /** After `until` (ms since the epoch) a run without a lease has died. */
  z.object({ state: z.literal("running"), owner: z.string(), until: z.number(), trace: z.string().optional() }),
  z.object({ state: z.literal("done"), result: z.string() }),
  z.object({ state: z.literal("unknown"), trace: z.string().optional() }),
]);
type State = z.infer<typeof stateSchema>;

export type Outcome =
  /** `repeated`: another submission did it. */
  | { state: "done"; result: string; repeated: boolean }
  /** It may have happened. `trace` is the first run's. */
  | { state: "unknown"; cause?: unknown; trace?: string }
  | { state: "running" };

type OnceOptions = {
  /** Distinguishes a lost response from a refusal. Absent if the run is safe to repeat. */
  mayHaveHappened?: (error: unknown) => boolean;
  /** Where the run records its work, for an unknown outcome. */
  trace?: string;
  /** In seconds. */
  ttl?: number;
};

/**
 * Runs at most once per key across machines; repeated submissions wait and get the first outcome. A
 * run that throws frees the key, unless its response was lost or its process died and it isn't
 * repeatable.
 * @param key `kind:id` with a form key's id
 * @param run only the write: any other fault would free the key
 */
export async function once(key: string, run: () => Promise<string>, options: OnceOptions = {}): Promise<Outcome> {
  const storeKey = `once:${key}`;
  const { mayHaveHappened, trace, ttl = TTL_SECONDS } = options;
  for await (const _attempt of attempts(PATIENCE)) {
    const running: State = { state: "running", owner: uniqueToken(), until: Date.now() + leaseMs(), trace };
    const claimed = await claim(storeKey, JSON.stringify(running), ttl * 1000);
    if (claimed) return runClaimed(storeKey, claimed, run, options);
    const value = await (await store()).get(storeKey);
    const first = readState(value);
    if (value === undefined || first === undefined) continue;
    if (first.state === "done") return { state: "done", result: first.result, repeated: true };
    if (first.state === "running" && !(await hasDied(storeKey, value, first))) continue;
    if (first.state === "unknown" || mayHaveHappened) return { state: "unknown", trace: first.trace };
    const ownClaim = await takeOver(storeKey, value, JSON.stringify(running), ttl * 1000);
    if (ownClaim) return runClaimed(storeKey, ownClaim, run, options);
  }
  return { state: "running" };
}

/** A run that has just ended has no lease either, but has changed the value. */
async function hasDied(storeKey: string, value: string, { until }: { until: number }): Promise<boolean> {
  if (until >= Date.now() || (await Lease.isHeld(storeKey))) return false;
  return (await (await store()).get(storeKey)) === value;
}

async function runClaimed(
  storeKey: string,
  claimed: Claim,
  run: () => Promise<string>,
  { mayHaveHappened, trace, ttl = TTL_SECONDS }: OnceOptions,
): Promise<Outcome> {
  const lease = await Lease.take(storeKey, leaseMs()).catch(async (error: unknown) => {
    await claimed.release();
    throw error;
  });
  // The write is done even if this fails; then others read "unknown" once the lease is over.
  const record = (ended: State) => claimed.replace(JSON.stringify(ended), ttl * 1000).catch(() => false);
  try {
    const result = await run();
    await record({ state: "done", result });
    return { state: "done", result, repeated: false };
  } catch (error) {
    if (mayHaveHappened?.(error)) {
      await record({ state: "unknown", trace });
      return { state: "unknown", cause: error, trace };
    }
    await claimed.release();
    throw error;
  } finally {
    await lease?.release();
  }
}

/** A write, a token renewal and the repeated write, each within the backend's timeout. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}

function readState(value: string | undefined): State | undefined {
  if (value === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(value));
  } catch {
    return { state: "unknown" };
  }
}
