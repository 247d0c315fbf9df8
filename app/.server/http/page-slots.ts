import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { isUnsafe } from "./origin-check";
import { clientAddress, requestScope } from "./request-scope";

const QUEUE = { maxWaiting: 2_000, maxWaitingPerPerson: 500 };

/** Without slots, 400 lists of one person would all be rendered before anybody else's page. */
const renderSlots = new FairSlots({ maxRunning: 1, maxRunningPerPerson: 1, ...QUEUE });

/** Without slots, a script that requests 400 lists at once would delay everybody else's list. */
const loadSlots = new FairSlots({ maxRunning: Number.POSITIVE_INFINITY, maxRunningPerPerson: 8, ...QUEUE });

/** @returns a function that frees the slot; undefined if too many pages wait or the browser left */
export async function takeRenderSlot(): Promise<(() => void) | undefined> {
  const { person, signal } = requestScope();
  // Visitors who aren't signed in share the slots of their IP address.
  const slotOwner = person === undefined ? `address ${clientAddress()}` : `person ${person}`;
  try {
    return await renderSlots.take(slotOwner, signal);
  } catch (error) {
    if (error instanceof NoSlot || signal?.aborted) return undefined;
    throw error;
  }
}

/**
 * The slot is freed when the response ends, because deferred parts load after the loader returned.
 * @throws Response 503 if 500 requests of the person wait; the signal's reason if the browser left
 */
export async function takeLoadSlot(person: string): Promise<void> {
  const { response, signal } = requestScope();
  // A posted form doesn't wait.
  if (!response || isUnsafe(response.req.method ?? "GET")) return;
  const release = await loadSlots.take(person, signal).catch((error: unknown) => {
    if (error instanceof NoSlot) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    throw error;
  });
  // Node emits "close" after the response has ended, and when the browser closes the connection.
  if (signal?.aborted || response.writableFinished) release();
  else response.once("close", release);
}
