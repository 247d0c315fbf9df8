import { z } from "zod";
import { env } from "~/.server/env";
import { claim, uniqueToken } from "./claim";
import { Lease } from "./lease";
import { store } from "./open-store";

/** Far longer than a form key is valid. */
const TTL_SECONDS = 7 * 86_400;
const MAX_WAIT_MS = 10_000;

const stateSchema = z.union([
  /** Without a lease the run's process has died. */
  z.object({ state: z.literal("running"), owner: z.string(), trace: z.string().optional() }),
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
  const earlier = endOf(await readState(storeKey));
  if (earlier) return earlier;
  const lease = await Lease.wait(storeKey, leaseMs(), MAX_WAIT_MS);
  if (!lease) return { state: "running" };
  try {
    const first = await readState(storeKey);
    const end = endOf(first);
    if (end) return end;
    if (first?.state === "running") {
      // Its process has died.
      if (options.mayHaveHappened) return { state: "unknown", trace: first.trace };
      await (await store()).delete(storeKey);
    }
    return await runInLease(storeKey, run, options);
  } finally {
    await lease.release();
  }
}

async function runInLease(
  storeKey: string,
  run: () => Promise<string>,
  { mayHaveHappened, trace, ttl = TTL_SECONDS }: OnceOptions,
): Promise<Outcome> {
  const running: State = { state: "running", owner: uniqueToken(), trace };
  const claimed = await claim(storeKey, JSON.stringify(running), ttl * 1000);
  // A process that was paused for longer than its lease has ended its run only now.
  if (!claimed) return { state: "running" };
  // The write is done even if this fails; then others read "unknown".
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
  }
}

async function readState(storeKey: string): Promise<State | undefined> {
  const value = await (await store()).get(storeKey);
  if (value === undefined) return undefined;
  try {
    return stateSchema.parse(JSON.parse(value));
  } catch {
    return { state: "unknown" };
  }
}

/** What an earlier submission came to; undefined if it hasn't ended. */
function endOf(earlier: State | undefined): Outcome | undefined {
  if (earlier?.state === "done") return { ...earlier, repeated: true };
  return earlier?.state === "unknown" ? earlier : undefined;
}

/** A write, a token renewal and the repeated write, each within the backend's timeout. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}
