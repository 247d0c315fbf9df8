import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { BackendError } from "~/.server/backend/backend-error";
import { env } from "~/.server/env";
import { type Store, store } from "./open-store";

/** How long a key and its outcome are remembered, and so how long the key of a rendered form may be used. */
export const IDEMPOTENCY_KEY_MAX_AGE_SECONDS = 7 * 24 * 60 * 60;

/** How long a repeated submission waits for the first one. */
const WAIT_MS = 10_000;
const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;

/** What the store holds under a claimed key. */
const claimSchema = z.union([
  /** `until`: ms since the epoch; a run that has not ended by then died with its process. */
  z.object({ state: z.literal("running"), owner: z.string(), until: z.number() }),
  z.object({ state: z.literal("done"), result: z.string() }),
  z.object({ state: z.literal("unknown") }),
]);
type Claim = z.infer<typeof claimSchema>;

export type Outcome =
  /** `repeated`: another submission did it, this one only learned of it. */
  | { state: "done"; result: string; repeated: boolean }
  /** It may have happened: look before offering it again, and then under a new key. */
  | { state: "unknown"; cause?: unknown }
  /** The first submission is still at it after the wait. */
  | { state: "running" };

/**
 * Does something at most once per key, however many submissions of one form arrive, on however many machines. The
 * first runs; the others wait for it and get the same outcome, for as long as a form key is valid. A run that throws
 * frees the key, so that the person may correct the form and send it again; a run whose answer was lost (a
 * BackendError `outcomeUnknown`), or whose process died, does not.
 * @param key `kind:id`, where the id is an opened form key's (it names the person too: the key is theirs alone).
 * @param run the write and nothing else, because any other fault in it would free the key after the write; returns what the others need to answer as the first did, such as the id of what was created.
 * @throws StoreUnavailable when the key can't be claimed, with nothing run; whatever else `run` throws.
 */
export async function once(key: string, run: () => Promise<string>): Promise<Outcome> {
  const claims = await store();
  const storeKey = `once:${key}`;
  const giveUpAt = performance.now() + WAIT_MS;
  for (let wait = MIN_PAUSE_MS; ; wait = Math.min(wait * 1.5, MAX_PAUSE_MS)) {
    const claim: Claim = {
      state: "running",
      owner: randomBytes(16).toString("base64url"),
      until: Date.now() + leaseMs(),
    };
    if (await claims.putIfAbsent(storeKey, JSON.stringify(claim), IDEMPOTENCY_KEY_MAX_AGE_SECONDS)) {
      return runClaimed(claims, storeKey, JSON.stringify(claim), run);
    }
    const first = readClaim(await claims.get(storeKey));
    if (first?.state === "done") return { state: "done", result: first.result, repeated: true };
    if (first?.state === "unknown" || (first && first.until < Date.now())) return { state: "unknown" };
    if (performance.now() > giveUpAt) return { state: "running" };
    await pause(wait * (0.5 + Math.random()));
  }
}

async function runClaimed(claims: Store, key: string, claim: string, run: () => Promise<string>): Promise<Outcome> {
  // What happened, happened, whether or not the store can still be told: after the lease the others read "unknown".
  const record = (ended: Claim) =>
    claims.updateIfPresent(key, JSON.stringify(ended), IDEMPOTENCY_KEY_MAX_AGE_SECONDS).catch(() => false);
  try {
    const result = await run();
    await record({ state: "done", result });
    return { state: "done", result, repeated: false };
  } catch (error) {
    if (error instanceof BackendError && error.kind === "outcomeUnknown") {
      await record({ state: "unknown" });
      return { state: "unknown", cause: error };
    }
    await claims.deleteIfEquals(key, claim).catch(() => false);
    throw error;
  }
}

/** A run is a write, a renewed token and the write repeated, each within the backend's deadline. */
function leaseMs(): number {
  return 3 * env().BACKEND_TIMEOUT_MS + 5_000;
}

/** @returns `undefined` when the claim was freed meanwhile, so that the next round may take it. */
function readClaim(value: string | undefined): Claim | undefined {
  if (value === undefined) return undefined;
  try {
    return claimSchema.parse(JSON.parse(value));
  } catch {
    return { state: "unknown" };
  }
}
