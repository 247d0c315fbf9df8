import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { hashed } from "~/.server/db/hashed";
import { seal, unseal } from "~/.server/db/seal";
import { clearCookie, cookieName, readCookies, setCookie } from "~/.server/http/cookies";
import { StoreUnavailable, store } from "~/.server/store/open-store";
import { SIGN_IN_MAX_AGE_SECONDS } from "~/auth/timing";

const attemptSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  /** `returnTo` is shortened; the store has the full path. */
  long: z.literal(true).optional(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  /** The session that a hidden frame renews. */
  renews: z.string().optional(),
  asksConsent: z.boolean().optional(),
  /** The provider must not let the person in by itself (`prompt=login`). */
  isReauth: z.boolean().optional(),
  /** The app began this attempt by itself after one that failed, so it begins no third one. */
  isRepeated: z.boolean().optional(),
});
export type SignInAttempt = z.infer<typeof attemptSchema>;

/** Several tabs may sign in at once; all our cookies stay below 16 kB. */
const SLOTS = 20;
const MAX_LIVE = 8;
const MAX_CHARACTERS = 6_000;
const MAX_RETURN_PATH_LENGTH = 100;
/** Bounds the store against endless sign-ins. A lost path only loses its query. */
const PATH_PLACES = 4_096;
const lostAttemptSchema = attemptSchema.pick({ state: true, returnTo: true, isReauth: true, isRepeated: true });
export type LostAttempt = z.infer<typeof lostAttemptSchema>;
/** Longer than the attempt is valid, so that "sign in again" still leads back to the page. */
const COOKIE_SECONDS = 4 * SIGN_IN_MAX_AGE_SECONDS;

type LiveAttempt = { slot: string; startedAt: number; tag: string; sealed: string };

const slotName = (slot: number) => `sign-in-${slot}`;
const tagOf = (state: string) => hashed(state).slice(0, 12);

export async function rememberAttempt(request: Request, attempt: SignInAttempt): Promise<string[]> {
  const sealed = seal(await withShortPath(attempt), "sign-in");
  const value = `${attempt.startedAt.toString(36)}.${tagOf(attempt.state)}.${sealed}`;

  const live = attemptsOf(request).sort((a, b) => b.startedAt - a.startedAt);
  const dropped: LiveAttempt[] = [];
  const size = () => live.reduce((sum, { sealed: text }) => sum + text.length, value.length);
  while (live.length >= MAX_LIVE || (live.length > 0 && size() > MAX_CHARACTERS))
    dropped.push(live.pop() as LiveAttempt);

  const takenSlots = new Set(live.map(({ slot }) => slot));
  const free = Array.from({ length: SLOTS }, (_, slot) => slotName(slot)).filter((slot) => !takenSlots.has(slot));
  // A random slot, because tabs that start at once don't see each other's cookies.
  const slot = free[randomInt(free.length)] as string;
  return [
    ...dropped.filter((old) => old.slot !== slot).map((old) => clearCookie(old.slot)),
    setCookie(slot, value, COOKIE_SECONDS),
  ];
}

export async function findAttempt(
  request: Request,
  state: string,
): Promise<{ attempt: SignInAttempt; forget: string } | undefined> {
  const tag = tagOf(state);
  for (const { slot, sealed } of attemptsOf(request).filter((attempt) => attempt.tag === tag)) {
    const attempt = unseal(sealed, "sign-in", attemptSchema);
    if (attempt?.state === state) return { attempt: await withLongPath(attempt), forget: clearCookie(slot) };
  }
  return undefined;
}

/** Whether this browser has begun a sign-in lately, though maybe another one. */
export function hasAttempts(request: Request): boolean {
  return attemptsOf(request).length > 0;
}

async function withShortPath(attempt: SignInAttempt): Promise<SignInAttempt> {
  const isKept = await keepPath(attempt);
  const { returnTo } = attempt;
  if (returnTo.length <= MAX_RETURN_PATH_LENGTH) return attempt;
  const path = returnTo.split(/[?#]/, 1)[0] as string;
  const short = { ...attempt, returnTo: path.length > MAX_RETURN_PATH_LENGTH ? "/" : path };
  return isKept ? { ...short, long: true } : short;
}

/** Stores short paths, too: two tabs may draw the same slot, and one then loses its cookie. */
async function keepPath(attempt: SignInAttempt): Promise<boolean> {
  if (attempt.renews) return false;
  try {
    const place = placeOf(attempt.state);
    await (await store()).put(place, seal(lostAttemptSchema.parse(attempt), place), COOKIE_SECONDS);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}

/** Proves nothing: anybody may have begun that attempt. */
export async function lostAttempt(state: string): Promise<LostAttempt | undefined> {
  return keptAttempt(state).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
}

/** @throws StoreUnavailable */
async function keptAttempt(state: string): Promise<LostAttempt | undefined> {
  const sealed = await (await store()).get(placeOf(state));
  const record = unseal(sealed, placeOf(state), lostAttemptSchema);
  return record?.state === state ? record : undefined;
}

async function withLongPath(attempt: SignInAttempt): Promise<SignInAttempt> {
  const returnTo = attempt.long && (await keptAttempt(attempt.state))?.returnTo;
  return returnTo ? { ...attempt, returnTo } : attempt;
}

function placeOf(state: string): string {
  return `return-path:${createHash("sha256").update(state).digest().readUInt16BE() % PATH_PLACES}`;
}

export function isTooOld({ startedAt }: SignInAttempt): boolean {
  return Date.now() - startedAt > SIGN_IN_MAX_AGE_SECONDS * 1000;
}

/** Unverified until `unseal`. */
function attemptsOf(request: Request): LiveAttempt[] {
  const cookies = readCookies(request.headers.get("Cookie"));
  return Array.from({ length: SLOTS }, (_, slot) => slotName(slot)).flatMap((slot) => {
    const match = /^([0-9a-z]{1,9})\.([\w-]{12})\.([\w.-]+)$/.exec(cookies.get(cookieName(slot)) ?? "");
    if (!match) return [];
    const [, time = "", tag = "", sealed = ""] = match;
    return [{ slot, startedAt: Number.parseInt(time, 36), tag, sealed }];
  });
}
