import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { clientAddress, requestScope } from "./request-scope";

const QUEUE = { maxWaiting: 2_000, maxWaitingPerPerson: 500 };

/**
 * One page is rendered at a time, and people take turns: without turns 400 lists of one person, or
 * 200 error pages of a stranger, would all be rendered before anybody else's page.
 */
const renderSlots = new FairSlots({ maxRunning: 1, maxRunningPerPerson: 1, ...QUEUE });

/**
 * Data is loaded for 16 requests of a person at once, as many as one person's calls to a backend
 * (`backend-slots.ts`): 400 requests for a list's data would all come before another person's list.
 */
const loadSlots = new FairSlots({ maxRunning: 1_000, maxRunningPerPerson: 16, ...QUEUE });

/**
 * Waits until it is this request's turn: a person's, or a stranger's by the address.
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
 * Runs a loader once fewer than 16 of the person's loaders run.
 * @throws Response 503 if 500 of them wait already; the signal's reason if the browser has left
 */
export async function inLoadSlot<T>(sub: string, load: () => T | Promise<T>): Promise<T> {
  const free = await loadSlots.take(sub, requestScope().signal).catch((error: unknown) => {
    if (error instanceof NoSlot) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    throw error;
  });
  try {
    return await load();
  } finally {
    free();
  }
}
