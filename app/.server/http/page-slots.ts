import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { isUnsafe } from "./origin-check";
import { clientAddress, requestScope } from "./request-scope";

const QUEUE = { maxWaiting: 2_000, maxWaitingPerPerson: 500 };

/**
 * One page is rendered at a time, and people take turns: without turns 400 lists of one person, or
 * 200 error pages of a stranger, would all be rendered before anybody else's page.
 */
const renderSlots = new FairSlots({ maxRunning: 1, maxRunningPerPerson: 1, ...QUEUE });

/**
 * Eight pages of one person are loaded at a time. If a person's script requests the data of 400
 * lists at once, the process would otherwise go on with each of them before another person's list.
 */
const loadSlots = new FairSlots({ maxRunning: Number.POSITIVE_INFINITY, maxRunningPerPerson: 8, ...QUEUE });

/**
 * Waits until it is this request's turn. People take turns, and strangers by their addresses.
 * @returns a function that ends the turn; undefined if too many pages wait, or the browser has left
 */
export async function renderSlot(): Promise<(() => void) | undefined> {
  const { person, signal } = requestScope();
  try {
    return await renderSlots.take(person === undefined ? `address ${clientAddress()}` : `person ${person}`, signal);
  } catch (error) {
    if (error instanceof NoSlot || signal?.aborted) return undefined;
    throw error;
  }
}

/**
 * Waits until fewer than eight of the person's pages are loaded. The request keeps the slot until
 * its response has ended, because a list's counts come after its loader has returned. The page that
 * follows a form's action waits for nothing.
 * @throws Response 503 if 500 requests wait; the signal's reason if the browser has left
 */
export async function takeLoadSlot(person: string): Promise<void> {
  const { response, signal } = requestScope();
  if (!response || isUnsafe(response.req.method ?? "GET")) return;
  const release = await loadSlots.take(person, signal).catch((error: unknown) => {
    if (error instanceof NoSlot) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    throw error;
  });
  // "close" follows the end of a response, and comes alone if the browser leaves.
  if (signal?.aborted || response.writableFinished) release();
  else response.once("close", release);
}
