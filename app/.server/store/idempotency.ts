import { z } from "zod";
import { env } from "~/.server/env";
import { attempts, type Claim, claim, takeOver, uniqueToken } from "./claim";
import { Lease } from "./lease";
import { store } from "./open-store";

/** How long a key and its outcome are remembered, in seconds: far longer than the key of a rendered form may be used. */
const TTL = 7 * 86_400;
/** How long a repeated submission waits for the first one. */
const PATIENCE = { waitMs: 10_000, minPauseMs: 25, maxPauseMs: 500 };

/** What the store holds under a claimed key. */
const stateSchema = z.union([
  /**
   * `until`: ms since the epoch, by the clock of the machine that runs it. Before then nobody asks for the lease, which a run
   * takes only after its claim. A run that has not ended by then, and holds no lease any more, died with its process; clocks that
   * are apart let the others ask sooner or later, and the lease, which the store's clock ends, decides.
   */
  z.object({ state: z.literal("running"), owner: z.string(), until: z.number(), trace: z.string().optional() }),
  z.object({ state: z.literal("done"), result: z.string() }),
  z.object({ state: z.literal("unknown"), trace: z.string().optional() }),
]);
type State = z.infer<typeof stateSchema>;

export type Outcome =
  /** `repeated`: another submission did it, this one only learned of it. */
  | { state: "done"; result: string; repeated: boolean }
  /** It may have happened: look before offering it again, and then under a new key. `trace` is the first one's. */
  | { state: "unknown"; cause?: unknown; trace?: string }
  /** The first submission is still at it after the wait. */
  | { state: "running" };

type Manner = {
  /**
   * Of an error that `run` threw: tells a lost answer from a refusal. Absent for a run that calls nobody else: it is done
   * when it returns, and can be repeated when it throws or its process dies.
   */
  mayHaveHappened?: (error: unknown) => boolean;
  /** Where the run writes down what it does, for whoever finds its outcome unknown. */
  trace?: string;
  /** How long it is remembered, in seconds, where it can be tried again for longer than a form. */
  ttl?: number;
};

/**
 * Does something at most once per key, however many submissions of one form arrive, on however many machines. The
 * first runs; the others wait for it and get the same outcome, for as long as it is remembered. A run that throws
 * frees the key, so that the person may correct the form and send it again; a run whose answer was lost, or whose
 * process died, does not, unless it can be repeated.
 * @param key `kind:id`, where the id is an opened form key's (it names the person too: the key is theirs alone).
 * @param run the write and nothing else, because any other fault in it would free the key after the write; returns what the others need to answer as the first did, such as the id of what was created.
 * @throws StoreUnavailable when the key can't be claimed, with nothing run; whatever else `run` throws.
 */
export async function once(key: string, run: () => Promise<string>, manner: Manner = {}): Promise<Outcome> {
  const storeKey = `once:${key}`;
  const { mayHaveHappened, trace, ttl = TTL } = manner;
  for await (const _attempt of attempts(PATIENCE)) {
    const running: State = { state: "running", owner: uniqueToken(), until: Date.now() + leaseMs(), trace };
    const claimed = await claim(storeKey, JSON.stringify(running), ttl * 1000);
    if (claimed) return runClaimed(storeKey, claimed, run, manner);
    const value = await (await store()).get(storeKey);
    const first = readState(value);
    if (value === undefined || first === undefined) continue;
    if (first.state === "done") return { state: "done", result: first.result, repeated: true };
    if (first.state === "running" && !(await hasDied(storeKey, value, first))) continue;
    if (first.state === "unknown" || mayHaveHappened) return { state: "unknown", trace: first.trace };
    const taken = await takeOver(storeKey, value, JSON.stringify(running), ttl * 1000);
    if (taken) return runClaimed(storeKey, taken, run, manner);
  }
  return { state: "running" };
}

/** @param value as it was read before: a run that has ended since holds no lease, either, and left another. */
async function hasDied(storeKey: string, value: string, { until }: { until: number }): Promise<boolean> {
  if (until >= Date.now() || (await Lease.isHeld(storeKey))) return false;
  return (await (await store()).get(storeKey)) === value;
}

async function runClaimed(
  storeKey: string,
  claimed: Claim,
  run: () => Promise<string>,
  { mayHaveHappened, trace, ttl = TTL }: Manner,
): Promise<Outcome> {
  const lease = await Lease.take(storeKey, leaseMs()).catch(async (error: unknown) => {
    await claimed.release();
    throw error;
  });
  // The run has had its effect even if the store can't be told: then the others read "unknown" after the lease.
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

/** A run is a write, a renewed token and the write repeated, each within the backend's deadline; a longer one renews it. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}

/** @returns `undefined` when the claim was freed meanwhile, so that the next round may take it. */
function readState(value: string | undefined): State | undefined {
  if (value === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(value));
  } catch {
    return { state: "unknown" };
  }
}
