import { FairSlots, NoSlot } from "~/.server/fair-slots";
import { clientAddress, requestScope } from "./request-scope";

/**
 * One page is rendered at a time, and people take turns: without turns 400 lists of one person, or
 * 200 error pages of a stranger, would all be rendered before anybody else's page.
 */
const slots = new FairSlots({
  maxRunning: 1,
  maxRunningPerPerson: 1,
  maxWaiting: 2_000,
  maxWaitingPerPerson: 500,
});

/**
 * Waits until it is this request's turn: a person's, or a stranger's by the address.
 * @returns a function that ends the turn; undefined if too many pages wait, or the browser has left
 */
export async function renderSlot(): Promise<(() => void) | undefined> {
  const { person, signal } = requestScope();
  try {
    return await slots.take(person === undefined ? `address ${clientAddress()}` : `person ${person}`, signal);
  } catch (error) {
    if (error instanceof NoSlot || signal?.aborted) return undefined;
    throw error;
  }
}
